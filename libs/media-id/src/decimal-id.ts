const maxId = '9223372036854775807'; // 2^63 − 1: the platform stores its ids as signed 64-bit integers

/** Parses a decimal id, exactly. @returns the id without leading zeros; `undefined` unless it is in 1…2^63−1 */
export function parseDecimalId(text: string): string | undefined {
  const digits = /^0*([1-9][0-9]*)$/.exec(text)?.[1];
  if (digits === undefined || digits.length > maxId.length) return undefined;
  return digits.length < maxId.length || digits <= maxId ? digits : undefined;
}

/** Parses `highlight:<n>` or `<n>`. @returns the number without leading zeros; `undefined` unless it is in 1…2^63−1 */
export function parseHighlightId(text: string): string | undefined {
  return parseDecimalId(text.replace(/^highlight:/, ''));
}
