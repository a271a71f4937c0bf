const smallestBytes = 32 * 1_024;
const largestBytes = 2 * 1_024 * 1_024;
/** How much memory waits for its next use; what is released beyond is left to the garbage collector. */
const maxWaitingBytes = 32 * 1_024 * 1_024;

/**
 * Memory for large bodies, used again and again: with fresh memory for each, the process would spend a fifth of a large
 * answer's time on clearing pages and collecting garbage.
 */
class BufferPool {
  /** By size, which is a power of two. */
  private readonly waiting = new Map<number, ArrayBuffer[]>();
  private waitingBytes = 0;

  /** By the very Buffer that was acquired: one that has been released, or another on its memory, means nothing. */
  private readonly acquired = new WeakMap<Buffer, ArrayBuffer>();

  /** The bytes are not cleared. Never to release them costs nothing but the next use of their memory. */
  acquire(byteCount: number): Buffer {
    if (byteCount < smallestBytes || byteCount > largestBytes) return Buffer.allocUnsafe(byteCount);
    const size = 2 ** Math.ceil(Math.log2(byteCount));
    let memory = this.waiting.get(size)?.pop();
    if (memory) this.waitingBytes -= size;
    else memory = Buffer.allocUnsafeSlow(size).buffer as ArrayBuffer;
    const bytes = Buffer.from(memory, 0, byteCount);
    this.acquired.set(bytes, memory);
    return bytes;
  }

  /** Makes `part` the Buffer to release, in place of the `whole` that it is a part of. */
  transfer(whole: Buffer, part: Buffer): void {
    const memory = this.acquired.get(whole);
    if (!memory || !this.acquired.delete(whole)) return;
    this.acquired.set(part, memory);
  }

  /** Nobody may read these bytes from now on. A Buffer that was not acquired here, or was released before, is left alone. */
  release(bytes: Buffer): void {
    const memory = this.acquired.get(bytes);
    if (!memory || !this.acquired.delete(bytes)) return;
    if (this.waitingBytes + memory.byteLength > maxWaitingBytes) return;
    this.waitingBytes += memory.byteLength;
    const alike = this.waiting.get(memory.byteLength);
    if (alike) alike.push(memory);
    else this.waiting.set(memory.byteLength, [memory]);
  }
}

/** The one pool of a process: bodies take their memory from it as they arrive and as they have been scanned, and so do the answers made of them. */
export const bodyBuffers = new BufferPool();

/** A scanned body with its ids as strings, in memory of the pool until an answer has been made of it. */
export class OutputBody {
  private isConsumed = false;

  /** @param expiries where each signed media address stands, ascending, and until when it works in Unix seconds, in pairs */
  constructor(
    private readonly memory: Buffer,
    readonly expiries: Uint32Array,
  ) {}

  /** @throws {Error} once it has been consumed: other bodies may stand in its memory by then. */
  get bytes(): Buffer {
    if (this.isConsumed) throw new Error('An answer has been made of this body already');
    return this.memory;
  }

  /** Consumes all of it but `excerpt`: releasing that releases the memory. */
  becomes(excerpt: Buffer): void {
    this.isConsumed = true;
    bodyBuffers.transfer(this.memory, excerpt);
  }

  consume(): void {
    this.isConsumed = true;
    bodyBuffers.release(this.memory);
  }
}
