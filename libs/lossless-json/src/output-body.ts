import { bodyBuffers } from './body-buffers';

/** A body as it came: in one piece or in several. */
export type Body = Buffer | readonly Buffer[];

/** What has been scanned of a body, where it stands in memory of the pool. */
const outputsOf = new WeakMap<Body, OutputBody[]>();

/** Nobody may read this body any more, nor what has been scanned of it and is in no answer: their memory is used again. */
export function forgetBody(body: Buffer[]): void {
  for (const output of outputsOf.get(body) ?? []) output.consume();
  outputsOf.delete(body);
  for (const piece of body.splice(0)) bodyBuffers.release(piece);
}

/** A scanned body with its ids as strings, in memory of the pool until an answer has been made of it, or what it was scanned from is forgotten. */
export class OutputBody {
  private isConsumed = false;

  /**
   * @param body what it was scanned from
   * @param expiries where each signed media address stands, ascending, and until when it works in Unix seconds, in pairs
   */
  constructor(
    body: Body,
    private readonly memory: Buffer,
    readonly expiries: Uint32Array,
  ) {
    if (!bodyBuffers.has(memory)) return;
    const others = outputsOf.get(body);
    if (others) others.push(this);
    else outputsOf.set(body, [this]);
  }

  /** @throws {Error} once it has been consumed: other bodies may stand in its memory by then. */
  get bytes(): Buffer {
    if (this.isConsumed) throw new Error('An answer has been made of this body already, or it has been forgotten');
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
