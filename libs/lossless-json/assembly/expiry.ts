import { byteAt } from './bytes';
import { isHexDigit } from './strings';

// A signed media URL has an expiry, `oe` or `exp`, in Unix seconds of eight hexadecimal digits, and a signature, `oh` or
// `sig`. For each string with such URLs, two words are recorded: its offset in the output and the earliest expiry.
const EQUALS: i8 = 0x3d;
const OE: u32 = 0x656f;
const OH: u32 = 0x686f;
const EXP: u32 = 0x707865;
const SIG: u32 = 0x676973;
// `http`, `<` and `\u00` (of `\u003c`): the beginnings of a URL or of a manifest that contains URLs.
const HTTP: u32 = 0x70747468;
const ANGLE: u32 = 0x3c;
const ESCAPE_0: u32 = 0x3030755c;
const AMPERSAND: u32 = 0x26;
const QUESTION: u32 = 0x3f;
const SEMICOLON: u32 = 0x3b;
// The end of `\u0026`.
const _0026: u32 = 0x36323030;
const DIGIT_COUNT: usize = 8;

let next: usize = 0;

export function beginExpiries(to: usize): void {
  next = to;
}

export function endOfExpiries(): usize {
  return next;
}

/** Records a text that is or contains signed URLs. Searches backwards: signature and expiry are the last parameters. */
export function recordExpiry(start: usize, end: usize, place: usize): void {
  const opening = load<u32>(start);
  const isOneAddress = opening === HTTP;
  if (!isOneAddress && opening !== ESCAPE_0 && (opening & 0xff) !== ANGLE) return;
  let earliest: u32 = u32.MAX_VALUE;
  let isSigned = false;
  for (let at = end; at > start; ) {
    at -= 16;
    let signs: u32 = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(EQUALS)));
    if (at < start) signs &= u32.MAX_VALUE << (<u32>(start - at));
    for (; signs !== 0; signs &= signs - 1) {
      const sign = at + ctz(signs);
      const name = nameBefore(sign);
      if (name === OH || name === SIG) isSigned = true;
      else if (name === OE || name === EXP) earliest = min(earliest, secondsAt(sign + 1));
    }
    if (isOneAddress && isSigned && earliest !== u32.MAX_VALUE) break;
  }
  if (!isSigned || earliest === u32.MAX_VALUE) return;
  store<u32>(next, <u32>place);
  store<u32>(next, earliest, 4);
  next += 8;
}

/** The parameter name before an equals sign as a number; 0 if it is none of the four. */
function nameBefore(sign: usize): u32 {
  const two: u32 = load<u16>(sign - 2);
  if ((two === OE || two === OH) && isBeginning(sign - 2)) return two;
  const three = load<u32>(sign - 4) >> 8;
  return (three === EXP || three === SIG) && isBeginning(sign - 3) ? three : 0;
}

/** Whether a parameter begins at `at`, after `?`, `&`, `&amp;` or `\u0026`. */
function isBeginning(at: usize): bool {
  const before = byteAt(at - 1);
  if (before === AMPERSAND || before === QUESTION || before === SEMICOLON) return true;
  return load<u32>(at - 4) === _0026;
}

function secondsAt(start: usize): u32 {
  let seconds: u32 = 0;
  for (let at = start; at < start + DIGIT_COUNT; at++) {
    const byte = byteAt(at);
    if (!isHexDigit(byte)) return u32.MAX_VALUE;
    seconds = (seconds << 4) | ((byte & 0x0f) + (byte >> 6) * 9);
  }
  return isHexDigit(byteAt(start + DIGIT_COUNT)) ? u32.MAX_VALUE : seconds;
}
