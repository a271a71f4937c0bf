import { describeUsd, moneyParts } from '../format/usd';
import classes from './money.module.css';

interface MoneyProps {
  usd: string;
  signed?: boolean;
  /** Decimals at least, for amounts that stand under each other. */
  places?: number;
}

/** An exact amount: the cents loud, what is below a cent quiet. */
export function Money({ usd, signed = false, places = 2 }: MoneyProps) {
  const { loud, quiet } = moneyParts(usd, places);
  const plus = signed && !usd.startsWith('-') ? '+' : '';
  return (
    <span className={classes.money} title={`${plus}${describeUsd(usd)}`}>
      {plus}
      {loud}
      {quiet && <span className={classes.quiet}>{quiet}</span>}
    </span>
  );
}
