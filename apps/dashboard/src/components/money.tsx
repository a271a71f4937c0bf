import { describeUsd, moneyParts } from '../format/usd';
import classes from './money.module.css';

/** An exact amount: the cents loud, what is below a cent quiet. */
export function Money({ usd, signed = false }: { usd: string; signed?: boolean }) {
  const { loud, quiet } = moneyParts(usd);
  const plus = signed && !usd.startsWith('-') ? '+' : '';
  return (
    <span className={classes.money} title={`${plus}${describeUsd(usd)}`}>
      {plus}
      {loud}
      {quiet && <span className={classes.quiet}>{quiet}</span>}
    </span>
  );
}
