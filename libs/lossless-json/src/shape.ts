import { hasWord, type Word, wordOf } from './bytes';

/**
 * What to find in a body, under names of the caller's choice; a name may have several paths, or none. A path is a
 * list of keys joined by dots: `users`, `paging_info.max_id`. `[]` stands for every element of an array:
 * `items[].media`, `[].id`. `~stem` is any key that contains the stem, and `~` any key at all. The empty path is the
 * whole document. A key that itself has a dot or a bracket in it can be reached by a stem only.
 */
export type Paths<Name extends string> = Readonly<Record<Name, string | readonly string[]>>;

/** Compiled paths. Make one for each kind of body when the program starts, not for each body. */
export interface Shape<in Name extends string> {
  readonly names: readonly string[];
  readonly indexOf: (name: Name) => number;
  /** The key under which a name is added to an object that lacks it: its first path's last, if that is a whole key. */
  readonly keys: readonly (string | undefined)[];
  /** Where the document stands. */
  readonly root: PathNode;
}

/**
 * Compiles paths into a tree, down which the scanner walks beside the document.
 *
 * @throws {TypeError} for text that is not a path, or more than 31 different keys and stems at one place
 */
export function compileShape<Name extends string>(paths: Paths<Name>): Shape<Name> {
  const names = Object.keys(paths) as Name[];
  const parsed = names.map((name) => [paths[name]].flat().map(parsePath));
  return {
    names,
    indexOf: (name) => names.indexOf(name),
    keys: parsed.map(([steps]) => steps?.at(-1)).map((step) => (step && isKey(step) ? step : undefined)),
    root: new PathNode(parsed.flatMap((ways, name) => ways.map((steps) => ({ steps, name })))),
  };
}

const ELEMENT = '[]';
const STEM = '~';

/** `items[].media` → `items`, `[]`, `media`. */
function parsePath(path: string): string[] {
  const steps = path.match(/\[\]|[^.[\]]+/g) ?? [];
  if (steps.join('.').replaceAll('.[]', '[]') !== path) throw new TypeError(`Not a path: ${path}`);
  return steps;
}

function isKey(step: string): boolean {
  return step !== ELEMENT && !step.startsWith(STEM);
}

/** What is left to go of a name's path. */
interface Trail {
  readonly steps: readonly string[];
  readonly name: number;
}

/** A place on some paths: where the scanner is, as long as the keys it went through are on one. */
export class PathNode {
  /** Names (by index) whose path ends here. */
  readonly names: readonly number[];
  /** Names whose path ends here or below. */
  readonly namesWithin: readonly number[];
  /** The place of the elements of an array that stands here. */
  readonly element: PathNode | undefined;
  private readonly branches: readonly Branch[];
  /** The places of members, by the branches that their keys take (a bit each). */
  private readonly members = new Map<number, PathNode>();

  constructor(private readonly trails: readonly Trail[]) {
    this.names = trails.filter(({ steps }) => steps.length === 0).map(({ name }) => name);
    this.namesWithin = [...new Set(trails.map(({ name }) => name))];
    const steps = [...new Set(trails.flatMap((trail) => trail.steps.slice(0, 1)))];
    this.element = steps.includes(ELEMENT) ? this.after((step) => step === ELEMENT) : undefined;
    this.branches = steps.filter((step) => step !== ELEMENT).map((step, index) => new Branch(step, index));
  }

  get hasKeys(): boolean {
    return this.branches.length > 0;
  }

  /** Where the key in `bytes[start … end)` leads: on along every path that it fits. */
  member(bytes: Buffer, start: number, end: number): PathNode | undefined {
    let taken = 0;
    for (const branch of this.branches) if (branch.fits(bytes, start, end)) taken |= branch.bit;
    return taken === 0 ? undefined : (this.members.get(taken) ?? this.open(taken));
  }

  private open(taken: number): PathNode {
    const steps = this.branches.filter(({ bit }) => (taken & bit) !== 0).map(({ step }) => step);
    const node = this.after((step) => steps.includes(step));
    this.members.set(taken, node);
    return node;
  }

  private after(isTaken: (step: string) => boolean): PathNode {
    const taken = this.trails.filter(({ steps: [first] }) => first !== undefined && isTaken(first));
    return new PathNode(taken.map(({ steps, name }) => ({ steps: steps.slice(1), name })));
  }
}

/** A key or stem that leads on from a place. */
class Branch {
  readonly bit: number;
  private readonly word: Word;
  private readonly isStem: boolean;

  constructor(
    readonly step: string,
    index: number,
  ) {
    if (index > 30) throw new TypeError('More than 31 keys and stems at one place of a shape');
    this.bit = 1 << index;
    this.isStem = !isKey(step);
    this.word = wordOf(this.isStem ? step.slice(STEM.length) : step);
  }

  fits(bytes: Buffer, start: number, end: number): boolean {
    const spare = end - start - this.word.length;
    if (!this.isStem) return spare === 0 && hasWord(bytes, start, this.word);
    for (let offset = 0; offset <= spare; offset++) if (hasWord(bytes, start + offset, this.word)) return true;
    return false;
  }
}
