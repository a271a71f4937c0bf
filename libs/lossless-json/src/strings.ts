import * as bytes from './bytes';
import { MalformedJsonError, rejectAt } from './malformed-json-error';

// Taken out of its module once: a compiled import is a getter, too slow for these loops.
const { BACKSLASH, byteAt, QUOTE, SPACE } = bytes;

const LOWER_U = 0x75;
const SIMPLE_ESCAPES = new Set(Buffer.from('"\\/bfnrt'));

/**
 * Index of the first byte at or after `start` that is a quote, a backslash or a control character, or the body's
 * length. Four bytes are looked at in one step, which costs a third of a nanosecond a byte on every engine; the
 * runtime's own `indexOf` is no faster on Node 20 and far slower on Node 24, and finds one of the three only.
 */
export function endOfPlain(body: Buffer, view: DataView, start: number): number {
  let at = start;
  for (const last = body.length - 8; at <= last; at += 8) {
    const low = specialBytes(view.getInt32(at, true));
    if (low !== 0) return at + firstMarked(low);
    const high = specialBytes(view.getInt32(at + 4, true));
    if (high !== 0) return at + 4 + firstMarked(high);
  }
  while (at < body.length && !isSpecial(byteAt(body, at))) at++;
  return at;
}

function isSpecial(byte: number): boolean {
  return byte < SPACE || byte === QUOTE || byte === BACKSLASH;
}

/**
 * Marks, by their top bit, the bytes of a word that are special. Taking n from a byte sets the top bit of one that
 * was smaller than n, unless it was set before. Flipping bit 1 puts the quote next to the control characters, so
 * that "below 0x21" means either; a backslash flipped by itself is the one byte below 1. A borrow may mark bytes
 * wrongly above the first marked one, never below it.
 */
function specialBytes(word: number): number {
  return (((word ^ 0x02020202) - 0x21212121) | ((word ^ 0x5c5c5c5c) - 0x01010101)) & ~word & 0x80808080;
}

/** Index, in memory order, of the first marked byte of a word read as little-endian. */
function firstMarked(marks: number): number {
  return (31 - Math.clz32(marks & -marks)) >> 3;
}

/** Index of the quote that closes the string which stops being plain at `start`. */
export function closingQuote(body: Buffer, view: DataView, start: number): number {
  let at = start;
  while (byteAt(body, at) === BACKSLASH) at = endOfPlain(body, view, endOfEscape(body, at));
  if (byteAt(body, at) === QUOTE) return at;
  if (at >= body.length) rejectAt(body, at);
  throw new MalformedJsonError('control character in a string', at);
}

function endOfEscape(body: Buffer, backslash: number): number {
  const at = backslash + 1;
  const letter = byteAt(body, at);
  if (letter !== LOWER_U) return SIMPLE_ESCAPES.has(letter) ? at + 1 : rejectEscape(body, at);
  for (let digit = at + 1; digit <= at + 4; digit++) if (!isHexDigit(byteAt(body, digit))) rejectEscape(body, digit);
  return at + 5;
}

function isHexDigit(byte: number): boolean {
  const lowerCase = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lowerCase >= 0x61 && lowerCase <= 0x66);
}

function rejectEscape(body: Buffer, at: number): never {
  if (at >= body.length) rejectAt(body, at);
  throw new MalformedJsonError('bad escape in a string', at);
}
