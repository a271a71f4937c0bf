/** The spending limit of an agent. The agent can read the limit, but not raise it. */
export class Session {
  spentMicros = 0n;
  private reservedMicros = 0n;

  /** @param budgetMicros limit in micro-USD, set by a person */
  constructor(public budgetMicros: bigint) {}

  /** Reserves the price of a call. @returns false if it exceeds the remaining budget */
  reserve(priceMicros: bigint): boolean {
    if (this.spentMicros + this.reservedMicros + priceMicros > this.budgetMicros) return false;
    this.reservedMicros += priceMicros;
    return true;
  }

  /** Reserves a price, or the rest of the budget if that is less. @returns the reserved micro-USD */
  reserveUpTo(priceMicros: bigint): bigint {
    const leftMicros = this.budgetMicros - this.spentMicros - this.reservedMicros;
    const mostMicros = leftMicros < 0n ? 0n : leftMicros < priceMicros ? leftMicros : priceMicros;
    this.reservedMicros += mostMicros;
    return mostMicros;
  }

  /** Replaces a reservation with the actual cost, which is 0 for most failed and some cached calls. */
  commit(priceMicros: bigint, costMicros: bigint): void {
    this.reservedMicros -= priceMicros;
    this.spentMicros += costMicros;
  }
}
