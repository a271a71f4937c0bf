import { parseDecimalId } from './decimal-id';

// A shortcode is the pk in base 64 (A–Z a–z 0–9 - _), big-endian, without leading zero digits. Twelve such digits are
// nine bytes: the digit that an 11-character code lacks, and a byte above the 64 bits of the pk.
const codeBytes = 9;
const codeDigits = 12;
const longestCode = 11;

/** Codes of private posts carry this many characters after the code proper. */
const privateSuffixLength = 28;

/**
 * The canonical shortcode of a media pk: 1–11 characters, no leading `A`.
 *
 * @throws RangeError when the pk is not an integer in 1…2^63−1; check text from outside with `parseDecimalId` first.
 */
export function shortcodeFromPk(pk: bigint | string): string {
  const digits = parseDecimalId(String(pk));
  if (digits === undefined) throw new RangeError('A media pk is an integer in 1…2^63−1');
  const bytes = Buffer.alloc(codeBytes);
  bytes.writeBigUInt64BE(BigInt(digits), 1);
  return bytes.toString('base64url').replace(/^A+/, '');
}

/**
 * The media pk, in decimal digits, that a shortcode stands for. Leading `A`s are zeros and change nothing; a code of
 * more than 28 characters is a private post's and loses its last 28.
 *
 * @returns `undefined` for an empty code, a character outside the alphabet, or a number outside 1…2^63−1.
 */
export function pkFromShortcode(code: string): string | undefined {
  const proper = code.length > privateSuffixLength ? code.slice(0, -privateSuffixLength) : code;
  const digits = /^A*([A-Za-z0-9_-]+)$/.exec(proper)?.[1];
  if (digits === undefined || digits.length > longestCode) return undefined;
  const bytes = Buffer.from(digits.padStart(codeDigits, 'A'), 'base64url');
  if (bytes[0] !== 0) return undefined; // eleven digits hold 66 bits, two more than the pk
  return parseDecimalId(bytes.readBigUInt64BE(1).toString());
}
