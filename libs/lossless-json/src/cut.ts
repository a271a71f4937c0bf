import { BRACE, BRACKET, byteAt, COMMA, skipSpace } from './bytes';

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

  /** Writes what is wanted of the value that begins here, and goes to its end. @returns false when it is nothing. */
  cut(wanted: Wanted | undefined, nesting: number): boolean {
    const start = this.skipSpace();
    const first = this.json[start];
    if (wanted === undefined) {
      this.skipValue();
      this.copy(start);
      return true;
    }
    if (first === BRACE) this.cutObject(wanted, nesting);
    else if (first === BRACKET && nesting < maxNesting) this.cutArray(wanted, nesting + 1);
    else {
      this.skipValue();
      return false;
    }
    return true;
  }

  private cutObject(wanted: Wanted, nesting: number): void {
    this.eachOf(BRACE, closeBrace, () => {
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
    this.eachOf(BRACKET, closeBracket, () => this.cut(wanted, nesting));
  }

  /** Goes through a container; `write` writes one part of it, or leaves it out and says so: then its beginning is taken back. */
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

/** A number or a literal ends before whatever may follow a value; outside of the body, there is 0. */
function isOfScalar(byte: number): boolean {
  return byte > 0x20 && byte !== COMMA && byte !== closeBrace && byte !== closeBracket;
}
