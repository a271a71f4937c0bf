import { bodyBuffers } from './body-buffers';

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
