/** Members by name, each with those of it that are wanted; undefined stands for the whole value. */
export interface Wanted extends ReadonlyMap<string, Wanted | undefined> {}

/** Arrays of arrays deeper than this are left out. */
const maxNesting = 16;

/**
 * The members of an object that are wanted, each byte of their values as it came, in their order. Arrays are gone through:
 * of their elements, objects are cut and everything else is left out where members are wanted of it.
 * @param json one well-formed JSON value, as an answer has it
 */
export function cutJson(json: Buffer, wanted: Wanted): Buffer {
  const cutter = new Cutter(json);
  return cutter.cut(wanted, 0) ? cutter.written : Buffer.from('{}');
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
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

  /** Writes what is wanted of the value that begins here, and goes to its end. @returns false when it is nothing. */
  cut(wanted: Wanted | undefined, nesting: number): boolean {
    const start = this.skipSpace();
    const first = this.json[start];
    if (wanted === undefined) {
      this.skipValue();
      this.copy(start);
      return true;
    }
    if (first === openBrace) this.cutObject(wanted, nesting);
    else if (first === openBracket && nesting < maxNesting) this.cutArray(wanted, nesting + 1);
    else {
      this.skipValue();
      return false;
    }
    return true;
  }

  private cutObject(wanted: Wanted, nesting: number): void {
    this.eachOf(openBrace, closeBrace, () => {
      const nameStart = this.at;
      const name = this.readName();
      this.skipSpace();
      this.at++; // the colon
      if (!wanted.has(name)) {
        this.skipSpace();
        this.skipValue();
        return false;
      }
      this.skipSpace();
      this.copy(nameStart);
      return this.cut(wanted.get(name), nesting);
    });
  }

  private cutArray(wanted: Wanted, nesting: number): void {
    this.eachOf(openBracket, closeBracket, () => this.cut(wanted, nesting));
  }

  /** Goes through a container; `write` writes one part of it, or leaves it out and says so: then its beginning is taken back. */
  private eachOf(open: number, close: number, write: () => boolean): void {
    this.put(open);
    this.at++;
    let isFirst = true;
    while (this.json[this.skipSpace()] !== close) {
      if (this.json[this.at] === comma) {
        this.at++;
        this.skipSpace();
      }
      const before = this.length;
      if (!isFirst) this.put(comma);
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
    while (this.json[this.at]! <= 0x20) this.at++;
    return this.at;
  }

  private skipValue(): void {
    let depth = 0;
    do {
      const byte = this.json[this.at]!;
      if (byte === quote) this.skipString();
      else if (byte === openBrace || byte === openBracket) {
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
    for (let byte = this.json[this.at]!; isOfScalar(byte); byte = this.json[this.at]!) this.at++;
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

function isOfScalar(byte: number | undefined): boolean {
  return (
    byte !== undefined &&
    byte > 0x20 &&
    byte !== comma &&
    byte !== colon &&
    byte !== closeBrace &&
    byte !== closeBracket
  );
}
