import * as bytes from './bytes';
import { rejectAt } from './malformed-json-error';

// Taken out of their modules once: a compiled import is a getter, too slow for these loops.
const { byteAt, MINUS, NINE, ZERO } = bytes;

const PLUS = 0x2b;
const DOT = 0x2e;
const LOWER_E = 0x65;
const LOWER_CASE = 0x20;
const LARGEST_SAFE = Buffer.from(String(Number.MAX_SAFE_INTEGER));

/** Index after the sign and the digits before any fraction or exponent of the number that begins at `start`. */
export function endOfInteger(body: Buffer, start: number): number {
  const first = byteAt(body, start) === MINUS ? start + 1 : start;
  return byteAt(body, first) === ZERO ? first + 1 : endOfDigits(body, first);
}

/** Whether a fraction or an exponent goes on at `at`, where an integer's digits ended. */
export function isReal(body: Buffer, at: number): boolean {
  const byte = byteAt(body, at);
  return byte === DOT || (byte | LOWER_CASE) === LOWER_E;
}

/** Index after the fraction and the exponent that begin at `start`. */
export function endOfReal(body: Buffer, start: number): number {
  let at = start;
  if (byteAt(body, at) === DOT) at = endOfDigits(body, at + 1);
  if ((byteAt(body, at) | LOWER_CASE) !== LOWER_E) return at;
  const sign = byteAt(body, at + 1);
  return endOfDigits(body, sign === PLUS || sign === MINUS ? at + 2 : at + 1);
}

/** Whether the integer literal in `start … end` lies outside ±(2^53 − 1), where a double loses digits. */
export function isUnsafeInteger(body: Buffer, start: number, end: number): boolean {
  const first = body[start] === MINUS ? start + 1 : start;
  const digits = end - first;
  if (digits !== LARGEST_SAFE.length) return digits > LARGEST_SAFE.length;
  return body.compare(LARGEST_SAFE, 0, digits, first, end) > 0;
}

function endOfDigits(body: Buffer, start: number): number {
  let at = start;
  while (isDigit(byteAt(body, at))) at++;
  return at > start ? at : rejectAt(body, start);
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}
