import type { PendingCharge } from './charge-batch';

interface ContendedAccount {
  charges: PendingCharge[];
  dueMs: number;
  backoffMs: number;
  /** Balance when the account was last found locked. If it differs the next time, other processes charge the account. */
  balanceMicros: bigint | undefined;
  isBusy: boolean;
  /** Whether its charges are in an attempt that waits for the lock; below, whether the last such attempt got it. */
  isInWaitingAttempt: boolean;
  gotLockWaiting: boolean;
  /** Since when the account has not been found locked. */
  freeSinceMs: number | undefined;
}

const backoff = { firstMs: 20, maxMs: 100 };
/** An unlocked account may be locked again, so its charges stay out of common batches for this long. */
const quarantineMs = 2_000;
/** From the start of an attempt that waits for a lock to the next. All other charges wait during such an attempt. */
const busyEveryMs = 300;
const bounds = { charges: 500, accounts: 500, tried: 20 };

/**
 * Keeps the charges of accounts that other transactions have locked, so that they hardly delay other accounts. One
 * charge of each account is tried without waiting for the lock, with exponential back-off. Once that charge gets
 * through, the account's other charges follow. If other processes charge an account all the time, the account is hardly
 * ever found unlocked. Its charges then get an attempt that waits for the lock.
 */
export class ContendedAccounts {
  private readonly accounts = new Map<number, ContendedAccount>();
  private busyDueMs = 0;

  has(accountId: number): boolean {
    return this.accounts.has(accountId);
  }

  get size(): number {
    let size = 0;
    for (const { charges } of this.accounts.values()) if (charges.length > 0) size++;
    return size;
  }

  waitingSinceMs(accountId: number): number | undefined {
    return this.accounts.get(accountId)?.charges[0]?.sinceMs;
  }

  /**
   * Queues a charge for its account, in order of arrival.
   * @param balanceMicros given when the account was just found locked
   * @returns false when the account has too many waiting charges, or too many accounts are contended
   */
  add(charge: PendingCharge, balanceMicros?: bigint): boolean {
    const account = this.accounts.get(charge.record.accountId) ?? this.remember(charge.record.accountId);
    if (account === undefined || account.charges.length >= bounds.charges) return false;
    if (balanceMicros !== undefined) {
      const hasChanged = account.balanceMicros !== undefined && account.balanceMicros !== balanceMicros;
      account.isBusy ||= hasChanged || account.gotLockWaiting;
      account.isInWaitingAttempt = false;
      account.balanceMicros = balanceMicros;
      account.freeSinceMs = undefined;
    }
    const later = account.charges.findIndex(({ sinceMs }) => sinceMs > charge.sinceMs);
    account.charges.splice(later < 0 ? account.charges.length : later, 0, charge);
    return true;
  }

  /** Takes the charges to try now: one of each locked account, and all of each account that was last found free. */
  takeDue(nowMs: number): PendingCharge[] {
    const due: PendingCharge[] = [];
    let tried = 0;
    for (const account of this.accounts.values()) {
      const isFree = account.freeSinceMs !== undefined;
      if (account.isBusy || account.dueMs > nowMs || (!isFree && tried >= bounds.tried)) continue;
      const taken = takeWanted(account, isFree ? account.charges.length : 1);
      due.push(...taken);
      if (isFree || taken.length === 0) continue;
      tried++;
      account.dueMs = nowMs + account.backoffMs;
      account.backoffMs = Math.min(2 * account.backoffMs, backoff.maxMs);
    }
    return due;
  }

  /** Takes all charges of one account that other processes charge, for an attempt that waits for the lock. */
  takeBusy(nowMs: number): PendingCharge[] {
    if (nowMs < this.busyDueMs) return [];
    const busy = [...this.accounts.values()].find(({ isBusy, charges }) => isBusy && charges.length > 0);
    if (!busy) return [];
    busy.isBusy = false;
    busy.gotLockWaiting = false;
    busy.isInWaitingAttempt = true;
    this.busyDueMs = nowMs + busyEveryMs;
    return takeWanted(busy, busy.charges.length);
  }

  takeOlder(thanMs: number): PendingCharge[] {
    return [...this.accounts.values()].flatMap(({ charges }) => {
      const newer = charges.findIndex(({ sinceMs }) => sinceMs >= thanMs);
      return charges.splice(0, newer < 0 ? charges.length : newer);
    });
  }

  /** Records that the account was free. It is removed after its quarantine if nothing waits. */
  recordFree(accountId: number, nowMs: number): void {
    const account = this.accounts.get(accountId);
    if (!account) return;
    account.freeSinceMs ??= nowMs;
    account.balanceMicros = undefined;
    account.gotLockWaiting ||= account.isInWaitingAttempt;
    account.isInWaitingAttempt = false;
    account.dueMs = 0;
    account.backoffMs = backoff.firstMs;
    if (account.charges.length === 0 && nowMs - account.freeSinceMs > quarantineMs) this.accounts.delete(accountId);
  }

  private remember(accountId: number): ContendedAccount | undefined {
    if (this.accounts.size >= bounds.accounts) {
      const idle = [...this.accounts].find(([, { charges }]) => charges.length === 0);
      if (!idle) return undefined;
      this.accounts.delete(idle[0]);
    }
    const account: ContendedAccount = {
      charges: [],
      dueMs: 0,
      backoffMs: backoff.firstMs,
      balanceMicros: undefined,
      isBusy: false,
      isInWaitingAttempt: false,
      gotLockWaiting: false,
      freeSinceMs: undefined,
    };
    this.accounts.set(accountId, account);
    return account;
  }
}

function takeWanted({ charges }: ContendedAccount, limit: number): PendingCharge[] {
  const taken: PendingCharge[] = [];
  while (taken.length < limit && charges.length > 0) {
    const charge = charges.shift()!;
    if (charge.isWanted()) taken.push(charge);
  }
  return taken;
}
