/** A plain decimal amount as millionths: `'0.0006'` → `600n`. Amounts are never floats. */
export function parseUsd(text: string): bigint {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text);
  if (!match) throw new TypeError(`${text} is no amount of USD`);
  return BigInt(match[1] + (match[2] ?? '').padEnd(6, '0'));
}

export function formatUsd(micros: bigint): string {
  return micros === 0n ? '0' : `${micros / 1_000_000n}.${`${micros % 1_000_000n}`.padStart(6, '0')}`;
}

/** The sum of two amounts: `addUsd('0.000600', '0.0006')` → `'0.001200'`. */
export function addUsd(one: string, other: string): string {
  return formatUsd(parseUsd(one) + parseUsd(other));
}

/** What may still be spent. The price of a call is taken before it is made, so calls at the same moment cannot pass it together. */
export interface Budget {
  leftMicros: bigint;
}

export function budgetOf(limitUsd: string | undefined): Budget | undefined {
  return limitUsd === undefined ? undefined : { leftMicros: parseUsd(limitUsd) };
}
