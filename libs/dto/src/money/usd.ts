const microsPerUsd = 1_000_000n;

/** Micro-USD as a decimal string with six decimals, zero as `"0"`: `9994600n` → `"9.994600"`. Never passes through a float. */
export function formatUsd(micros: bigint): string {
  if (micros === 0n) return '0';
  const sign = micros < 0n ? '-' : '';
  const size = micros < 0n ? -micros : micros;
  return `${sign}${size / microsPerUsd}.${(size % microsPerUsd).toString().padStart(6, '0')}`;
}

/** A plain decimal amount (`"12"`, `"0.0006"`, at most nine digits and six decimals) as micro-USD; undefined when it is none. */
export function parseUsd(text: string): bigint | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text);
  return match ? BigInt(match[1] + (match[2] ?? '').padEnd(6, '0')) : undefined;
}
