import { parseDecimalId } from './decimal-id';

// A shortcode is the pk in base64url, big-endian, without leading zero digits (`A`). Padded to 12 digits it decodes to nine
// bytes, one more than the pk.
const codeBytes = 9;
const codeDigits = 12;
const longestCode = 11;

const privateSuffixLength = 28;

/** Encodes a media pk as its canonical shortcode. @throws {RangeError} unless the pk is in 1…2^63−1 */
export function shortcodeFromPk(pk: bigint | string): string {
  const digits = parseDecimalId(String(pk));
  if (digits === undefined) throw new RangeError('A media pk is an integer in 1…2^63−1');
  const bytes = Buffer.alloc(codeBytes);
  bytes.writeBigUInt64BE(BigInt(digits), 1);
  return bytes.toString('base64url').replace(/^A+/, '');
}

/**
 * Decodes a shortcode to a media pk. Leading `A`s are ignored; a code of more than 28 characters loses its last 28.
 * @returns `undefined` for an invalid code or a number outside 1…2^63−1
 */
export function pkFromShortcode(code: string): string | undefined {
  const proper = code.length > privateSuffixLength ? code.slice(0, -privateSuffixLength) : code;
  const digits = /^A*([A-Za-z0-9_-]+)$/.exec(proper)?.[1];
  if (digits === undefined || digits.length > longestCode) return undefined;
  const bytes = Buffer.from(digits.padStart(codeDigits, 'A'), 'base64url');
  if (bytes[0] !== 0) return undefined; // eleven digits hold 66 bits, two more than the pk
  return parseDecimalId(bytes.readBigUInt64BE(1).toString());
}
