/**
 * What to find in a body, under names of the caller's choice; a name may have several paths, or none. A path is a
 * list of keys joined by dots: `users`, `paging_info.max_id`. `[]` stands for every element of an array:
 * `items[].media`, `[].id`. `~stem` is any key that contains the stem, and `~` any key at all. The empty path is the
 * whole document. A key that itself has a dot or a bracket in it can be reached by a stem only.
 */
export type Paths<Name extends string> = Readonly<Record<Name, string | readonly string[]>>;

/** Where the table of paths stands in the scanner's memory: after its levels. */
export const pathTableAddress = 256 * 1_024;

/** A shape's places as assembly/paths.ts reads them. */
export interface PathTable {
  readonly bytes: Uint8Array;
  /** Address of the place where the document stands. */
  readonly root: number;
  readonly addsPlainKeys: boolean;
}

export interface ShapeOptions {
  /**
   * Whether an object gets a member under the plain key for each that has the type of its value before it (`1ltaken_at`,
   * `1flat`) and is neither an object nor an array, unless there is one already.
   */
  readonly addPlainKeys?: boolean;
}

/** Compiled paths. Make one for each kind of body when the program starts, not for each body. */
export interface Shape<in Name extends string> {
  readonly names: readonly string[];
  readonly indexOf: (name: Name) => number;
  /** The key under which a name is added to an object that lacks it: its first path's last, if that is a whole key. */
  readonly keys: readonly (string | undefined)[];
  /** Every place on a path, by its index. */
  readonly places: readonly PathNode[];
  readonly table: PathTable;
}

/**
 * Compiles paths into a tree, down which the scanner walks beside the document.
 *
 * @throws {TypeError} for text that is not a path, more than 31 different keys and stems at one place, or more than 6 stems
 */
export function compileShape<Name extends string>(paths: Paths<Name>, options: ShapeOptions = {}): Shape<Name> {
  const names = Object.keys(paths) as Name[];
  const parsed = names.map((name) => [paths[name]].flat().map(parsePath));
  const places: PathNode[] = [];
  new PathNode(
    parsed.flatMap((ways, name) => ways.map((steps) => ({ steps, name }))),
    places,
  );
  return {
    names,
    indexOf: (name) => names.indexOf(name),
    keys: parsed.map(([steps]) => steps?.at(-1)).map((step) => (step && isKey(step) ? step : undefined)),
    places,
    table: { ...pathTable(places), addsPlainKeys: options.addPlainKeys === true },
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

/** A key or stem that leads on from a place. */
interface Branch {
  readonly step: string;
  readonly text: string;
  readonly isStem: boolean;
}

const maxBranches = 31;
const maxStems = 6;

/** A place on some paths: where the scanner is, as long as the keys it went through are on one. */
export class PathNode {
  readonly index: number;
  /** Names (by index) whose path ends here. */
  readonly names: readonly number[];
  /** Names whose path ends here or below. */
  readonly namesWithin: readonly number[];
  readonly element: PathNode | undefined;
  readonly branches: readonly Branch[];
  readonly members: ReadonlyMap<number, PathNode>;

  /** @param places gets this one and all that are below it */
  constructor(
    private readonly trails: readonly Trail[],
    private readonly places: PathNode[],
  ) {
    this.index = places.push(this) - 1;
    this.names = trails.filter(({ steps }) => steps.length === 0).map(({ name }) => name);
    this.namesWithin = [...new Set(trails.map(({ name }) => name))];
    const steps = [...new Set(trails.flatMap((trail) => trail.steps.slice(0, 1)))];
    this.element = steps.includes(ELEMENT) ? this.after([ELEMENT]) : undefined;
    this.branches = steps.filter((step) => step !== ELEMENT).map(branchOf);
    this.members = new Map(this.possibleKeys().map((taken) => [this.bitsOf(taken), this.after(taken)]));
  }

  /** Every set of steps that one key can take. Keys exclude each other; which stems another key has, nobody knows. */
  private possibleKeys(): string[][] {
    const stems = this.branches.filter(({ isStem }) => isStem);
    if (this.branches.length > maxBranches || stems.length > maxStems)
      throw new TypeError(`More than ${maxBranches} keys and stems, or ${maxStems} stems, at one place of a shape`);
    const keys = this.branches.filter(({ isStem }) => !isStem);
    const ofKeys = keys.map(({ text }) => [
      text,
      ...stems.filter((s) => text.includes(s.text)).map(({ step }) => step),
    ]);
    let ofStems: string[][] = [[]];
    for (const { step } of stems) ofStems = ofStems.flatMap((taken) => [taken, [...taken, step]]);
    return [...ofKeys, ...ofStems.filter((taken) => taken.length > 0)];
  }

  private bitsOf(taken: readonly string[]): number {
    return this.branches.reduce((bits, { step }, index) => (taken.includes(step) ? bits | (1 << index) : bits), 0);
  }

  private after(taken: readonly string[]): PathNode {
    const trails = this.trails.filter(({ steps: [first] }) => first !== undefined && taken.includes(first));
    return new PathNode(
      trails.map(({ steps, name }) => ({ steps: steps.slice(1), name })),
      this.places,
    );
  }
}

function branchOf(step: string): Branch {
  const isStem = !isKey(step);
  return { step, text: isStem ? step.slice(STEM.length) : step, isStem };
}

const wordBytes = 4;

/** @param places with the root first */
function pathTable(places: readonly PathNode[]): Omit<PathTable, 'addsPlainKeys'> {
  const addresses = new Map<PathNode, number>();
  let end = pathTableAddress;
  for (const place of places) {
    addresses.set(place, end);
    end += wordBytes * (3 + 3 * place.branches.length + 2 * place.members.size);
  }
  const words: number[] = [];
  const texts: Buffer[] = [];
  for (const place of places) {
    words.push(place.index, place.element ? (addresses.get(place.element) as number) : 0, place.branches.length);
    for (const { text, isStem } of place.branches) {
      const bytes = Buffer.from(text);
      words.push(end, bytes.length, Number(isStem));
      texts.push(bytes);
      end += bytes.length;
    }
    for (const [taken, member] of place.members) words.push(taken, addresses.get(member) as number);
  }
  return { bytes: Buffer.concat([new Uint8Array(Uint32Array.from(words).buffer), ...texts]), root: pathTableAddress };
}
