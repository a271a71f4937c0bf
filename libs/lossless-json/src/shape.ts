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
 * @throws {TypeError} for text that is not a path
 */
export function compileShape<Name extends string>(paths: Paths<Name>): Shape<Name> {
  const names = Object.keys(paths) as Name[];
  const root = new PathNode();
  const keys = names.map((name, index) => {
    const parsed = [paths[name]].flat().map(parsePath);
    for (const steps of parsed) root.mark(steps, index);
    const last = parsed[0]?.at(-1);
    return last === undefined || last === ELEMENT || last.startsWith(STEM) ? undefined : last;
  });
  return { names, indexOf: (name) => names.indexOf(name), keys, root };
}

const ELEMENT = '[]';
const STEM = '~';

interface Branch {
  readonly text: string;
  readonly word: Word;
  readonly node: PathNode;
}

/** A place on some path: where the scanner is, as long as the keys it went through are on one. */
export class PathNode {
  /** Names (by index) whose path ends here. */
  readonly names: number[] = [];
  /** Names whose path ends here or below. */
  readonly namesWithin: number[] = [];
  /** The place of the elements of an array that stands here. */
  element: PathNode | undefined;
  private readonly keys: Branch[] = [];
  private readonly stems: Branch[] = [];

  get hasKeys(): boolean {
    return this.keys.length + this.stems.length > 0;
  }

  /** Where the key in `bytes[start … end)` leads: a whole key goes before a stem, an earlier stem before a later. */
  member(bytes: Buffer, start: number, end: number): PathNode | undefined {
    for (const { word, node } of this.keys) {
      if (word.length === end - start && hasWord(bytes, start, word)) return node;
    }
    if (this.stems.length === 0) return undefined;
    const key = bytes.subarray(start, end);
    return this.stems.find(({ text }) => key.includes(text))?.node;
  }

  /** Makes the path of `steps` from here end in the name. */
  mark(steps: readonly string[], name: number): void {
    if (!this.namesWithin.includes(name)) this.namesWithin.push(name);
    const [step, ...rest] = steps;
    if (step === undefined) this.names.push(name);
    else this.down(step).mark(rest, name);
  }

  private down(step: string): PathNode {
    if (step === ELEMENT) {
      this.element ??= new PathNode();
      return this.element;
    }
    const isStem = step.startsWith(STEM);
    const text = isStem ? step.slice(STEM.length) : step;
    const branches = isStem ? this.stems : this.keys;
    const known = branches.find((branch) => branch.text === text);
    if (known) return known.node;
    const branch = { text, word: wordOf(text), node: new PathNode() };
    branches.push(branch);
    return branch.node;
  }
}

/** `items[].media` → `items`, `[]`, `media`. */
function parsePath(path: string): string[] {
  const steps = path.match(/\[\]|[^.[\]]+/g) ?? [];
  if (steps.join('.').replaceAll('.[]', '[]') !== path) throw new TypeError(`Not a path: ${path}`);
  return steps;
}
