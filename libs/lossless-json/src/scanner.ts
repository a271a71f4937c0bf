import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BRACE, BRACKET } from './bytes';
import { MalformedJsonError } from './malformed-json-error';
import { type PathTable, pathTableAddress } from './shape';

/** A body with its ids as strings. */
export interface Output {
  readonly bytes: Buffer;
  /** Where each signed media address stands, ascending, and until when it works in Unix seconds, in pairs. */
  readonly expiries: Uint32Array;
}

/** A body under the id rule, and what was found in it on the paths of a shape. */
export interface Scanned {
  readonly output: Output;
  /** Start and end of every integer that was quoted, quotes included, ascending, in pairs. */
  readonly ids: Uint32Array;
  /** For each document what was found in it, as assembly/finds.ts writes it; overwritten by the next scan. */
  readonly finds: readonly Uint32Array[];
}

/** What assembly/scanner.ts exports. All of it goes by addresses; 0 is none. */
interface Machine {
  begin(
    body: number,
    output: number,
    ids: number,
    finds: number,
    expiries: number,
    keys: number,
    members: number,
    levels: number,
  ): void;
  skipSpace(at: number): number;
  document(start: number, root: number): number;
  faultReason(): number;
  faultPlace(): number;
  copyUntil(end: number): void;
  endOfOutput(): number;
  endOfIds(): number;
  endOfFinds(): number;
  endOfExpiries(): number;
}

/** By the numbers of assembly/fault.ts. */
const faults = [
  '',
  'unexpected character',
  'bad escape in a string',
  'control character in a string',
  'nested deeper than 10000 levels',
];

const levelsAddress = 16;
const pageBytes = 65_536;
/** What the scanner's loops may read past a body, in steps of sixteen bytes. */
const marginBytes = 64;
/** Memory never shrinks: after a larger body it is given up for new one. */
const keptBytes = 128 * 1_024 * 1_024;

const scannerModule = new WebAssembly.Module(readFileSync(join(__dirname, 'scanner.wasm')));

/** Where a body of so many bytes is scanned: after the levels and the table of paths, room for it and for whatever can come of it. */
function roomFor(length: number, paths: PathTable) {
  // Each id or find takes two bytes of the body at least: the value, and what separates it from the next one.
  const ids = aligned(pathTableAddress + paths.bytes.length);
  const finds = ids + 4 * length + marginBytes;
  const expiries = aligned(finds + 14 * length + marginBytes);
  const keys = aligned(expiries + length + marginBytes);
  const members = aligned(keys + length + marginBytes);
  const body = aligned(members + (paths.addsPlainKeys ? 8 * length : 0) + marginBytes);
  const output = aligned(body + length + marginBytes);
  // Quotes double it at most, and so do members under plain keys.
  const end = output + (paths.addsPlainKeys ? 4 : 2) * length + marginBytes;
  return {
    ids,
    finds,
    expiries,
    keys,
    members: paths.addsPlainKeys ? members : 0,
    body,
    output,
    end,
  };
}

/** The compiled scanner. Bodies are copied in and out of its memory, which serves all of them in turn. */
class Scanner {
  private readonly machine: Machine;
  private readonly memory = new WebAssembly.Memory({ initial: 16 });
  private bytes = Buffer.from(this.memory.buffer);
  private numbers = new Uint32Array(this.memory.buffer);

  constructor() {
    const host = { decodeKey: this.decodeKey.bind(this) };
    const { exports } = new WebAssembly.Instance(scannerModule, { env: { memory: this.memory }, host });
    this.machine = exports as unknown as Machine;
  }

  get memoryBytes(): number {
    return this.bytes.length;
  }

  /** @param isStream whether there are rows, each an object or an array, and not one document. */
  scan(source: Buffer, paths: PathTable, isStream: boolean): Scanned {
    const { ids, finds, expiries, keys, members, body, output, end: endOfRoom } = roomFor(source.length, paths);
    this.reserve(endOfRoom);
    const { machine } = this;
    const end = body + source.length;
    this.bytes.set(source, body);
    this.bytes.set(paths.bytes, pathTableAddress);
    this.bytes.fill(0, end, end + marginBytes);
    if (!isUtf8(source)) throw new MalformedJsonError('not UTF-8', firstReplaced(source));

    machine.begin(body, output, ids, finds, expiries, keys, members, levelsAddress);
    const findEnds = isStream ? this.rows(body, end, paths.root) : [this.onlyDocument(body, end, paths.root)];
    machine.copyUntil(end);
    const findStarts = [finds, ...findEnds];
    return {
      output: {
        bytes: Buffer.from(this.bytes.subarray(output, machine.endOfOutput())),
        expiries: this.words(expiries, machine.endOfExpiries()),
      },
      ids: this.words(ids, machine.endOfIds()),
      finds: findEnds.map((findEnd, index) => this.numbers.subarray((findStarts[index] as number) / 4, findEnd / 4)),
    };
  }

  /** Returns where its finds end, as {@link rows} does for each. */
  private onlyDocument(body: number, end: number, root: number): number {
    const after = this.machine.skipSpace(this.document(this.machine.skipSpace(body), root, body, end));
    if (after < end) throw new MalformedJsonError('goes on after the document', after - body);
    return this.machine.endOfFinds();
  }

  private rows(body: number, end: number, root: number): number[] {
    const findEnds: number[] = [];
    let at = this.machine.skipSpace(body);
    do {
      const first = this.bytes[at];
      if (first !== BRACE && first !== BRACKET) throw fault(1, at - body, end - body);
      at = this.machine.skipSpace(this.document(at, root, body, end));
      findEnds.push(this.machine.endOfFinds());
    } while (at < end);
    return findEnds;
  }

  private document(start: number, root: number, body: number, end: number): number {
    const after = this.machine.document(start, root);
    if (after === 0) throw fault(this.machine.faultReason(), this.machine.faultPlace() - body, end - body);
    return after;
  }

  private reserve(byteCount: number): void {
    const missing = byteCount - this.bytes.length;
    if (missing <= 0) return;
    this.memory.grow(Math.ceil(missing / pageBytes));
    this.bytes = Buffer.from(this.memory.buffer);
    this.numbers = new Uint32Array(this.memory.buffer);
  }

  private words(start: number, end: number): Uint32Array {
    return this.numbers.slice(start / 4, end / 4);
  }

  /** Called from within, for the few keys with escapes. */
  private decodeKey(start: number, end: number, to: number): number {
    return this.bytes.write(JSON.parse(this.bytes.toString('utf8', start, end)) as string, to);
  }
}

let scanner = new Scanner();

/**
 * Scans a body of one document, which white space may surround, or of a stream of them.
 *
 * @throws {MalformedJsonError}
 */
export function scanBody(body: Buffer, paths: PathTable, isStream: boolean): Scanned {
  if (scanner.memoryBytes > keptBytes) scanner = new Scanner();
  return scanner.scan(body, paths, isStream);
}

function fault(reason: number, offset: number, length: number): MalformedJsonError {
  return new MalformedJsonError(offset < length ? (faults[reason] as string) : 'ends too early', offset);
}

function aligned(address: number): number {
  return (address + 15) & ~15;
}

/** Where decoding first replaces bytes, because they are not UTF-8. */
function firstReplaced(text: Buffer): number {
  const decoded = Buffer.from(text.toString('utf8'));
  const place = text.findIndex((byte, at) => byte !== decoded[at]);
  return place < 0 ? text.length : place;
}
