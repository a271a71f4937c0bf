import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { requestsLink, useAccountScope } from '../../account/account-scope';
import type { View } from '../../api/views';
import { CodeBlock, CopyButton } from '../../components/copy';
import { useFocusReturn } from '../../components/dialog';
import { QueryView } from '../../components/query-view';
import { Facts, Moment, Money, StatusBadge } from '../../components/values';
import { countOf, formatBytes, formatDuration } from '../../format/counts';
import { describeUsd } from '../../format/usd';
import { explanationOf } from './outcomes';
import classes from './request-drawer.module.css';
import { receiptQuery } from './request-queries';

/** One request over the log; its address can be sent to support. */
export function RequestDrawer() {
  const scope = useAccountScope();
  const navigate = useNavigate();
  const { requestId = '' } = useParams({ strict: false });
  useFocusReturn(true);
  const receipt = useQuery(receiptQuery(scope, requestId));
  const close = () => void navigate({ ...requestsLink(scope), search: (previous) => previous });
  return (
    <Drawer opened onClose={close} size="34rem" padding="lg" title="Request">
      <QueryView query={receipt} loading="Loading the request">
        {(view) => <Receipt receipt={view} />}
      </QueryView>
    </Drawer>
  );
}

/** What was asked, what it cost and why, and the problem exactly as the caller got it. */
function Receipt({ receipt }: { receipt: View<'ReceiptView'> }) {
  const own = useAccountScope().kind === 'own';
  return (
    <div className={classes.receipt}>
      <div className={classes.head}>
        <h3>
          <code>{receipt.operation}</code>
        </h3>
        <StatusBadge status={receipt.status} />
        {receipt.code && <code>{receipt.code}</code>}
      </div>
      <Facts
        facts={[
          {
            name: 'Request id',
            value: (
              <span className={classes.id}>
                <code>{receipt.request_id}</code>
                <CopyButton text={receipt.request_id} label="Copy the request id" />
              </span>
            ),
          },
          { name: 'Time', value: <Moment at={receipt.time} as="instant" /> },
          { name: 'Key', value: `${receipt.key.name} (${receipt.key.prefix}…)` },
          { name: 'Took', value: <Took receipt={receipt} /> },
          { name: 'Answer', value: formatBytes(receipt.bytes) },
        ]}
      />
      <Charge receipt={receipt} />
      {receipt.problem && (
        <section className={classes.part} aria-label="Problem">
          <h4>The problem, as the caller got it</h4>
          {receipt.code && <p className={classes.why}>{explanationOf(receipt.code)}</p>}
          <CodeBlock label="problem body" code={JSON.stringify(receipt.problem, null, 2)} />
        </section>
      )}
      {own && (
        <Link to="/playground" search={{ operation: receipt.operation }}>
          Try this operation in the playground
        </Link>
      )}
    </div>
  );
}

function Took({ receipt }: { receipt: View<'ReceiptView'> }) {
  const upstream = receipt.upstream_ms;
  return (
    <>
      {formatDuration(receipt.duration_ms)}
      {upstream !== null && <span className={classes.aside}>, {formatDuration(upstream)} of it upstream</span>}
    </>
  );
}

function Charge({ receipt: { price, ledger, cost_usd } }: { receipt: View<'ReceiptView'> }) {
  return (
    <section className={classes.charge} aria-label="Charge">
      <p className={classes.cost}>
        <Money usd={cost_usd} />
      </p>
      <p>{price.reason}</p>
      <p className={classes.aside}>
        {price.units > 0 &&
          `The operation costs ${countOf(price.units, 'unit')}, ${describeUsd(price.price_usd)}, when it is charged. `}
        {ledger && (
          <>
            Ledger entry {ledger.entry_id}; the balance after it was <Money usd={ledger.balance_after_usd} />.
          </>
        )}
      </p>
    </section>
  );
}
