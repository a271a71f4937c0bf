import { FreeRanges } from './free-ranges';

const pageBytes = 65_536;
const smallestBytes = 32 * 1_024;
const largestBytes = 4 * 1_024 * 1_024;
/** For bodies. What has been touched of it is never given back. */
const roomBytes = 32 * 1_024 * 1_024;

/** For the scanner, before all bodies. Pages that nobody touches take no memory. */
export const workspaceBytes = 64 * 1_024 * 1_024;
/** Bodies begin at cache lines. */
const lineBytes = 64;
/** What the scanner's loops may read past a body, in steps of sixteen bytes. */
export const marginBytes = 64;

/** Addresses that belong to a Buffer, the margin after it among them. */
interface Block {
  readonly start: number;
  readonly end: number;
}

/**
 * Memory for large bodies, used again and again: with fresh memory for each, the process would spend a fifth of a large
 * answer's time on clearing pages and collecting garbage. It is the scanner's own, so that nothing is copied for it.
 */
class BodyBuffers {
  /** It never grows: Buffers on memory that has grown are empty. */
  readonly memory = new WebAssembly.Memory({ initial: (workspaceBytes + roomBytes) / pageBytes });
  private readonly free = new FreeRanges(workspaceBytes, workspaceBytes + roomBytes);
  /** By the very Buffer that was acquired: one that has been released, or another on its memory, means nothing. */
  private readonly blocks = new WeakMap<Buffer, Block>();

  /** Of the room for bodies: all of it when nobody holds any. */
  get freeBytes(): number {
    return this.free.byteCount;
  }

  /** The bytes are not cleared. Who acquires them must release them: nobody else can tell whether a part of them is still read. */
  acquire(byteCount: number): Buffer {
    return this.claim(byteCount) ?? Buffer.allocUnsafe(byteCount);
  }

  /** The same where only this memory will do; undefined when there is no room, and for what is too small or too large. */
  claim(byteCount: number): Buffer | undefined {
    if (byteCount < smallestBytes || byteCount > largestBytes) return undefined;
    const size = lineEnd(byteCount + marginBytes);
    const start = this.free.take(size);
    if (start === undefined) return undefined;
    const bytes = Buffer.from(this.memory.buffer, start, byteCount);
    this.blocks.set(bytes, { start, end: start + size });
    return bytes;
  }

  /** Whether it stands in this memory, and has not been released: the scanner finds it at its `byteOffset`. */
  has(bytes: Buffer): boolean {
    return this.blocks.has(bytes);
  }

  /** Makes `part` the Buffer to release, in place of the `whole` that it is a part of; what it leaves is free at once. */
  transfer(whole: Buffer, part: Buffer): void {
    const block = this.disown(whole);
    if (!block) return;
    const start = part.byteOffset - (part.byteOffset % lineBytes);
    const end = lineEnd(part.byteOffset + part.length + marginBytes);
    this.free.give(block.start, start);
    this.free.give(end, block.end);
    this.blocks.set(part, { start, end });
  }

  /** Nobody may read these bytes from now on. A Buffer that was not acquired here, or was released before, is left alone. */
  release(bytes: Buffer): void {
    const block = this.disown(bytes);
    if (block) this.free.give(block.start, block.end);
  }

  private disown(bytes: Buffer): Block | undefined {
    const block = this.blocks.get(bytes);
    if (block) this.blocks.delete(bytes);
    return block;
  }
}

function lineEnd(address: number): number {
  return Math.ceil(address / lineBytes) * lineBytes;
}

/** Those of a process: bodies take their memory here as they arrive and as they have been scanned, and so do the answers made of them. */
export const bodyBuffers = new BodyBuffers();
