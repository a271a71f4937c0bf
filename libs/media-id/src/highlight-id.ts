import { parseDecimalId } from './decimal-id';

/**
 * The number of a highlight, written `highlight:<n>` or `<n>`, in decimal digits without leading zeros.
 *
 * @returns `undefined` for any other text or a number outside 1…2^63−1.
 */
export function highlightId(text: string): string | undefined {
  return parseDecimalId(text.replace(/^highlight:/, ''));
}
