import { giveBack, lendPart } from './loans';

/** A body as it leaves, in memory that is lent to it until an answer has been made of it. */
export class LeavingBody {
  private isUsedUp = false;

  constructor(private readonly memory: Buffer) {}

  /** @throws {Error} once it has been used up: other bodies may stand in its memory by then. */
  get bytes(): Buffer {
    if (this.isUsedUp) throw new Error('An answer has been made of this body already');
    return this.memory;
  }

  /** The only excerpt that is left of it: whoever gives that back gives back its memory. */
  becomes(excerpt: Buffer): void {
    this.isUsedUp = true;
    lendPart(this.memory, excerpt);
  }

  useUp(): void {
    this.isUsedUp = true;
    giveBack(this.memory);
  }
}
