import type { PathNode, Shape } from './shape';
import { rangeWithin, type Span, typeOf } from './span';

/** How many words assembly/finds.ts takes for each. */
const findWords = 7;

/** The spans found in one document, by name (its index in the shape), in document order. */
export class Matches {
  private readonly byName: Span[][];
  /** The last member of each key, by the object around it. */
  private readonly lastMembers = new Map<number, Map<string, Span>>();

  constructor(
    private readonly body: Buffer,
    shape: Shape<never>,
    finds: Uint32Array,
  ) {
    this.byName = shape.names.map(() => []);
    for (let at = 0; at < finds.length; at += findWords) this.read(finds, at, shape.places);
  }

  of(name: number): readonly Span[] {
    return this.byName[name] ?? [];
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
    const members = this.membersOf(finds[at + 6]!);
    const key = keyIn(this.body, memberStart, finds[at + 5]!);
    const former = members.get(key);
    if (former !== undefined) this.forget(node, former);
    const span = { start, end, type, memberStart, former };
    members.set(key, span);
    this.add(node, span);
  }

  private membersOf(object: number): Map<string, Span> {
    const members = this.lastMembers.get(object) ?? new Map<string, Span>();
    this.lastMembers.set(object, members);
    return members;
  }

  private add(node: PathNode, span: Span): void {
    for (const name of node.names) this.byName[name]!.push(span);
  }

  /** As for JSON.parse, the last of several members with one key counts, and nothing inside the former ones does. */
  private forget(node: PathNode, former: Span): void {
    for (const name of node.namesWithin) {
      const spans = this.byName[name]!;
      const [from, to] = rangeWithin(spans, former);
      spans.splice(from, to - from);
    }
  }
}

/** The key that is written, with its quotes, in `start … end`. */
function keyIn(body: Buffer, start: number, end: number): string {
  const written = body.toString('utf8', start + 1, end - 1);
  return written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written;
}
