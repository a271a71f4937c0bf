import { formatUsd, parseUsd } from '@loupe/dto';

/** Micro-USD of an amount that its field has validated. */
export function microsOf(usd: string): bigint {
  return parseUsd(usd)!;
}

/** The amount of an answer; null stays null. */
export function usdOf(micros: bigint | null): string | null {
  return micros === null ? null : formatUsd(micros);
}
