/** A charge that waits for its account. */
interface Waiting {
  readonly record: { readonly accountId: number };
  readonly sinceMs: number;
}

interface LockedAccount<Entry> {
  entries: Entry[];
  dueMs: number;
  pauseMs: number;
}

/** Between two attempts at one account: short at first, because most locks are those of a batch of another process. */
const pausesMs = { first: 20, longest: 250 };
/** How many charges of one account may wait, and how many accounts may be remembered. */
const bounds = { entries: 500, accounts: 500 };

/**
 * Accounts that somebody else holds locked, each with its charges, which wait here so that nobody else waits for them. Of
 * each account one charge is tried now and then; when it gets through, the others follow. An account without charges is
 * remembered until it has been found free: its next charge is tried like that, too.
 */
export class LockedAccounts<Entry extends Waiting> {
  private readonly accounts = new Map<number, LockedAccount<Entry>>();

  has(accountId: number): boolean {
    return this.accounts.has(accountId);
  }

  /** How many have charges waiting. */
  get size(): number {
    let size = 0;
    for (const { entries } of this.accounts.values()) if (entries.length > 0) size++;
    return size;
  }

  /** When the charge that waits longest for this account came; undefined when none waits. */
  waitingSinceMs(accountId: number): number | undefined {
    return this.accounts.get(accountId)?.entries[0]?.sinceMs;
  }

  /** Puts a charge among those that wait for its account, in the order in which they came. False when too many do. */
  add(entry: Entry): boolean {
    const account = this.accounts.get(entry.record.accountId) ?? this.remember(entry.record.accountId);
    if (account === undefined || account.entries.length >= bounds.entries) return false;
    const later = account.entries.findIndex(({ sinceMs }) => sinceMs > entry.sinceMs);
    account.entries.splice(later < 0 ? account.entries.length : later, 0, entry);
    return true;
  }

  /**
   * The first charge of each account whose time has come; when it is put back, the next time is further off.
   * @param isWanted those that are not are left out for good.
   */
  takeDue(nowMs: number, isWanted: (entry: Entry) => boolean): Entry[] {
    const due: Entry[] = [];
    for (const account of this.accounts.values()) {
      if (account.dueMs > nowMs) continue;
      let entry = account.entries.shift();
      while (entry && !isWanted(entry)) entry = account.entries.shift();
      if (!entry) continue;
      due.push(entry);
      account.dueMs = nowMs + account.pauseMs;
      account.pauseMs = Math.min(2 * account.pauseMs, pausesMs.longest);
    }
    return due;
  }

  /** The account has been found free: forgets it, and gives the charges that waited for it. */
  free(accountId: number): Entry[] {
    const entries = this.accounts.get(accountId)?.entries ?? [];
    this.accounts.delete(accountId);
    return entries;
  }

  /** Those that came before this moment. */
  takeBefore(earliestMs: number): Entry[] {
    const overdue: Entry[] = [];
    for (const account of this.accounts.values()) {
      while (account.entries.length > 0 && account.entries[0]!.sinceMs < earliestMs) {
        overdue.push(account.entries.shift()!);
      }
    }
    return overdue;
  }

  private remember(accountId: number): LockedAccount<Entry> | undefined {
    if (this.accounts.size >= bounds.accounts) {
      const idle = [...this.accounts].find(([, { entries }]) => entries.length === 0);
      if (!idle) return undefined;
      this.accounts.delete(idle[0]);
    }
    const account = { entries: [], dueMs: 0, pauseMs: pausesMs.first };
    this.accounts.set(accountId, account);
    return account;
  }
}
