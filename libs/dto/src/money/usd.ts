const microsPerUsd = 1_000_000n;

/** Formats micro-USD with six decimals, zero as `"0"`: `9994600n` → `"9.994600"`. Exact, without floats. */
export function formatUsd(micros: bigint): string {
  if (micros === 0n) return '0';
  const sign = micros < 0n ? '-' : '';
  const size = micros < 0n ? -micros : micros;
  return `${sign}${size / microsPerUsd}.${(size % microsPerUsd).toString().padStart(6, '0')}`;
}

/** Parses `"0.0006"` to micro-USD. @returns undefined unless it has 1 to 9 integer digits and at most 6 decimals */
export function parseUsd(text: string): bigint | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text);
  return match ? BigInt(match[1] + (match[2] ?? '').padEnd(6, '0')) : undefined;
}
