import { BRACE } from './bytes';
import type { PathNode } from './shape';
import type { OpenSpan, Span } from './span';

/** An object or array that the scanner is inside of, or the outermost level, which holds the document. */
export class Level {
  readonly depth: number;
  readonly isObject: boolean;
  /** The byte that ends it: in ASCII the next but one after the one that opens it. */
  readonly closing: number;
  /** The object's place on a path; undefined when no path goes through here. */
  readonly object: PathNode | undefined;
  /** The same of the array's elements. */
  readonly element: PathNode | undefined;
  private lastMembers: Map<string, Span> | undefined;

  private constructor(
    readonly parent: Level | undefined,
    opening: number,
    /** Integers in here leave as strings: it is an array under a key that names an id, or in such an array. */
    readonly holdsIds: boolean,
    node: PathNode | undefined,
    /** To be given its end when the level closes. */
    readonly span: OpenSpan | undefined,
  ) {
    this.depth = parent === undefined ? 0 : parent.depth + 1;
    this.isObject = opening === BRACE;
    this.closing = opening + 2;
    this.object = node?.hasKeys ? node : undefined;
    this.element = this.isObject ? undefined : node?.element;
  }

  static outermost(): Level {
    return new Level(undefined, 0, false, undefined, undefined);
  }

  /** The level inside this one that the byte `opening` opens. */
  enter(opening: number, holdsIds: boolean, node: PathNode | undefined, span: OpenSpan | undefined): Level {
    return new Level(this, opening, holdsIds, node, span);
  }

  /** Notes a member that is on a path, and returns the one it takes the place of: a former one with the same key. */
  replaceMember(key: string, span: Span): Span | undefined {
    this.lastMembers ??= new Map();
    const former = this.lastMembers.get(key);
    this.lastMembers.set(key, span);
    return former;
  }
}
