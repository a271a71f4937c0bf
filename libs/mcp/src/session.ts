/** What an agent may spend before a person looks. The agent can read it, and not raise it. */
export class Session {
  spentMicros = 0n;
  private reservedMicros = 0n;

  /** @param budgetMicros set by a person, never by the agent. */
  constructor(public budgetMicros: bigint) {}

  /** Sets the price of a call aside before it is made; false when that is more than is left. */
  reserve(priceMicros: bigint): boolean {
    if (this.spentMicros + this.reservedMicros + priceMicros > this.budgetMicros) return false;
    this.reservedMicros += priceMicros;
    return true;
  }

  /** Sets aside what a call costs at most, or what is left where that is less; gives how much. */
  reserveUpTo(priceMicros: bigint): bigint {
    const leftMicros = this.budgetMicros - this.spentMicros - this.reservedMicros;
    const mostMicros = leftMicros < 0n ? 0n : leftMicros < priceMicros ? leftMicros : priceMicros;
    this.reservedMicros += mostMicros;
    return mostMicros;
  }

  /** The call has ended, and has cost this much: nothing, where it failed or the answer was kept. */
  settle(priceMicros: bigint, costMicros: bigint): void {
    this.reservedMicros -= priceMicros;
    this.spentMicros += costMicros;
  }
}
