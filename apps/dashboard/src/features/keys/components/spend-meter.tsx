import { Money } from '../../../components/money';
import { describeUsd, percentOf } from '../../../format/usd';
import classes from './spend-meter.module.css';

interface SpendMeterProps {
  name: string;
  spentUsd: string;
  capUsd: string | null;
}

/** What was spent, and, where there is a cap, how near it is. A term and its value, inside a dl. */
export function SpendMeter({ name, spentUsd, capUsd }: SpendMeterProps) {
  const percent = capUsd === null ? 0 : Math.min(100, percentOf(spentUsd, capUsd));
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Money usd={spentUsd} />
        {capUsd !== null && (
          <>
            <span className={classes.cap}> of {describeUsd(capUsd)}</span>
            <span className={classes.track} aria-hidden="true">
              <span className={classes.bar} data-near={percent >= 80 || undefined} style={{ width: `${percent}%` }} />
            </span>
          </>
        )}
      </dd>
    </div>
  );
}
