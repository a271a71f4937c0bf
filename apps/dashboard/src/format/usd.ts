import { formatUsd, parseUsd } from '@loupe/dto';
import { groupDigits } from './counts';

/** An amount in two parts: `-$1,234.50` loud, the fractions of a cent after it quiet. */
interface MoneyParts {
  readonly loud: string;
  /** Further decimals, at least two where there are any: points align, and no zero comes and goes. Often empty. */
  readonly quiet: string;
}

const amount = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Splits a decimal string of the API (`"9.994600"`), with zeros up to `places` decimals. Anything else is returned as it is. */
export function moneyParts(usd: string, places = 2): MoneyParts {
  const match = amount.exec(usd);
  if (!match) return { loud: usd, quiet: '' };
  const [, sign, whole = '', decimals = ''] = match;
  const fractions = decimals.slice(2).replace(/0+$/, '');
  return {
    loud: `${sign ? '−' : ''}$${groupDigits(whole)}.${decimals.padEnd(2, '0').slice(0, 2)}`,
    quiet: fractions.padEnd(fractions === '' ? places - 2 : Math.max(2, places - 2), '0'),
  };
}

export function describeUsd(usd: string): string {
  const { loud, quiet } = moneyParts(usd);
  return loud + quiet;
}

/** The decimals that the finest of some amounts needs: with as many on each, their points align in a column. */
export function placesOf(amounts: readonly string[]): number {
  return 2 + Math.max(0, ...amounts.map((usd) => moneyParts(usd).quiet.length));
}

/** Sensible decimals for a sum: cents from ten cents up, finer below. Parts of a whole use the whole's. */
export function placesOfSum(usd: string): number {
  const micros = microsOf(usd);
  const size = micros < 0n ? -micros : micros;
  if (size === 0n || size >= 100_000n) return 2;
  return size >= 10_000n ? 4 : Math.max(4, placesOf([usd]));
}

/** A sum in a headline or a sentence, rounded; in a column, with `places` decimals on every amount. */
export function roundUsd(usd: string, places?: number): string {
  const micros = microsOf(usd);
  const size = micros < 0n ? -micros : micros;
  const step = 10n ** BigInt(6 - (places ?? placesOfSum(usd)));
  const rounded = ((size + step / 2n) / step) * step;
  const { loud, quiet } = moneyParts(`${micros < 0n ? '-' : ''}${formatUsd(rounded)}`, places);
  return loud + quiet;
}

/** Micro-USD of a decimal string of the API, which may be negative. Anything else is zero. */
export function microsOf(usd: string): bigint {
  const size = parseUsd(usd.replace('-', '')) ?? 0n;
  return usd.startsWith('-') ? -size : size;
}

/** An amount as a person types it: `25`, not `25.000000`. */
export const plainAmount = (usd: string | null): string => (usd ?? '').replace(/\.?0+$/, '');

export function sumUsd(amounts: readonly string[]): string {
  const micros = amounts.reduce((sum, usd) => sum + microsOf(usd), 0n);
  return `${micros < 0n ? '-' : ''}${formatUsd(micros < 0n ? -micros : micros)}`;
}

/** Share of a whole in whole per cent, for texts and lengths of bars; never for money itself. */
export function percentOf(part: string, whole: string): number {
  const total = microsOf(whole);
  return total === 0n ? 0 : Number((microsOf(part) * 100n) / total);
}
