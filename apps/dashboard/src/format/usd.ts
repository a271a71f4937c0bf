import { formatUsd, parseUsd } from '@loupe/dto';

/** An amount cut where the eye should stop: `-$1,234.50` loud, the fractions of a cent after it quiet. */
export interface MoneyParts {
  /** With sign, currency and two decimals: `$1,234.50`. */
  readonly loud: string;
  /** Further decimals without trailing zeros; often empty. */
  readonly quiet: string;
}

const amount = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Splits a decimal string of the API (`"9.994600"`). What is no amount is shown as it came. */
export function moneyParts(usd: string): MoneyParts {
  const match = amount.exec(usd);
  if (!match) return { loud: usd, quiet: '' };
  const [, sign, whole = '', decimals = ''] = match;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return {
    loud: `${sign ? '−' : ''}$${grouped}.${decimals.padEnd(2, '0').slice(0, 2)}`,
    quiet: decimals.slice(2).replace(/0+$/, ''),
  };
}

/** The exact amount as text: `$0.0012`, `$9.9946`, `$12.00`. */
export function describeUsd(usd: string): string {
  const { loud, quiet } = moneyParts(usd);
  return loud + quiet;
}

/** An amount for a headline, to the cent; what is smaller but not nothing is exact. */
export function roundUsd(usd: string): string {
  const micros = microsOf(usd);
  const size = micros < 0n ? -micros : micros;
  if (size < 10_000n) return describeUsd(usd);
  const cents = (size + 5_000n) / 10_000n;
  return describeUsd(`${micros < 0n ? '-' : ''}${formatUsd(cents * 10_000n)}`);
}

/** Micro-USD of a decimal string of the API, which may be negative. What is no amount is nothing. */
export function microsOf(usd: string): bigint {
  const size = parseUsd(usd.replace('-', '')) ?? 0n;
  return usd.startsWith('-') ? -size : size;
}

/** The sum of decimal strings, as a decimal string. */
export function sumUsd(amounts: readonly string[]): string {
  return formatUsd(amounts.reduce((sum, usd) => sum + microsOf(usd), 0n));
}

/** Share of a whole in whole per cent, for texts and lengths of bars; never for money itself. */
export function percentOf(part: string, whole: string): number {
  const total = microsOf(whole);
  return total === 0n ? 0 : Number((microsOf(part) * 100n) / total);
}
