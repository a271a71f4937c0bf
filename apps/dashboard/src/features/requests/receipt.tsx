import { CommandLineIcon } from '@heroicons/react/24/outline';
import { formatUsd } from '@loupe/dto';
import { Box, Button, Group, Stack } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keysQuery, operationsQuery } from '../../account/account-queries';
import { dayPlace, ledgerLink, requestsLink, useAccountScope } from '../../account/account-scope';
import { RefusalRemedy } from '../../account/refusal-remedy';
import type { View } from '../../api/client';
import { CodeBlock, CopyButton } from '../../components/copy';
import { FailureBox } from '../../components/failure-box';
import { Facts, Moment, Money, StatusBadge } from '../../components/values';
import { formatBytes, formatCount, formatDuration } from '../../format/counts';
import { describeUsd, microsOf } from '../../format/usd';
import { snippet } from '../../snippets/snippets';

type ReceiptView = View<'ReceiptView'>;

export function Receipt({ receipt }: { receipt: ReceiptView }) {
  const scope = useAccountScope();
  const { key, upstream_ms } = receipt;
  const current = useInfiniteQuery(keysQuery(scope)).data?.find(({ id }) => id === key.id);
  const operation = useQuery(operationsQuery).data?.find(({ name }) => name === receipt.operation);
  return (
    <Stack>
      <div>
        <Group gap="xs">
          <Box component="h3" fz="lg">
            <Link {...requestsLink(scope)} search={{ operation: receipt.operation }} preload={false} className="plain">
              {operation?.summary ?? receipt.operation}
            </Link>
          </Box>
          <StatusBadge status={receipt.status} />
        </Group>
        <code className="soft">{receipt.operation}</code>
      </div>
      {receipt.code && (
        <section aria-label="Problem">
          <FailureBox status={receipt.status} code={receipt.code} detail={receipt.detail}>
            <RefusalRemedy code={receipt.code} apiKey={current} />
          </FailureBox>
        </section>
      )}
      {receipt.address && <RequestLine address={receipt.address} />}
      {scope.kind === 'own' && (
        <Group>
          <Button
            leftSection={<CommandLineIcon width={16} />}
            renderRoot={(props) => (
              <Link
                to="/playground"
                search={receipt.address ? { trail: [receipt.address] } : { operation: receipt.operation }}
                {...props}
              />
            )}
          >
            {receipt.address ? 'Open this call in the playground' : 'Try this operation in the playground'}
          </Button>
        </Group>
      )}
      {receipt.requests > 1 && (
        <p>
          {formatCount(receipt.requests)} requests with this key were refused for this reason within a minute. Only the
          first, shown here, is stored.
        </p>
      )}
      <Charge receipt={receipt} />
      <Facts
        facts={[
          {
            name: 'Request id',
            value: (
              <Group component="span" className="breakable" wrap="nowrap" gap="xs">
                <code>{receipt.request_id}</code>
                <CopyButton text={receipt.request_id} label="Copy request id" />
              </Group>
            ),
          },
          { name: 'Time', value: <Moment at={receipt.time} as="instant" /> },
          {
            name: 'Key',
            value: (
              <>
                <Link {...requestsLink(scope)} search={{ keyId: key.id }} preload={false}>
                  {key.name}
                </Link>{' '}
                <span className="soft">({key.prefix}…)</span>
              </>
            ),
          },
          {
            name: 'Duration',
            value: (
              <>
                {formatDuration(receipt.duration_ms)}
                {upstream_ms !== null && <span className="soft"> ({formatDuration(upstream_ms)} upstream)</span>}
              </>
            ),
          },
          { name: 'Response', value: formatBytes(receipt.bytes) },
        ]}
      />
      {receipt.problem && (
        <details>
          <Box component="summary" className="soft" mb="xs" style={{ cursor: 'pointer' }}>
            Error response sent to the caller
          </Box>
          <CodeBlock label="error response" code={JSON.stringify(receipt.problem, null, 2)} />
        </details>
      )}
    </Stack>
  );
}

function RequestLine({ address }: { address: string }) {
  return (
    <Group wrap="nowrap" align="start" gap="xs" p="xs" pl="sm" bg="var(--sunken)" bdrs="var(--radius)">
      <Box component="code" className="breakable" flex={1} py="0.25rem">
        GET {address}
      </Box>
      <CopyButton text={snippet('curl', window.location.origin + address)} label="Copy as curl" />
    </Group>
  );
}

function Charge({ receipt }: { receipt: ReceiptView }) {
  const { key, price, ledger, cost_usd, first_request_id } = receipt;
  const ledgerPage = ledgerLink(useAccountScope());
  return (
    <Box component="section" p="md" bg="var(--sunken)" bdrs="var(--radius)" aria-label="Charge">
      <Box component="p" fz="xl" fw={600}>
        <Money usd={cost_usd} />
      </Box>
      <p>{price.reason}</p>
      {price.units > 0 && key.mode !== 'test' && (
        <p className="soft">
          {microsOf(cost_usd) === 0n && 'Usual price: '}
          {calculationOf(price)}
        </p>
      )}
      {first_request_id && <p className="soft">Request {first_request_id} was charged for this response.</p>}
      {ledger && (
        <p className="soft">
          The balance after this charge was {describeUsd(ledger.balance_after_usd)}.{' '}
          {/* The ledger page has no row for a single charge, so link to the day of the charge. */}
          <Link {...ledgerPage} {...dayPlace(receipt.time)} preload={false}>
            See that day in the ledger
          </Link>
        </p>
      )}
    </Box>
  );
}

/** `2 units × $0.0006 = $0.0012` */
function calculationOf({ units, price_usd }: ReceiptView['price']): string {
  const total = describeUsd(price_usd);
  if (units === 1) return `1 unit = ${total}`;
  return `${units} units × ${describeUsd(formatUsd(microsOf(price_usd) / BigInt(units)))} = ${total}`;
}
