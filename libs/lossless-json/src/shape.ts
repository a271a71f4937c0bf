/**
 * Paths to match, by name; a name may have several paths, or none. A path is a list of keys joined by dots, such as
 * `paging_info.max_id`. `[]` matches every element of an array, `~stem` any key that contains the stem, `~` any key, and
 * the empty path the whole document. Keys with a dot or bracket can be matched only by a stem.
 */
export type Paths<Name extends string> = Readonly<Record<Name, string | readonly string[]>>;

/** Address of the path table in the scanner's memory, behind the nesting levels. */
export const pathTableAddress = 256 * 1_024;

export interface PathTable {
  readonly bytes: Uint8Array;
  readonly root: number;
  readonly addsPlainKeys: boolean;
}

export interface ShapeOptions {
  /** Adds `taken_at` beside a typed key such as `1ltaken_at`, if the object lacks it and the value is a scalar. */
  readonly addPlainKeys?: boolean;
}

/** Compiled paths. Compile once at start, not for each body. */
export interface Shape<in Name extends string> {
  readonly names: readonly string[];
  readonly indexOf: (name: Name) => number;
  /** Key under which `objectWith` adds a missing name: the last key of its first path. */
  readonly keys: readonly (string | undefined)[];
  readonly places: readonly PathNode[];
  readonly table: PathTable;
}

/** Compiles paths into a tree. @throws {TypeError} for an invalid path, or over 31 branches or 6 stems at one place */
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

function parsePath(path: string): string[] {
  const steps = path.match(/\[\]|[^.[\]]+/g) ?? [];
  if (steps.join('.').replaceAll('.[]', '[]') !== path) throw new TypeError(`Not a path: ${path}`);
  return steps;
}

function isKey(step: string): boolean {
  return step !== ELEMENT && !step.startsWith(STEM);
}

interface RemainingPath {
  readonly steps: readonly string[];
  readonly name: number;
}

interface Branch {
  readonly step: string;
  readonly text: string;
  readonly isStem: boolean;
}

const maxBranches = 31;
const maxStems = 6;

export class PathNode {
  readonly index: number;
  /** Indices of the names whose path ends here. */
  readonly names: readonly number[];
  /** Indices of the names whose path ends here or below. */
  readonly namesWithin: readonly number[];
  readonly element: PathNode | undefined;
  readonly branches: readonly Branch[];
  readonly members: ReadonlyMap<number, PathNode>;

  constructor(
    private readonly paths: readonly RemainingPath[],
    private readonly places: PathNode[],
  ) {
    this.index = places.push(this) - 1;
    this.names = paths.filter(({ steps }) => steps.length === 0).map(({ name }) => name);
    this.namesWithin = [...new Set(paths.map(({ name }) => name))];
    const steps = [...new Set(paths.flatMap((path) => path.steps.slice(0, 1)))];
    this.element = steps.includes(ELEMENT) ? this.after([ELEMENT]) : undefined;
    this.branches = steps.filter((step) => step !== ELEMENT).map(branchOf);
    this.members = new Map(this.possibleKeys().map((taken) => [this.bitsOf(taken), this.after(taken)]));
  }

  /** All sets of branches that one key can take: a key excludes other keys, but may contain any combination of stems. */
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
    const paths = this.paths.filter(({ steps: [first] }) => first !== undefined && taken.includes(first));
    return new PathNode(
      paths.map(({ steps, name }) => ({ steps: steps.slice(1), name })),
      this.places,
    );
  }
}

function branchOf(step: string): Branch {
  const isStem = !isKey(step);
  return { step, text: isStem ? step.slice(STEM.length) : step, isStem };
}

const wordBytes = 4;

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
