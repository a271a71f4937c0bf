/** A charge that waits for its account. */
interface Waiting {
  readonly record: { readonly accountId: number };
  readonly sinceMs: number;
  /** False for good once the caller has hung up. */
  isWanted(): boolean;
}

interface LockedAccount<Entry> {
  entries: Entry[];
  dueMs: number;
  pauseMs: number;
  /** When it was found locked last; a balance that has changed since says that others charge it, and it is only busy. */
  balanceMicros: bigint | undefined;
  isBusy: boolean;
  /** Since when it has not been found locked. */
  freeSinceMs: number | undefined;
}

/** Between two attempts at one account. */
const pausesMs = { first: 20, max: 100 };
/** An account that was locked may be locked again: it stays here for so long, where it delays no other account. */
const probationMs = 2_000;
/** Between two attempts that wait. */
const busyEveryMs = 600;
/** How many charges of one account may wait, how many accounts are remembered, and how many locked ones are tried at once. */
const bounds = { entries: 500, accounts: 500, tried: 20 };

/**
 * Accounts that another session holds locked, each with its charges, which wait here and delay no others. Of
 * each account one charge is tried now and then, without waiting for the lock; when it gets through, the others follow. An
 * account that other processes charge all the time would never be found free: its charges get a turn alone, which waits.
 */
export class LockedAccounts<Entry extends Waiting> {
  private readonly accounts = new Map<number, LockedAccount<Entry>>();
  private busyDueMs = 0;

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

  /**
   * Puts a charge among those that wait for its account, in the order in which they came.
   * @param balanceMicros of an account that was just found locked.
   * @returns false when too many wait.
   */
  add(entry: Entry, balanceMicros?: bigint): boolean {
    const account = this.accounts.get(entry.record.accountId) ?? this.remember(entry.record.accountId);
    if (account === undefined || account.entries.length >= bounds.entries) return false;
    if (balanceMicros !== undefined) {
      account.isBusy ||= account.balanceMicros !== undefined && account.balanceMicros !== balanceMicros;
      account.balanceMicros = balanceMicros;
      account.freeSinceMs = undefined;
    }
    const later = account.entries.findIndex(({ sinceMs }) => sinceMs > entry.sinceMs);
    account.entries.splice(later < 0 ? account.entries.length : later, 0, entry);
    return true;
  }

  /** Charges that are worth an attempt now: the first one of an account that is locked, all of one that was free the last time. */
  takeDue(nowMs: number): Entry[] {
    const due: Entry[] = [];
    let tried = 0;
    for (const account of this.accounts.values()) {
      const isFree = account.freeSinceMs !== undefined;
      if (account.isBusy || account.dueMs > nowMs || (!isFree && tried >= bounds.tried)) continue;
      const taken = takeWanted(account, isFree ? account.entries.length : 1);
      due.push(...taken);
      if (isFree || taken.length === 0) continue;
      tried++;
      account.dueMs = nowMs + account.pauseMs;
      account.pauseMs = Math.min(2 * account.pauseMs, pausesMs.max);
    }
    return due;
  }

  /** All charges of one account that is only busy: a session that waits for its lock gets it in turn. Not often: all others wait, too. */
  takeBusy(nowMs: number): Entry[] {
    if (nowMs < this.busyDueMs) return [];
    const busy = [...this.accounts.values()].find(({ isBusy, entries }) => isBusy && entries.length > 0);
    if (!busy) return [];
    busy.isBusy = false;
    this.busyDueMs = nowMs + busyEveryMs;
    return takeWanted(busy, busy.entries.length);
  }

  /** The account has been found free. It is forgotten when that has been so for a while and nothing waits for it. */
  noteFree(accountId: number, nowMs: number): void {
    const account = this.accounts.get(accountId);
    if (!account) return;
    account.freeSinceMs ??= nowMs;
    account.balanceMicros = undefined;
    account.dueMs = 0;
    account.pauseMs = pausesMs.first;
    if (account.entries.length === 0 && nowMs - account.freeSinceMs > probationMs) this.accounts.delete(accountId);
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
    const account: LockedAccount<Entry> = {
      entries: [],
      dueMs: 0,
      pauseMs: pausesMs.first,
      balanceMicros: undefined,
      isBusy: false,
      freeSinceMs: undefined,
    };
    this.accounts.set(accountId, account);
    return account;
  }
}

function takeWanted<Entry extends Waiting>(from: { entries: Entry[] }, limit: number): Entry[] {
  const taken: Entry[] = [];
  while (taken.length < limit && from.entries.length > 0) {
    const entry = from.entries.shift()!;
    if (entry.isWanted()) taken.push(entry);
  }
  return taken;
}
