/** A queue that serves accounts round-robin; entries of one account stay in order. */
export class FairQueue<T> {
  // Map keys are in insertion order: the first account is next.
  private readonly byAccount = new Map<number, T[]>();
  private count = 0;

  get length(): number {
    return this.count;
  }

  lengthOf(accountId: number): number {
    return this.byAccount.get(accountId)?.length ?? 0;
  }

  add(accountId: number, entry: T): void {
    const entries = this.byAccount.get(accountId);
    if (entries) entries.push(entry);
    else this.byAccount.set(accountId, [entry]);
    this.count += 1;
  }

  remove(accountId: number, entry: T): void {
    const entries = this.byAccount.get(accountId);
    const at = entries?.indexOf(entry) ?? -1;
    if (!entries || at < 0) return;
    entries.splice(at, 1);
    this.count -= 1;
    if (entries.length === 0) this.byAccount.delete(accountId);
  }

  /** Removes and returns the next entry of an account that `mayGo` accepts. */
  take(mayGo: (accountId: number) => boolean = () => true): T | undefined {
    for (const [accountId, entries] of this.byAccount) {
      if (!mayGo(accountId)) continue;
      const entry = entries.shift();
      this.byAccount.delete(accountId);
      if (entries.length > 0) this.byAccount.set(accountId, entries);
      this.count -= 1;
      return entry;
    }
    return undefined;
  }
}
