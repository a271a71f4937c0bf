import { skipSpace } from './bytes';
import { type Output, scanBody } from './scanner';
import type { PathNode, Shape } from './shape';
import { countBefore, rangeWithin, type Span, typeOf } from './span';

/** One document of a body, its ids made strings, and what its shape's names found there. */
export class Scan<in Name extends string = never> {
  private readonly matches: Matches;

  /**
   * @param output all of the body, other documents included
   * @param ids start and end of every integer of the body that was quoted, quotes included, ascending, in pairs
   */
  constructor(
    readonly output: Output,
    private readonly ids: Uint32Array,
    readonly shape: Shape<Name>,
    finds: Uint32Array,
  ) {
    this.matches = new Matches(output.bytes, shape, finds);
  }

  get body(): Buffer {
    return this.output.bytes;
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

  /** The key of a member of an object, its escapes decoded. */
  key(member: Span): string {
    return keyOf(this.body, member);
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
export function scanJson<Name extends string>(body: Buffer, shape: Shape<Name>): Scan<Name> {
  return scansOf(body, shape, false)[0]!;
}

/**
 * Scans a body of one or more documents, as streams send them, each an object or an array. Line feeds or other white
 * space may stand between them: two numbers in a row, in contrast, could not be told from one.
 *
 * @throws {MalformedJsonError} as {@link scanJson}, also when the last document is cut
 */
export function scanJsonRows<Name extends string>(body: Buffer, shape: Shape<Name>): Scan<Name>[] {
  return scansOf(body, shape, true);
}

function scansOf<Name extends string>(body: Buffer, shape: Shape<Name>, isStream: boolean): Scan<Name>[] {
  const scanned = scanBody(body, shape.table, isStream);
  return scanned.finds.map((finds) => new Scan(scanned.output, scanned.ids, shape, finds));
}

/** How many words assembly/finds.ts takes for each. */
const findWords = 7;

const none: readonly Span[] = [];

/** The spans found in one document, by name (its index in the shape), in document order. */
class Matches {
  private readonly byName: (Span[] | undefined)[];
  /**
   * By place, the object whose member was found there last, and that member; with several, which only a stem can find, by key.
   * Equal keys of an object lead to one place, where no other object's members are found in between.
   */
  private readonly last: ({ object: number; member: Span; byKey?: Map<string, Span> } | undefined)[] = [];

  constructor(
    private readonly body: Buffer,
    shape: Shape<never>,
    finds: Uint32Array,
  ) {
    this.byName = new Array(shape.names.length);
    for (let at = 0; at < finds.length; at += findWords) this.read(finds, at, shape.places);
  }

  of(name: number): readonly Span[] {
    return this.byName[name] ?? none;
  }

  private read(finds: Uint32Array, at: number, places: readonly PathNode[]): void {
    const node = places[finds[at]!]!;
    const type = typeOf(finds[at + 1]!);
    const start = finds[at + 2]!;
    const end = finds[at + 3]!;
    const memberStart = finds[at + 4]!;
    if (memberStart === 0) {
      this.add(node, { start, end, type, memberStart: undefined, former: undefined });
      return;
    }
    const span = { start, end, type, memberStart, former: undefined };
    this.add(node, this.afterFormer(node, finds[at + 6]!, span));
  }

  /** The member, with the one of the same object and key that it takes the place of, if there is one. */
  private afterFormer(node: PathNode, object: number, member: Span): Span {
    const last = this.last[node.index];
    if (last?.object !== object) {
      this.last[node.index] = { object, member };
      return member;
    }
    last.byKey ??= new Map([[keyOf(this.body, last.member), last.member]]);
    const key = keyOf(this.body, member);
    const former = last.byKey.get(key);
    if (former !== undefined) this.forget(node, former);
    const span = { ...member, former };
    last.byKey.set(key, span);
    return span;
  }

  private add(node: PathNode, span: Span): void {
    for (const name of node.names) {
      const spans = this.byName[name];
      if (spans) spans.push(span);
      else this.byName[name] = [span];
    }
  }

  /** As for JSON.parse, the last of several members with one key counts, and nothing inside the former ones does. */
  private forget(node: PathNode, former: Span): void {
    for (const name of node.namesWithin) {
      const spans = this.byName[name];
      if (!spans) continue;
      const [from, to] = rangeWithin(spans, former);
      spans.splice(from, to - from);
    }
  }
}

/** Between its key and its value stand only a colon and white space. */
function keyOf(body: Buffer, { memberStart, start }: Span): string {
  const written = body.toString('utf8', memberStart, start);
  return JSON.parse(written.slice(0, written.lastIndexOf('"') + 1)) as string;
}
