import { formatUsd, parseUsd } from '@loupe/dto';
import { groupDigits } from './counts';

interface MoneyParts {
  readonly loud: string;
  /** Further decimals: none, or at least two, so the decimal points of a column align. */
  readonly quiet: string;
}

const amount = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Splits an amount (`9.994600`) after the cents, padded to `places` decimals. Leaves any other text unchanged. */
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

/** The decimals of the finest amount, so the decimal points of a column align. */
export function placesOf(amounts: readonly string[]): number {
  return 2 + Math.max(0, ...amounts.map((usd) => moneyParts(usd).quiet.length));
}

/** Two decimals for zero and from ten cents up, otherwise four to six. Parts of a sum use the sum's decimals. */
export function placesOfSum(usd: string): number {
  const micros = microsOf(usd);
  const size = micros < 0n ? -micros : micros;
  if (size === 0n || size >= 100_000n) return 2;
  return size >= 10_000n ? 4 : Math.max(4, placesOf([usd]));
}

/** The decimals of the parts of a sum below ten dollars show that they add up to it. */
export const placesOfParts = (usd: string): number => (microsOf(usd) < 10_000_000n ? Math.max(4, placesOfSum(usd)) : 2);

/** Rounded for a headline or a sentence; `places` aligns a column. */
export function roundUsd(usd: string, places?: number): string {
  const micros = microsOf(usd);
  const size = micros < 0n ? -micros : micros;
  const step = 10n ** BigInt(6 - (places ?? placesOfSum(usd)));
  const rounded = ((size + step / 2n) / step) * step;
  const { loud, quiet } = moneyParts(`${micros < 0n ? '-' : ''}${formatUsd(rounded)}`, places);
  return loud + quiet;
}

/** Micro-USD of a decimal string; zero for any other text. */
export function microsOf(usd: string): bigint {
  const size = parseUsd(usd.replace('-', '')) ?? 0n;
  return usd.startsWith('-') ? -size : size;
}

/** `25`, not `25.000000`. */
export const plainAmount = (usd: string | null): string => (usd ?? '').replace(/\.?0+$/, '');

export function sumUsd(amounts: readonly string[]): string {
  const micros = amounts.reduce((sum, usd) => sum + microsOf(usd), 0n);
  return `${micros < 0n ? '-' : ''}${formatUsd(micros < 0n ? -micros : micros)}`;
}

/** A share in whole per cent, for texts and lengths of bars, never for money itself. */
export function percentOf(part: string, whole: string): number {
  const total = microsOf(whole);
  return total === 0n ? 0 : Number((microsOf(part) * 100n) / total);
}
