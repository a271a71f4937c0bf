/** Does due work, several pieces at once. A freed slot takes the next piece, so that a piece that hangs delays only itself. */
export class DueWork<Piece> {
  private readonly inFlight = new Set<Promise<void>>();
  private claiming: Promise<void> | undefined;
  private isStopped = false;

  /**
   * @param slots how many pieces are done at once
   * @param claim takes due pieces, at most as many as it is told
   * @param isSerial whether a piece may wait for the end of another
   */
  constructor(
    private readonly slots: number,
    private readonly claim: (free: number) => Promise<readonly Piece[]>,
    private readonly isSerial = false,
  ) {}

  /**
   * Starts due pieces while there are free slots.
   * @param perform does one. What it throws is ignored: a piece that is not done becomes due again by itself
   * @throws what the claim throws
   */
  async run(perform: (piece: Piece) => Promise<void>): Promise<void> {
    if (this.isStopped) return;
    this.claiming ??= this.start(perform).finally(() => {
      this.claiming = undefined;
    });
    await this.claiming;
  }

  /** Starts no more pieces, and waits for those in progress. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.claiming?.catch(() => undefined);
    await Promise.all(this.inFlight);
  }

  private async start(perform: (piece: Piece) => Promise<void>): Promise<void> {
    const free = this.slots - this.inFlight.size;
    if (free === 0) return;
    const pieces = await this.claim(free);
    for (const piece of pieces) {
      const attempt = perform(piece)
        .finally(() => this.inFlight.delete(attempt))
        // Otherwise nothing else was due, and the next round looks again.
        .then(() => (this.isSerial || pieces.length === free ? this.run(perform) : undefined))
        .catch(() => undefined);
      this.inFlight.add(attempt);
    }
  }
}
