import { clock } from '../../platform/clock';
import { isOutOfReach } from '../../platform/database/failures';
import type { Notifications } from '../../platform/database/notifications';
import type { OutageLog } from '../../platform/database/outage-log';
import { feedPageSize, type KeyFeedRepository } from './key-feed.repository';
import { KeySet } from './key-set';

/** Triggers notify this channel in the transaction that changes a key. */
const channel = 'loupe_keys';
const retryMs = 1_000;
const lagShownMs = 600_000;

export interface KeySetTimes {
  readonly refreshMs: number;
  /** Maximum age of the set, and therefore the longest delay of a revocation. */
  readonly maxAgeMs: number;
}

/** Keeps the {@link KeySet} current: by notifications, by polling, and by a full read after a reconnect. */
export class KeySetRefresher {
  private set = new KeySet();
  private changeMark = 0;
  private sizeAfterLoad = 0;
  /** The set contains all changes that were committed before this time, on the monotonic clock. */
  private freshAtMs = Number.NEGATIVE_INFINITY;
  private databaseAheadMs = 0;
  private lastRevocation = { lagMs: 0, atMs: Number.NEGATIVE_INFINITY };
  private refreshDue = false;
  private reloadDue = false;
  private running: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** Whether a failure was logged that is no outage. An outage may hide another reason, so its failures do not count. */
  private failing = false;
  private stopped = false;

  constructor(
    private readonly feed: KeyFeedRepository,
    notifications: Notifications,
    private readonly times: KeySetTimes,
    private readonly log: Pick<OutageLog, 'error' | 'info'>,
    private readonly nowMs: () => number = () => clock.nowMs(),
  ) {
    notifications.on(channel, () => void this.refresh());
    notifications.onReconnect(() => void this.reload());
  }

  /** Reads all keys. @throws when the database is unreachable */
  async start(): Promise<void> {
    await this.readChanges();
    this.sizeAfterLoad = this.set.size;
    this.refreshLater(this.times.refreshMs);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.feed.close();
  }

  /** The set; undefined when it is too old to be trusted. */
  current(): KeySet | undefined {
    return this.ageMs <= this.times.maxAgeMs ? this.set : undefined;
  }

  get size(): number {
    return this.set.size;
  }

  /** The database's clock, in milliseconds since 1970. It decides when keys end, because the local clock may be wrong. */
  get databaseMs(): number {
    return this.nowMs() + this.databaseAheadMs;
  }

  get ageMs(): number {
    return this.nowMs() - this.freshAtMs;
  }

  /** How late the last revocation of the past ten minutes was read, in milliseconds; 0 without one. */
  get revocationLagMs(): number {
    return this.nowMs() - this.lastRevocation.atMs < lagShownMs ? this.lastRevocation.lagMs : 0;
  }

  /** Reads changes, now or right after the current read. Resolves when done, even after a failure. */
  refresh(): Promise<void> {
    if (this.stopped) return Promise.resolve();
    this.refreshDue = true;
    this.running ??= this.readWhatIsDue();
    return this.running;
  }

  private reload(): Promise<void> {
    this.reloadDue = true;
    return this.refresh();
  }

  private async readWhatIsDue(): Promise<void> {
    let hasFailed = false;
    while (this.refreshDue && !this.stopped && !hasFailed) {
      const reload = this.reloadDue;
      this.refreshDue = false;
      this.reloadDue = false;
      try {
        await (reload ? this.readEverything() : this.readChanges());
        this.reportSuccess();
      } catch (error) {
        this.reportFailure(error);
        this.reloadDue ||= reload;
        hasFailed = true;
      }
    }
    // Ended keys stay in memory until a full read, which is due when they may be the majority.
    if (this.set.size > 2 * this.sizeAfterLoad + 10_000) this.reloadDue = true;
    this.refreshLater(hasFailed ? retryMs : this.times.refreshMs);
    // Cleared in the same tick in which the loop ends, so that a later call starts a new run.
    this.running = undefined;
  }

  private refreshLater(delayMs: number): void {
    clearTimeout(this.timer);
    if (!this.stopped) this.timer = setTimeout(() => void this.refresh(), delayMs).unref();
  }

  private async readChanges(): Promise<void> {
    for (;;) {
      const sentAtMs = this.nowMs();
      const { keys, databaseMs } = await this.feed.changesAfter(this.changeMark);
      this.databaseAheadMs = databaseMs - sentAtMs;
      for (const key of keys) {
        if (this.set.put(key, databaseMs)) this.lastRevocation = { lagMs: databaseMs - key.endsAtMs, atMs: sentAtMs };
      }
      this.changeMark = keys.at(-1)?.changeMark ?? this.changeMark;
      if (keys.length < feedPageSize) {
        this.freshAtMs = sentAtMs;
        return;
      }
    }
  }

  /** Reads all keys into a new set. Meanwhile the old set stays in use, and also gets new changes. */
  private async readEverything(): Promise<void> {
    const set = new KeySet();
    let changeMark = 0;
    for (;;) {
      const { keys, databaseMs } = await this.feed.changesAfter(changeMark);
      for (const key of keys) set.put(key, databaseMs);
      changeMark = keys.at(-1)?.changeMark ?? changeMark;
      if (keys.length < feedPageSize) break;
      await this.readChanges();
    }
    this.set = set;
    this.changeMark = changeMark;
    this.sizeAfterLoad = set.size;
    await this.readChanges();
  }

  private reportSuccess(): void {
    if (this.failing && !this.stopped) this.log.info('API keys can be read again');
    this.failing = false;
  }

  private reportFailure(error: unknown): void {
    if (this.failing || this.stopped) return;
    const seconds = this.times.maxAgeMs / 1_000;
    const warning = `failed to read API keys; requests are refused once the last successful read is ${seconds} s old`;
    this.log.error({ err: error }, warning);
    this.failing = !isOutOfReach(error);
  }
}
