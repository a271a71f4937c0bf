// The scanner's inner loop, compiled to src/scanner.wasm by `npm run generate`. The host puts zeros behind a body.
// Zeros are invalid in JSON, so no loop has to check for the end.
import {
  BRACE,
  BRACKET,
  byteAt,
  COLON,
  COMMA,
  LOWER_F,
  LOWER_N,
  LOWER_T,
  MINUS,
  QUOTE,
  SPACE,
  skipSpace,
  ZERO,
} from './bytes';
import { REJECTED, reject, TOO_DEEP, UNEXPECTED } from './error';
import { beginExpiries, recordExpiry } from './expiry';
import { decodeKey } from './host';
import { isIdKey } from './id-rule';
import {
  closingOf,
  elementPlaceOf,
  holdsIdsOf,
  LEVEL_SIZE,
  MAX_DEPTH,
  matchOf,
  objectPlaceOf,
  setLevel,
} from './level';
import { beginMatches, recordEnd, recordKey, recordMatch } from './matches';
import { endOfInteger, endOfReal, isReal, isUnsafeInteger } from './numbers';
import { beginOutput, shift, writeQuoted } from './output';
import { elementPlace, memberPlace, placeIndex } from './paths';
import { closingQuote, endOfPlain } from './strings';
import { beginMembers, closeObject, openObject, recordMember, recordScalarEnd, wantsPlainKeys } from './typed-keys';

export { skipSpace } from './bytes';
export { errorAddress, errorReason } from './error';
export { endOfExpiries } from './expiry';
export { endOfMatches } from './matches';
export { copyUntil, endOfIds, endOfOutput } from './output';

const SHORTEST_ADDRESS: usize = 48;

let outermost: usize = 0;
let scratch: usize = 0;

/** Sets the memory layout before the first document of a body. */
export function begin(
  body: usize,
  output: usize,
  ids: usize,
  matches: usize,
  expiries: usize,
  keys: usize,
  members: usize,
  levels: usize,
): void {
  beginOutput(body, output, ids);
  beginMatches(matches);
  beginExpiries(expiries);
  beginMembers(members);
  scratch = keys;
  outermost = levels;
  setLevel(outermost, 0, false, 0, 0, 0);
}

/**
 * Scans the document at `start`. A round reads a key in an object, then a value, then the ends of all containers that close
 * after it. The hot loop is one function so that its state stays in local variables.
 * @returns the address after the document, or REJECTED
 */
export function document(start: usize, root: usize): usize {
  const deepest = outermost + MAX_DEPTH * LEVEL_SIZE;
  const addsPlainKeys = wantsPlainKeys();
  let level = outermost;
  let closing: u32 = 0;
  let isObject = false;
  let place = root;
  // Last key: its address with quotes, and its bytes without them, decoded if it has escapes.
  let memberStart: usize = 0;
  let memberEnd: usize = 0;
  let keyStart: usize = 0;
  let keyEnd: usize = 0;
  let at = start;

  while (true) {
    if (byteAt(at) <= SPACE) at = skipSpace(at);
    if (isObject) {
      if (byteAt(at) !== QUOTE) return reject(UNEXPECTED, at);
      memberStart = at;
      keyStart = at + 1;
      keyEnd = endOfPlain(keyStart);
      at = keyEnd;
      if (byteAt(at) !== QUOTE) {
        at = closingQuote(at);
        if (at === REJECTED) return REJECTED;
        keyStart = scratch;
        keyEnd = scratch + decodeKey(memberStart, at + 1, scratch);
        scratch = keyEnd;
      }
      memberEnd = ++at;
      if (byteAt(at) !== COLON) at = skipSpace(at);
      if (byteAt(at) !== COLON) return reject(UNEXPECTED, at);
      at++;
      const object = objectPlaceOf(level);
      place = object === 0 ? 0 : memberPlace(object, keyStart, keyEnd);
      if (byteAt(at) <= SPACE) at = skipSpace(at);
      if (addsPlainKeys) keyStart = recordMember(keyStart, keyEnd, at + shift());
    }

    const first = byteAt(at);
    let match: usize = 0;
    if (place !== 0) {
      match = recordMatch(placeIndex(place), first, at + shift(), matchOf(level));
      if (isObject) recordKey(match, memberStart + shift(), memberEnd + shift());
    }

    if (first === QUOTE) {
      const text = at + 1;
      at = endOfPlain(text);
      if (byteAt(at) !== QUOTE) at = closingQuote(at);
      if (at === REJECTED) return REJECTED;
      if (at - text >= SHORTEST_ADDRESS) recordExpiry(text, at, text + shift());
      at++;
    } else if (first - ZERO < 10 || first === MINUS) {
      const end = endOfInteger(at);
      if (end === REJECTED) return REJECTED;
      if (isReal(end)) at = endOfReal(end);
      else {
        if ((isObject ? isIdKey(keyStart, keyEnd) : holdsIdsOf(level)) || isUnsafeInteger(at, end))
          writeQuoted(at, end);
        at = end;
      }
      if (at === REJECTED) return REJECTED;
    } else if (first === BRACE || first === BRACKET) {
      if (level === deepest) return reject(TOO_DEEP, at);
      const holdsIds = first === BRACKET && (isObject ? isIdKey(keyStart, keyEnd) : holdsIdsOf(level));
      isObject = first === BRACE;
      if (addsPlainKeys && isObject) openObject();
      closing = first + 2;
      level += LEVEL_SIZE;
      setLevel(
        level,
        closing,
        holdsIds,
        isObject ? place : 0,
        isObject || place === 0 ? 0 : elementPlace(place),
        match,
      );
      at = skipSpace(at + 1);
      if (byteAt(at) !== closing) {
        place = elementPlaceOf(level);
        continue;
      }
      match = 0;
    } else {
      at = endOfLiteral(at, first);
      if (at === REJECTED) return REJECTED;
    }
    if (match !== 0) recordEnd(match, at + shift());
    if (addsPlainKeys && isObject && first !== BRACE) recordScalarEnd(at + shift());

    while (true) {
      if (level === outermost) return at;
      if (byteAt(at) <= SPACE) at = skipSpace(at);
      const byte = byteAt(at);
      if (byte === COMMA) break;
      if (byte !== closing) return reject(UNEXPECTED, at);
      if (addsPlainKeys && isObject) closeObject(at);
      at++;
      const ended = matchOf(level);
      if (ended !== 0) recordEnd(ended, at + shift());
      level -= LEVEL_SIZE;
      closing = closingOf(level);
      isObject = closing === BRACE + 2;
    }
    at++;
    place = elementPlaceOf(level);
  }
}

function endOfLiteral(start: usize, first: u32): usize {
  if (first === LOWER_T && load<u32>(start) === 0x65757274) return start + 4;
  if (first === LOWER_N && load<u32>(start) === 0x6c6c756e) return start + 4;
  if (first === LOWER_F && load<u32>(start + 1) === 0x65736c61) return start + 5;
  return reject(UNEXPECTED, start);
}
