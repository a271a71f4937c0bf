const maxId = '9223372036854775807'; // 2^63 − 1: the platform stores its ids as signed 64-bit integers

/**
 * Reads an id written in decimal digits.
 *
 * @returns the same number without leading zeros, or `undefined` unless the text is ASCII digits only and the number
 *   lies in 1…2^63−1. The digits are compared as text, so no size of input is expensive and no digit is ever rounded.
 */
export function parseDecimalId(text: string): string | undefined {
  const digits = /^0*([1-9][0-9]*)$/.exec(text)?.[1];
  if (digits === undefined || digits.length > maxId.length) return undefined;
  return digits.length < maxId.length || digits <= maxId ? digits : undefined;
}

/**
 * The number of a highlight, written `highlight:<n>` or `<n>`, in decimal digits without leading zeros.
 *
 * @returns `undefined` for any other text or a number outside 1…2^63−1.
 */
export function parseHighlightId(text: string): string | undefined {
  return parseDecimalId(text.replace(/^highlight:/, ''));
}
