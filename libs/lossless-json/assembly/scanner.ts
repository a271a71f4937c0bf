// The scanner's inner loop, compiled to WebAssembly for its instructions on sixteen bytes at once. `npm run generate` writes
// src/scanner.wasm from here. Addresses are of the memory that the host gives; after a body it has put zeros, a byte that
// JSON allows nowhere, so that no loop has to look for the end.
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
import { beginExpiries, noteExpiry } from './expiry';
import { REFUSED, refuse, TOO_DEEP, UNEXPECTED } from './fault';
import { beginFinds, noteEnd, noteFind, noteKey } from './finds';
import { decodeKey } from './host';
import { isIdKey } from './id-rule';
import { closingOf, elementPlaceOf, findOf, holdsIdsOf, LEVEL_SIZE, MAX_DEPTH, objectPlaceOf, setLevel } from './level';
import { endOfInteger, endOfReal, isReal, isUnsafeInteger } from './numbers';
import { beginOutput, shift, writeQuoted } from './output';
import { elementPlace, memberPlace, placeIndex } from './paths';
import { closingQuote, endOfPlain } from './strings';
import { beginMembers, closeObject, noteMember, noteScalarEnd, openObject, wantsPlainKeys } from './typed-keys';

export { skipSpace } from './bytes';
export { endOfExpiries } from './expiry';
export { faultPlace, faultReason } from './fault';
export { endOfFinds } from './finds';
export { copyUntil, endOfIds, endOfOutput } from './output';

/** Shorter texts are no signed addresses. */
const SHORTEST_ADDRESS: usize = 48;

let outermost: usize = 0;
let scratch: usize = 0;

/** Before the first document of a body: where things stand, and where there is room for what comes of it. */
export function begin(
  body: usize,
  output: usize,
  ids: usize,
  finds: usize,
  expiries: usize,
  keys: usize,
  members: usize,
  levels: usize,
): void {
  beginOutput(body, output, ids);
  beginFinds(finds);
  beginExpiries(expiries);
  beginMembers(members);
  scratch = keys;
  outermost = levels;
  setLevel(outermost, 0, false, 0, 0, 0);
}

/**
 * Reads the document that begins at `start`, with the place of its paths' beginning; returns the address after it, or
 * REFUSED.
 *
 * This is the hot loop, in one piece because its state lives in local variables. A round reads, in an object, one key with
 * its colon; then one value; then the ends of all objects and arrays that end after it. Most keys are never looked at:
 * only when the object is on a path, or when the value is an integer or an array and the id rule asks.
 */
export function document(start: usize, root: usize): usize {
  const deepest = outermost + MAX_DEPTH * LEVEL_SIZE;
  const addsPlainKeys = wantsPlainKeys();
  let level = outermost;
  let closing: u32 = 0;
  let isObject = false;
  let place = root;
  // The last key: where it stands with its quotes, and its bytes without them, decoded when it has escapes.
  let memberStart: usize = 0;
  let memberEnd: usize = 0;
  let keyStart: usize = 0;
  let keyEnd: usize = 0;
  let at = start;

  while (true) {
    if (byteAt(at) <= SPACE) at = skipSpace(at);
    if (isObject) {
      if (byteAt(at) !== QUOTE) return refuse(UNEXPECTED, at);
      memberStart = at;
      keyStart = at + 1;
      keyEnd = endOfPlain(keyStart);
      at = keyEnd;
      if (byteAt(at) !== QUOTE) {
        at = closingQuote(at);
        if (at === REFUSED) return REFUSED;
        keyStart = scratch;
        keyEnd = scratch + decodeKey(memberStart, at + 1, scratch);
        scratch = keyEnd;
      }
      memberEnd = ++at;
      if (byteAt(at) !== COLON) at = skipSpace(at);
      if (byteAt(at) !== COLON) return refuse(UNEXPECTED, at);
      at++;
      const object = objectPlaceOf(level);
      place = object === 0 ? 0 : memberPlace(object, keyStart, keyEnd);
      if (byteAt(at) <= SPACE) at = skipSpace(at);
      if (addsPlainKeys) keyStart = noteMember(keyStart, keyEnd, at + shift());
    }

    const first = byteAt(at);
    let find: usize = 0;
    if (place !== 0) {
      find = noteFind(placeIndex(place), first, at + shift(), findOf(level));
      if (isObject) noteKey(find, memberStart + shift(), memberEnd + shift());
    }

    if (first === QUOTE) {
      const text = at + 1;
      at = endOfPlain(text);
      if (byteAt(at) !== QUOTE) at = closingQuote(at);
      if (at === REFUSED) return REFUSED;
      if (at - text >= SHORTEST_ADDRESS) noteExpiry(text, at, text + shift());
      at++;
    } else if (first - ZERO < 10 || first === MINUS) {
      const end = endOfInteger(at);
      if (end === REFUSED) return REFUSED;
      if (isReal(end)) at = endOfReal(end);
      else {
        if ((isObject ? isIdKey(keyStart, keyEnd) : holdsIdsOf(level)) || isUnsafeInteger(at, end))
          writeQuoted(at, end);
        at = end;
      }
      if (at === REFUSED) return REFUSED;
    } else if (first === BRACE || first === BRACKET) {
      if (level === deepest) return refuse(TOO_DEEP, at);
      const holdsIds = first === BRACKET && (isObject ? isIdKey(keyStart, keyEnd) : holdsIdsOf(level));
      isObject = first === BRACE;
      if (addsPlainKeys && isObject) openObject();
      closing = first + 2;
      level += LEVEL_SIZE;
      setLevel(level, closing, holdsIds, isObject ? place : 0, isObject || place === 0 ? 0 : elementPlace(place), find);
      at = skipSpace(at + 1);
      if (byteAt(at) !== closing) {
        place = elementPlaceOf(level);
        continue;
      }
      find = 0;
    } else {
      at = endOfLiteral(at, first);
      if (at === REFUSED) return REFUSED;
    }
    if (find !== 0) noteEnd(find, at + shift());
    if (addsPlainKeys && isObject && first !== BRACE) noteScalarEnd(at + shift());

    while (true) {
      if (level === outermost) return at;
      if (byteAt(at) <= SPACE) at = skipSpace(at);
      const byte = byteAt(at);
      if (byte === COMMA) break;
      if (byte !== closing) return refuse(UNEXPECTED, at);
      if (addsPlainKeys && isObject) closeObject(at);
      at++;
      const ended = findOf(level);
      if (ended !== 0) noteEnd(ended, at + shift());
      level -= LEVEL_SIZE;
      closing = closingOf(level);
      isObject = closing === BRACE + 2;
    }
    at++;
    place = elementPlaceOf(level);
  }
}

/** After the `true`, `false` or `null` that begins at `start` with the byte `first`. */
function endOfLiteral(start: usize, first: u32): usize {
  if (first === LOWER_T && load<u32>(start) === 0x65757274) return start + 4;
  if (first === LOWER_N && load<u32>(start) === 0x6c6c756e) return start + 4;
  if (first === LOWER_F && load<u32>(start + 1) === 0x65736c61) return start + 5;
  return refuse(UNEXPECTED, start);
}
