import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BRACE, BRACKET } from './bytes';
import { MalformedJsonError } from './malformed-json-error';
import { type PathTable, pathTableAddress } from './shape';

export interface Output {
  readonly bytes: Buffer;
  /** For each string with signed media URLs: its offset, and their earliest expiry in Unix seconds. */
  readonly expiries: Uint32Array;
}

export interface Scanned {
  readonly output: Output;
  /** Start and end of every quoted id, including the quotes, in ascending order. */
  readonly ids: Uint32Array;
  /** Match records of each document (assembly/matches.ts); the next scan overwrites them. */
  readonly matches: readonly Uint32Array[];
}

/** Exports of assembly/scanner.ts. Parameters are addresses; 0 means none. */
interface WasmExports {
  begin(
    body: number,
    output: number,
    ids: number,
    matches: number,
    expiries: number,
    keys: number,
    members: number,
    levels: number,
  ): void;
  skipSpace(at: number): number;
  document(start: number, root: number): number;
  errorReason(): number;
  errorAddress(): number;
  copyUntil(end: number): void;
  endOfOutput(): number;
  endOfIds(): number;
  endOfMatches(): number;
  endOfExpiries(): number;
}

const errorMessages = [
  '',
  'unexpected character',
  'bad escape in a string',
  'control character in a string',
  'nested deeper than 10000 levels',
];

const levelsAddress = 16;
const pageBytes = 65_536;
// The scanner reads up to 16 bytes past the end of a body.
const marginBytes = 64;
// WebAssembly memory never shrinks, so a memory above this size is replaced before the next scan.
const maxReusedBytes = 128 * 1_024 * 1_024;

const scannerModule = new WebAssembly.Module(readFileSync(join(__dirname, 'scanner.wasm')));

/** Lays out the memory for a body: path table, outputs for the worst case, body. */
function memoryLayout(length: number, paths: PathTable) {
  // An id or a match takes at least two bytes of the body: the value and a separator.
  const ids = aligned(pathTableAddress + paths.bytes.length);
  const matches = ids + 4 * length + marginBytes;
  const expiries = aligned(matches + 14 * length + marginBytes);
  const keys = aligned(expiries + length + marginBytes);
  const members = aligned(keys + length + marginBytes);
  const body = aligned(members + (paths.addsPlainKeys ? 8 * length : 0) + marginBytes);
  const output = aligned(body + length + marginBytes);
  // In the worst case, ids double the body by their quotes, and plain keys double it again.
  const end = output + (paths.addsPlainKeys ? 4 : 2) * length + marginBytes;
  return {
    ids,
    matches,
    expiries,
    keys,
    members: paths.addsPlainKeys ? members : 0,
    body,
    output,
    end,
  };
}

/** The compiled scanner. Bodies use its memory one after the other. */
class Scanner {
  private readonly wasm: WasmExports;
  private readonly memory = new WebAssembly.Memory({ initial: 16 });
  private bytes = Buffer.from(this.memory.buffer);
  private numbers = new Uint32Array(this.memory.buffer);

  constructor() {
    const host = { decodeKey: this.decodeKey.bind(this) };
    const { exports } = new WebAssembly.Instance(scannerModule, { env: { memory: this.memory }, host });
    this.wasm = exports as unknown as WasmExports;
  }

  get memoryBytes(): number {
    return this.bytes.length;
  }

  /** @param isStream scan several documents instead of one */
  scan(source: Buffer, paths: PathTable, isStream: boolean): Scanned {
    const { ids, matches, expiries, keys, members, body, output, end: memoryEnd } = memoryLayout(source.length, paths);
    this.reserve(memoryEnd);
    const { wasm } = this;
    const end = body + source.length;
    this.bytes.set(source, body);
    this.bytes.set(paths.bytes, pathTableAddress);
    this.bytes.fill(0, end, end + marginBytes);
    if (!isUtf8(source)) throw new MalformedJsonError('not UTF-8', firstInvalidUtf8(source));

    wasm.begin(body, output, ids, matches, expiries, keys, members, levelsAddress);
    const matchEnds = isStream ? this.rows(body, end, paths.root) : [this.onlyDocument(body, end, paths.root)];
    wasm.copyUntil(end);
    const matchStarts = [matches, ...matchEnds];
    return {
      output: {
        bytes: Buffer.from(this.bytes.subarray(output, wasm.endOfOutput())),
        expiries: this.words(expiries, wasm.endOfExpiries()),
      },
      ids: this.words(ids, wasm.endOfIds()),
      matches: matchEnds.map((matchEnd, index) =>
        this.numbers.subarray((matchStarts[index] as number) / 4, matchEnd / 4),
      ),
    };
  }

  private onlyDocument(body: number, end: number, root: number): number {
    const after = this.wasm.skipSpace(this.document(this.wasm.skipSpace(body), root, body, end));
    if (after < end) throw new MalformedJsonError('goes on after the document', after - body);
    return this.wasm.endOfMatches();
  }

  private rows(body: number, end: number, root: number): number[] {
    const matchEnds: number[] = [];
    let at = this.wasm.skipSpace(body);
    do {
      const first = this.bytes[at];
      if (first !== BRACE && first !== BRACKET) throw malformed(1, at - body, end - body);
      at = this.wasm.skipSpace(this.document(at, root, body, end));
      matchEnds.push(this.wasm.endOfMatches());
    } while (at < end);
    return matchEnds;
  }

  private document(start: number, root: number, body: number, end: number): number {
    const after = this.wasm.document(start, root);
    if (after === 0) throw malformed(this.wasm.errorReason(), this.wasm.errorAddress() - body, end - body);
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

  private decodeKey(start: number, end: number, to: number): number {
    return this.bytes.write(JSON.parse(this.bytes.toString('utf8', start, end)) as string, to);
  }
}

let scanner = new Scanner();

export function scanBody(body: Buffer, paths: PathTable, isStream: boolean): Scanned {
  if (scanner.memoryBytes > maxReusedBytes) scanner = new Scanner();
  return scanner.scan(body, paths, isStream);
}

function malformed(reason: number, offset: number, length: number): MalformedJsonError {
  return new MalformedJsonError(offset < length ? (errorMessages[reason] as string) : 'ends too early', offset);
}

function aligned(address: number): number {
  return (address + 15) & ~15;
}

function firstInvalidUtf8(text: Buffer): number {
  const decoded = Buffer.from(text.toString('utf8'));
  const place = text.findIndex((byte, at) => byte !== decoded[at]);
  return place < 0 ? text.length : place;
}
