import {
  BACKSLASH,
  byteAt,
  LOWER_B,
  LOWER_CASE,
  LOWER_F,
  LOWER_N,
  LOWER_R,
  LOWER_T,
  LOWER_U,
  QUOTE,
  SLASH,
} from './bytes';
import { BAD_ESCAPE, CONTROL_CHARACTER, REJECTED, reject } from './error';

/** Address of the first quote, backslash or control character at or after `start`. */
export function endOfPlain(start: usize): usize {
  let at = start;
  let special = specialBytes(at);
  while (special === 0) {
    at += 16;
    special = specialBytes(at);
  }
  return at + ctz(special);
}

function specialBytes(at: usize): u32 {
  const bytes = v128.load(at);
  const isQuote = i8x16.eq(bytes, i8x16.splat(0x22));
  const isBackslash = i8x16.eq(bytes, i8x16.splat(0x5c));
  const isControl = i8x16.eq(i8x16.min_u(bytes, i8x16.splat(0x1f)), bytes);
  return i8x16.bitmask(v128.or(v128.or(isQuote, isBackslash), isControl));
}

/** Address of the closing quote of a string whose first special byte is at `start`. */
export function closingQuote(start: usize): usize {
  let at = start;
  while (byteAt(at) === BACKSLASH) {
    at = endOfEscape(at);
    if (at === REJECTED) return REJECTED;
    at = endOfPlain(at);
  }
  return byteAt(at) === QUOTE ? at : reject(CONTROL_CHARACTER, at);
}

function endOfEscape(backslash: usize): usize {
  const at = backslash + 1;
  const letter = byteAt(at);
  if (letter !== LOWER_U) return isSimpleEscape(letter) ? at + 1 : reject(BAD_ESCAPE, at);
  for (let digit = at + 1; digit <= at + 4; digit++) if (!isHexDigit(byteAt(digit))) return reject(BAD_ESCAPE, digit);
  return at + 5;
}

function isSimpleEscape(letter: u32): bool {
  return (
    letter === LOWER_N ||
    letter === SLASH ||
    letter === QUOTE ||
    letter === BACKSLASH ||
    letter === LOWER_T ||
    letter === LOWER_R ||
    letter === LOWER_B ||
    letter === LOWER_F
  );
}

export function isHexDigit(byte: u32): bool {
  const lowerCase = byte | LOWER_CASE;
  return byte - 0x30 < 10 || lowerCase - 0x61 < 6;
}
