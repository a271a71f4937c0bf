/** A sequential model of the ledger in memory: one account, and one operation at a time. */
export class LedgerModel {
  private balance = 0n;
  private isSuspended = false;
  private dailyCap: bigint | null = null;
  private spent = 0n;
  readonly entries = new Map<string, bigint>();
  private readonly reversed = new Set<string>();

  get balanceMicros(): bigint {
    return this.balance;
  }

  topUp(entryId: string, amount: bigint): void {
    this.move(entryId, amount);
  }

  charge(requestId: string, price: bigint): string | null {
    if (this.isSuspended) return 'suspended';
    if (this.dailyCap !== null && this.spent + price > this.dailyCap) return 'daily_cap';
    if (price > this.balance) return 'balance';
    this.spent += price;
    this.move(requestId, -price);
    return null;
  }

  canReverse(entryId: string): boolean {
    return this.entries.has(entryId) && !this.reversed.has(entryId) && this.balance >= this.entries.get(entryId)!;
  }

  reverse(entryId: string, reversalId: string): void {
    const amount = this.entries.get(entryId)!;
    this.reversed.add(entryId).add(reversalId);
    // Of all reversible transfers, only charges debit the account.
    if (amount < 0n) this.spent += amount;
    this.move(reversalId, -amount);
  }

  suspend(suspended: boolean): boolean {
    const changes = this.isSuspended !== suspended;
    this.isSuspended = suspended;
    return changes;
  }

  setDailyCap(cap: bigint | null): void {
    this.dailyCap = cap;
  }

  private move(entryId: string, amount: bigint): void {
    this.entries.set(entryId, amount);
    this.balance += amount;
  }
}
