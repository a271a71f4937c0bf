/** Parses a decimal amount to micro-USD: `'0.0006'` → `600n`. Exact, without floats. @throws {TypeError} */
export function parseUsd(text: string): bigint {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text);
  if (!match) throw new TypeError(`${text} is not a USD amount such as 0.25`);
  return BigInt(match[1] + (match[2] ?? '').padEnd(6, '0'));
}

/** Formats micro-USD with six decimals, zero as `'0'`: `600n` → `'0.000600'`. */
export function formatUsd(micros: bigint): string {
  return micros === 0n ? '0' : `${micros / 1_000_000n}.${`${micros % 1_000_000n}`.padStart(6, '0')}`;
}

/** Adds two amounts: `addUsd('0.000600', '0.0006')` → `'0.001200'`. An unknown cost (undefined) counts as nothing. */
export function addUsd(one: string, other: string | undefined): string {
  return formatUsd(parseUsd(one) + parseUsd(other ?? '0'));
}

/** A spending limit. A price is subtracted before its call is sent, so concurrent calls cannot exceed the limit. */
export interface Budget {
  leftMicros: bigint;
}

export function budgetOf(limitUsd: string | undefined): Budget | undefined {
  return limitUsd === undefined ? undefined : { leftMicros: parseUsd(limitUsd) };
}
