import { parseDecimalId } from './decimal-id';
import { pkFromShortcode } from './shortcode';

/** A post as a caller names it. Both ids are decimal digits without leading zeros, in 1…2^63−1. */
export interface PostId {
  pk: string;
  /** The owner's user id, known only when the caller passed the composite `<pk>_<owner>`. */
  ownerId?: string;
}

const numeric = /^([0-9]+)(?:_([0-9]+))?$/;

/**
 * Reads the three spellings of a post id: bare pk, composite `<pk>_<owner>`, shortcode.
 * Digits are a pk and digits around one `_` a composite, although both are also words of the shortcode alphabet:
 * real codes of that shape are too rare to matter, and every client reads them so.
 *
 * @returns `undefined` when the text is none of the three or an id lies outside 1…2^63−1.
 */
export function parsePostId(text: string): PostId | undefined {
  if (numeric.test(text)) return parseNumericPostId(text);
  const pk = pkFromShortcode(text);
  return pk === undefined ? undefined : { pk };
}

/** Reads `<pk>` or `<pk>_<owner>` alone; `undefined` for any other text or an id outside 1…2^63−1. */
export function parseNumericPostId(text: string): PostId | undefined {
  const [, pkDigits = '', ownerDigits] = numeric.exec(text) ?? [];
  const pk = parseDecimalId(pkDigits);
  if (pk === undefined) return undefined;
  if (ownerDigits === undefined) return { pk };
  const ownerId = parseDecimalId(ownerDigits);
  return ownerId === undefined ? undefined : { pk, ownerId };
}
