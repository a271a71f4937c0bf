import { Link } from '@tanstack/react-router';
import { useAccountScope } from '../../../account/account-scope';
import type { View } from '../../../api/views';
import { CodeBlock } from '../../../components/code-block';
import { CopyButton } from '../../../components/copy-button';
import { Facts } from '../../../components/facts';
import { Moment } from '../../../components/moment';
import { Money } from '../../../components/money';
import { StatusBadge } from '../../../components/status-badge';
import { countOf, formatBytes, formatDuration } from '../../../format/counts';
import { describeUsd } from '../../../format/usd';
import { explanationOf } from '../outcomes';
import classes from './receipt.module.css';

/** What was asked, what it cost and why, and the problem exactly as the caller got it. */
export function Receipt({ receipt }: { receipt: View<'ReceiptView'> }) {
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
