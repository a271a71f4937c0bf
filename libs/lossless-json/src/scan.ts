import { skipSpace } from './bytes';
import { type Output, scanBody } from './scanner';
import type { PathNode, Shape } from './shape';
import { countBefore, rangeWithin, type Span, typeOf } from './span';

/** The values of one document that a shape's paths matched, and the output: the whole body, with ids quoted. */
export class Scan<in Name extends string = never> {
  private readonly matches: Matches;

  /** @param output of the whole body @param ids start and end of every quoted id with its quotes, ascending */
  constructor(
    readonly output: Output,
    private readonly ids: Uint32Array,
    readonly shape: Shape<Name>,
    matches: Uint32Array,
  ) {
    this.matches = new Matches(output.bytes, shape, matches);
  }

  get body(): Buffer {
    return this.output.bytes;
  }

  /** The last match of a name. */
  one(name: Name): Span | undefined {
    return this.all(name).at(-1);
  }

  /** All matches of a name in document order. Of members with the same key, only the last one counts. */
  all(name: Name): readonly Span[] {
    return this.matches.of(this.shape.indexOf(name));
  }

  /** Matches inside another span. */
  within(span: Pick<Span, 'start' | 'end'>, name: Name): readonly Span[] {
    const spans = this.all(name);
    return spans.slice(...rangeWithin(spans, span));
  }

  /** A string is decoded. Other values are as the upstream wrote them, so numbers keep all their digits. */
  text(span: Span): string {
    return span.type === 'string' ? (JSON.parse(this.written(span)) as string) : this.written(span);
  }

  key(member: Span): string {
    return keyOf(this.body, member);
  }

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

  isEmpty(span: Span): boolean {
    const isContainer = span.type === 'object' || span.type === 'array';
    return isContainer && skipSpace(this.body, span.start + 1) === span.end - 1;
  }
}

/** Scans one JSON document of UTF-8 without a byte order mark. @throws {MalformedJsonError}, also above 10,000 levels */
export function scanJson<Name extends string>(body: Buffer, shape: Shape<Name>): Scan<Name> {
  return scansOf(body, shape, false)[0]!;
}

/** Scans a stream of objects and arrays. @throws {MalformedJsonError} also if the last document is truncated */
export function scanJsonRows<Name extends string>(body: Buffer, shape: Shape<Name>): Scan<Name>[] {
  return scansOf(body, shape, true);
}

function scansOf<Name extends string>(body: Buffer, shape: Shape<Name>, isStream: boolean): Scan<Name>[] {
  const scanned = scanBody(body, shape.table, isStream);
  return scanned.matches.map((matches) => new Scan(scanned.output, scanned.ids, shape, matches));
}

// Words of a record in assembly/matches.ts.
const matchWords = 7;

const none: readonly Span[] = [];

class Matches {
  private readonly byName: (Span[] | undefined)[];
  // By node of the path tree: the first match in the current object, and after a second match the last member of each key.
  // A node matches several members of an object if keys are duplicates, or if the node matches keys by a part of them.
  private readonly last: ({ object: number; member: Span; byKey?: Map<string, Span> } | undefined)[] = [];

  constructor(
    private readonly body: Buffer,
    shape: Shape<never>,
    matches: Uint32Array,
  ) {
    this.byName = new Array(shape.names.length);
    for (let at = 0; at < matches.length; at += matchWords) this.read(matches, at, shape.places);
  }

  of(name: number): readonly Span[] {
    return this.byName[name] ?? none;
  }

  private read(matches: Uint32Array, at: number, places: readonly PathNode[]): void {
    const node = places[matches[at]!]!;
    const type = typeOf(matches[at + 1]!);
    const start = matches[at + 2]!;
    const end = matches[at + 3]!;
    const memberStart = matches[at + 4]!;
    if (memberStart === 0) {
      this.add(node, { start, end, type, memberStart: undefined, overridden: undefined });
      return;
    }
    const span = { start, end, type, memberStart, overridden: undefined };
    this.add(node, this.linked(node, matches[at + 6]!, span));
  }

  private linked(node: PathNode, object: number, member: Span): Span {
    const last = this.last[node.index];
    if (last?.object !== object) {
      this.last[node.index] = { object, member };
      return member;
    }
    last.byKey ??= new Map([[keyOf(this.body, last.member), last.member]]);
    const key = keyOf(this.body, member);
    const overridden = last.byKey.get(key);
    if (overridden !== undefined) this.forget(node, overridden);
    const span = { ...member, overridden };
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

  /** As in `JSON.parse`, the last of several equal keys counts: drops matches inside the overridden member. */
  private forget(node: PathNode, overridden: Span): void {
    for (const name of node.namesWithin) {
      const spans = this.byName[name];
      if (!spans) continue;
      const [from, to] = rangeWithin(spans, overridden);
      spans.splice(from, to - from);
    }
  }
}

function keyOf(body: Buffer, { memberStart, start }: Span): string {
  const written = body.toString('utf8', memberStart, start);
  return JSON.parse(written.slice(0, written.lastIndexOf('"') + 1)) as string;
}
