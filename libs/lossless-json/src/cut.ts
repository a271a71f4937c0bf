import { BRACE, BRACKET, byteAt, COMMA, skipSpace } from './bytes';

/** Members to keep, by name; `undefined` keeps the whole value. */
export interface Wanted extends ReadonlyMap<string, Wanted | undefined> {}

const maxNesting = 16;

export interface Cut {
  readonly json: Buffer;
  /** The wanted paths that no member matched, names joined by dots. */
  readonly unmatched: readonly string[];
}

/** A wanted member, and whether it was found. Without members, the whole value is wanted. */
interface Goal {
  readonly members: ReadonlyMap<string, Goal> | undefined;
  isFound: boolean;
}

/**
 * Keeps the selected members of an object; their bytes and order do not change. A selection also applies to the objects
 * and arrays in an array; its other elements are left out, and so are arrays nested deeper than {@link maxNesting}.
 * @param json a well-formed JSON value
 */
export function cutJson(json: Buffer, wanted: Wanted): Cut {
  const cutter = new Cutter(json);
  const goal = goalOf(wanted);
  const isWritten = cutter.cut(goal, 0);
  return { json: isWritten ? cutter.written : Buffer.from('{}'), unmatched: unmatchedOf(goal) };
}

function goalOf(wanted: Wanted | undefined): Goal {
  const members = wanted && new Map([...wanted].map(([name, below]) => [name, goalOf(below)]));
  return { members, isFound: false };
}

function unmatchedOf({ members }: Goal): string[] {
  return [...members!].flatMap(([name, goal]) => {
    if (goal.members) return unmatchedOf(goal).map((path) => `${name}.${path}`);
    return goal.isFound ? [] : [name];
  });
}

const quote = 0x22;
const backslash = 0x5c;
const closeBracket = 0x5d;
const closeBrace = 0x7d;

class Cutter {
  private readonly output: Buffer;
  private length = 0;
  private at = 0;

  constructor(private readonly json: Buffer) {
    this.output = Buffer.allocUnsafe(json.length);
  }

  get written(): Buffer {
    return this.output.subarray(0, this.length);
  }

  /** Writes the selected part of the next value and moves behind it. @returns false if nothing was written */
  cut(goal: Goal, nesting: number): boolean {
    const start = this.skipSpace();
    const first = this.json[start];
    const { members } = goal;
    if (members === undefined) {
      goal.isFound = true;
      this.skipValue();
      this.copy(start);
      return true;
    }
    if (first === BRACE) this.cutObject(members, nesting);
    else if (first === BRACKET && nesting < maxNesting) this.cutArray(goal, nesting + 1);
    else {
      this.skipValue();
      return false;
    }
    return true;
  }

  private cutObject(members: ReadonlyMap<string, Goal>, nesting: number): void {
    this.eachOf(BRACE, closeBrace, () => {
      const nameStart = this.at;
      const name = this.readName();
      this.skipSpace();
      this.at++; // the colon
      const goal = members.get(name);
      if (!goal) {
        this.skipSpace();
        this.skipValue();
        return false;
      }
      this.skipSpace();
      this.copy(nameStart);
      return this.cut(goal, nesting);
    });
  }

  private cutArray(goal: Goal, nesting: number): void {
    this.eachOf(BRACKET, closeBracket, () => this.cut(goal, nesting));
  }

  /** Writes a container. @param write writes one element and returns whether to keep it */
  private eachOf(open: number, close: number, write: () => boolean): void {
    this.put(open);
    this.at++;
    let isFirst = true;
    while (this.json[this.skipSpace()] !== close) {
      if (this.json[this.at] === COMMA) {
        this.at++;
        this.skipSpace();
      }
      const before = this.length;
      if (!isFirst) this.put(COMMA);
      if (write()) isFirst = false;
      else this.length = before;
    }
    this.at++;
    this.put(close);
  }

  private readName(): string {
    const start = this.at;
    this.skipString();
    const raw = this.json.toString('utf8', start + 1, this.at - 1);
    return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
  }

  private skipSpace(): number {
    this.at = skipSpace(this.json, this.at);
    return this.at;
  }

  private skipValue(): void {
    let depth = 0;
    do {
      const byte = this.json[this.at]!;
      if (byte === quote) this.skipString();
      else if (byte === BRACE || byte === BRACKET) {
        depth++;
        this.at++;
      } else if (byte === closeBrace || byte === closeBracket) {
        depth--;
        this.at++;
      } else if (depth > 0) this.at++;
      else this.skipScalar();
    } while (depth > 0);
  }

  private skipScalar(): void {
    while (isOfScalar(byteAt(this.json, this.at))) this.at++;
  }

  private skipString(): void {
    let end = this.at;
    let escapes: number;
    do {
      end = this.json.indexOf(quote, end + 1);
      escapes = 0;
      while (this.json[end - 1 - escapes] === backslash) escapes++;
    } while (escapes % 2 === 1);
    this.at = end + 1;
  }

  private put(byte: number): void {
    this.output[this.length++] = byte;
  }

  private copy(start: number): void {
    this.length += this.json.copy(this.output, this.length, start, this.at);
  }
}

function isOfScalar(byte: number): boolean {
  return byte > 0x20 && byte !== COMMA && byte !== closeBrace && byte !== closeBracket;
}
