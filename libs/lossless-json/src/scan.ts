import { isUtf8 } from 'node:buffer';
import { BRACE, BRACKET, byteAt, skipSpace } from './bytes';
import { MalformedJsonError, rejectAt } from './malformed-json-error';
import { Matches } from './matches';
import { Scanner } from './scanner';
import type { Shape } from './shape';
import { rangeWithin, type Span } from './span';

/** One document of a body: what its shape's names found there, and which integers leave as strings. */
export class Scan<in Name extends string = never> {
  /**
   * @param ids start and end of every integer of the body that leaves as a string, ascending, in pairs
   */
  constructor(
    readonly body: Buffer,
    readonly ids: readonly number[],
    readonly shape: Shape<Name>,
    private readonly matches: Matches,
  ) {}

  /** The last value that a path of the name leads to; undefined when there is none. */
  one(name: Name): Span | undefined {
    return this.all(name).at(-1);
  }

  /** All of them, in document order. Of several members with one key in one object, only the last one counts. */
  all(name: Name): readonly Span[] {
    return this.matches.of(this.shape.indexOf(name));
  }

  /** Those that lie inside another span. */
  within(span: Pick<Span, 'start' | 'end'>, name: Name): readonly Span[] {
    const spans = this.all(name);
    return spans.slice(...rangeWithin(spans, span));
  }

  /** What a string says, its escapes decoded; any other value as it is written, a number with its exact digits. */
  text(span: Span): string {
    const written = this.body.toString('utf8', span.start, span.end);
    return span.type === 'string' ? (JSON.parse(written) as string) : written;
  }

  /** Whether it is an object without members or an array without elements. */
  isEmpty(span: Span): boolean {
    const isContainer = span.type === 'object' || span.type === 'array';
    return isContainer && skipSpace(this.body, span.start + 1) === span.end - 1;
  }
}

/**
 * Scans a body that is exactly one JSON document, which white space may surround. It takes what JSON.parse takes, as
 * long as it is UTF-8 without a byte order mark and nests no deeper than 10,000 levels.
 *
 * @throws {MalformedJsonError} for anything else
 */
export function scanJson<Name extends string>(body: Buffer, shape: Shape<Name>): Scan<Name> {
  const scanner = scannerOf(body, shape);
  const matches = new Matches(shape.names);
  const end = skipSpace(body, scanner.document(0, matches));
  if (end < body.length) throw new MalformedJsonError('goes on after the document', end);
  return new Scan(body, scanner.ids, shape, matches);
}

/**
 * Scans a body of one or more documents, as streams send them, each an object or an array. Line feeds or other white
 * space may stand between them: two numbers in a row, in contrast, could not be told from one.
 *
 * @throws {MalformedJsonError} as {@link scanJson}, also when the last document is cut
 */
export function scanJsonRows<Name extends string>(body: Buffer, shape: Shape<Name>): Scan<Name>[] {
  const scanner = scannerOf(body, shape);
  const rows: Scan<Name>[] = [];
  let at = skipSpace(body, 0);
  do {
    const first = byteAt(body, at);
    if (first !== BRACE && first !== BRACKET) rejectAt(body, at);
    const matches = new Matches(shape.names);
    at = skipSpace(body, scanner.document(at, matches));
    rows.push(new Scan(body, scanner.ids, shape, matches));
  } while (at < body.length);
  return rows;
}

function scannerOf(body: Buffer, shape: Shape<never>): Scanner {
  if (!isUtf8(body)) throw new MalformedJsonError('not UTF-8', firstReplaced(body));
  return new Scanner(body, shape.root);
}

/** Where decoding first replaces bytes, because they are not UTF-8. */
function firstReplaced(body: Buffer): number {
  const decoded = Buffer.from(body.toString('utf8'));
  const place = body.findIndex((byte, at) => byte !== decoded[at]);
  return place < 0 ? body.length : place;
}
