import * as bytes from './bytes';
import * as idRule from './id-rule';
import { Level } from './level';
import { MalformedJsonError, rejectAt } from './malformed-json-error';
import type { Matches } from './matches';
import * as numbers from './numbers';
import type { PathNode } from './shape';
import { type OpenSpan, typeOf } from './span';
import * as strings from './strings';

// Taken out of their modules once: a compiled import is a getter, too slow for the loop below.
const { BRACE, BRACKET, byteAt, COLON, COMMA, MINUS, NINE, QUOTE, skipSpace, SPACE, ZERO } = bytes;
const { isIdKey } = idRule;
const { endOfInteger, endOfReal, isReal, isUnsafeInteger } = numbers;
const { closingQuote, endOfPlain } = strings;

/** How deep objects and arrays may nest. */
const MAX_DEPTH = 10_000;

/** Reads the documents of one body, front to back, and notes the integers that leave as strings. */
export class Scanner {
  /** Start and end of each integer to be quoted, ascending, in pairs. */
  readonly ids: number[] = [];
  private readonly view: DataView;

  constructor(
    private readonly body: Buffer,
    private readonly root: PathNode,
  ) {
    this.view = new DataView(body.buffer, body.byteOffset, body.length);
  }

  /**
   * Reads the document that begins at `start`, adds what is on a path to `matches`, and returns the index after it.
   *
   * This is the hot loop, in one piece because its state lives in local variables. A round reads one key with its
   * colon (when `keyDue`), or one value and then the ends of all objects and arrays that end after it. Levels are a
   * linked list, so depth costs no call stack. Most keys are never looked at: only when the object is on a path, or
   * when the value is an integer or an array and the id rule asks.
   */
  document(start: number, matches: Matches): number {
    const { body, ids, view } = this;
    let level = Level.outermost();
    let node: PathNode | undefined = this.root;
    let keyDue = false;
    // The last key: where it stands with its quotes, and its bytes without them, decoded when it has escapes.
    let memberStart = 0;
    let key = body;
    let keyStart = 0;
    let keyEnd = 0;

    for (let at = start; ; ) {
      let first = byteAt(body, at);
      if (first <= SPACE) {
        at = skipSpace(body, at);
        first = byteAt(body, at);
      }
      let quote = 0;
      let isPlain = true;
      if (first === QUOTE) {
        quote = endOfPlain(body, view, at + 1);
        isPlain = byteAt(body, quote) === QUOTE;
        if (!isPlain) quote = closingQuote(body, view, quote);
      }

      if (keyDue) {
        if (first !== QUOTE) rejectAt(body, at);
        memberStart = at;
        key = isPlain ? body : decodedKey(body, at, quote + 1);
        keyStart = isPlain ? at + 1 : 0;
        keyEnd = isPlain ? quote : key.length;
        at = quote + 1;
        if (byteAt(body, at) !== COLON) at = skipSpace(body, at);
        if (byteAt(body, at) !== COLON) rejectAt(body, at);
        at++;
        node = level.object?.member(key, keyStart, keyEnd);
        keyDue = false;
        continue;
      }

      let span: OpenSpan | undefined;
      if (node !== undefined) {
        span = { start: at, end: at, type: typeOf(first), memberStart: undefined, former: undefined };
        if (level.isObject) {
          span.memberStart = memberStart;
          span.former = level.replaceMember(key.toString('utf8', keyStart, keyEnd), span);
          if (span.former !== undefined) matches.forget(node, span.former);
        }
        matches.add(node, span);
      }

      if (first === QUOTE) at = quote + 1;
      else if (first === MINUS || (first >= ZERO && first <= NINE)) {
        const end = endOfInteger(body, at);
        if (isReal(body, end)) at = endOfReal(body, end);
        else {
          const isId = level.isObject ? isIdKey(key, keyStart, keyEnd) : level.holdsIds;
          if (isId || isUnsafeInteger(body, at, end)) ids.push(at, end);
          at = end;
        }
      } else if (first === BRACE || first === BRACKET) {
        const holdsIds = first === BRACKET && (level.isObject ? isIdKey(key, keyStart, keyEnd) : level.holdsIds);
        level = level.enter(first, holdsIds, node, span);
        if (level.depth > MAX_DEPTH) throw new MalformedJsonError(`nested deeper than ${MAX_DEPTH} levels`, at);
        at = skipSpace(body, at + 1);
        if (byteAt(body, at) !== level.closing) {
          keyDue = level.isObject;
          node = level.element;
          continue;
        }
      } else at = endOfLiteral(body, at, first);
      if (span !== undefined) span.end = at;

      for (;;) {
        if (level.parent === undefined) return at;
        let byte = byteAt(body, at);
        if (byte <= SPACE) {
          at = skipSpace(body, at);
          byte = byteAt(body, at);
        }
        if (byte === COMMA) break;
        if (byte !== level.closing) rejectAt(body, at);
        at++;
        if (level.span !== undefined) level.span.end = at;
        level = level.parent;
      }
      at++;
      keyDue = level.isObject;
      node = level.element;
    }
  }
}

/** Index after the `true`, `false` or `null` that begins at `start` with the byte `first`. */
function endOfLiteral(body: Buffer, start: number, first: number): number {
  const next = (byteAt(body, start + 1) << 16) | (byteAt(body, start + 2) << 8) | byteAt(body, start + 3);
  if (first === 0x74 && next === 0x727565) return start + 4;
  if (first === 0x6e && next === 0x756c6c) return start + 4;
  if (first === 0x66 && next === 0x616c73 && byteAt(body, start + 4) === 0x65) return start + 5;
  return rejectAt(body, start);
}

function decodedKey(body: Buffer, start: number, end: number): Buffer {
  return Buffer.from(JSON.parse(body.toString('utf8', start, end)) as string);
}
