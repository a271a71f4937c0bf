import type { PathNode } from './shape';
import { rangeWithin, type Span } from './span';

/** The spans found in one document, by name (its index in the shape), in document order. */
export class Matches {
  private readonly byName: Span[][];

  constructor(names: readonly string[]) {
    this.byName = names.map(() => []);
  }

  of(name: number): readonly Span[] {
    return this.byName[name] ?? [];
  }

  add(node: PathNode, span: Span): void {
    for (const name of node.names) this.byName[name]?.push(span);
  }

  /** As for JSON.parse, the last of several members with one key counts, and nothing inside the former ones does. */
  forget(node: PathNode, former: Span): void {
    for (const name of node.namesWithin) {
      const spans = this.byName[name] as Span[];
      const [from, to] = rangeWithin(spans, former);
      spans.splice(from, to - from);
    }
  }
}
