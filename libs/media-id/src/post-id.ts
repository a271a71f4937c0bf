import { parseDecimalId } from './decimal-id';
import { pkFromShortcode } from './shortcode';

/** A post id. Both numbers are decimal digits without leading zeros, in 1…2^63−1. */
export interface PostId {
  pk: string;
  ownerId?: string;
}

const numeric = /^([0-9]+)(?:_([0-9]+))?$/;

/**
 * Parses a bare pk, a composite `<pk>_<owner>` or a shortcode. A text of digits is a pk or composite, although it is also a
 * valid shortcode: real shortcodes of that form are very rare.
 * @returns `undefined` for any other text or an id outside 1…2^63−1
 */
export function parsePostId(text: string): PostId | undefined {
  if (numeric.test(text)) return parseNumericPostId(text);
  const pk = pkFromShortcode(text);
  return pk === undefined ? undefined : { pk };
}

/** Parses `<pk>` or `<pk>_<owner>`. @returns `undefined` for any other text or an id outside 1…2^63−1 */
export function parseNumericPostId(text: string): PostId | undefined {
  const [, pkDigits = '', ownerDigits] = numeric.exec(text) ?? [];
  const pk = parseDecimalId(pkDigits);
  if (pk === undefined) return undefined;
  if (ownerDigits === undefined) return { pk };
  const ownerId = parseDecimalId(ownerDigits);
  return ownerId === undefined ? undefined : { pk, ownerId };
}
