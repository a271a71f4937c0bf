/** What is wrong with an `Idempotency-Key` that {@link idempotencyKeyOf} refuses. */
export const idempotencyKeyRule = 'must be 16 to 128 visible ASCII characters, such as a UUID, and be sent once';

/** Reads an `Idempotency-Key` header, which may stand in quotes. @returns undefined when it is malformed */
export function idempotencyKeyOf(header: string): string | undefined {
  const key = header.length > 1 && header.startsWith('"') && header.endsWith('"') ? header.slice(1, -1) : header;
  return /^[\x21-\x7e]{16,128}$/.test(key) ? key : undefined;
}
