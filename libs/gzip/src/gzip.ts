import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** What assembly/deflate.ts exports. All of it goes by addresses. */
interface Machine {
  firstFree(): number;
  deflate(start: number, end: number, to: number): number;
}

/** Its only flag says that it was compressed fast; the system is unknown (RFC 1952, 2.3). */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);
const trailerBytes = 8;
const pageBytes = 65_536;
/** What loops may read or write past an end, in steps of sixteen bytes. */
const marginBytes = 64;
/** Memory never shrinks: after a larger body it is given up for new one. */
const keptBytes = 4 * 1_024 * 1_024;

const deflateModule = new WebAssembly.Module(readFileSync(join(__dirname, 'deflate.wasm')));

/** The compiled compressor with its memory, into which every body is copied. Nothing of one is needed there afterwards. */
class Compressor {
  private readonly memory = new WebAssembly.Memory({ initial: 8 });
  private readonly machine: Machine;
  private readonly start: number;
  private bytes = Buffer.from(this.memory.buffer);

  constructor() {
    const { exports } = new WebAssembly.Instance(deflateModule, { env: { memory: this.memory } });
    this.machine = exports as unknown as Machine;
    this.start = this.machine.firstFree();
  }

  get memoryBytes(): number {
    return this.bytes.length;
  }

  gzip(body: Buffer): Buffer {
    const end = this.start + body.length;
    const to = end + marginBytes;
    // A block that its own codes make longer is written anew, stored; no code has more than fifteen bits.
    this.reserve(to + 2 * body.length + 8 * marginBytes);
    this.bytes.set(body, this.start);
    const compressed = this.bytes.subarray(to, this.machine.deflate(this.start, end, to));
    const result = Buffer.allocUnsafe(header.length + compressed.length + trailerBytes);
    result.set(header);
    result.set(compressed, header.length);
    result.writeUInt32LE(crc32(body), result.length - trailerBytes);
    result.writeUInt32LE(body.length, result.length - trailerBytes / 2);
    return result;
  }

  private reserve(byteCount: number): void {
    const missing = byteCount - this.bytes.length;
    if (missing <= 0) return;
    this.memory.grow(Math.ceil(missing / pageBytes));
    this.bytes = Buffer.from(this.memory.buffer);
  }
}

let compressor = new Compressor();

/** The bytes as gzip, at once: JSON at several hundred megabytes a second, and nearly as short as level 1 of zlib makes it. */
export function gzip(body: Buffer): Buffer {
  if (compressor.memoryBytes > keptBytes) compressor = new Compressor();
  return compressor.gzip(body);
}
