import type { Body } from './body';
import { skipSpace } from './bytes';
import type { LeavingBody } from './leaving-body';
import { Matches } from './matches';
import { scanBody } from './scanner';
import type { Shape } from './shape';
import { countBefore, rangeWithin, type Span } from './span';

/** One document of a body as it leaves, its ids made strings, and what its shape's names found there. */
export class Scan<in Name extends string = never> {
  private readonly matches: Matches;

  /**
   * @param leaving all of the body, other documents included
   * @param ids start and end of every integer of the body that was quoted, quotes included, ascending, in pairs
   */
  constructor(
    readonly leaving: LeavingBody,
    private readonly ids: Uint32Array,
    readonly shape: Shape<Name>,
    finds: Uint32Array,
  ) {
    this.matches = new Matches(leaving.bytes, shape, finds);
  }

  /** @throws {Error} when an answer has been made of it */
  get body(): Buffer {
    return this.leaving.bytes;
  }

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

  /** What a string says, its escapes decoded; any other value as it came, a number with its exact digits. */
  text(span: Span): string {
    return span.type === 'string' ? (JSON.parse(this.written(span)) as string) : this.written(span);
  }

  /** A value as it came, its ids still the numbers that they were. */
  private written({ start, end }: Span): string {
    const startOf = (index: number) => this.ids[2 * index] as number;
    let from = start;
    let text = '';
    for (let id = countBefore(start, this.ids.length / 2, startOf); startOf(id) < end; id++) {
      text += this.body.toString('utf8', from, startOf(id));
      text += this.body.toString('utf8', startOf(id) + 1, this.ids[2 * id + 1]! - 1);
      from = this.ids[2 * id + 1]!;
    }
    return text + this.body.toString('utf8', from, end);
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
export function scanJson<Name extends string>(body: Body, shape: Shape<Name>): Scan<Name> {
  return scansOf(body, shape, false)[0]!;
}

/**
 * Scans a body of one or more documents, as streams send them, each an object or an array. Line feeds or other white
 * space may stand between them: two numbers in a row, in contrast, could not be told from one.
 *
 * @throws {MalformedJsonError} as {@link scanJson}, also when the last document is cut
 */
export function scanJsonRows<Name extends string>(body: Body, shape: Shape<Name>): Scan<Name>[] {
  return scansOf(body, shape, true);
}

function scansOf<Name extends string>(body: Body, shape: Shape<Name>, isStream: boolean): Scan<Name>[] {
  const scanned = scanBody(body, shape.table, isStream);
  return scanned.finds.map((finds) => new Scan(scanned.body, scanned.ids, shape, finds));
}
