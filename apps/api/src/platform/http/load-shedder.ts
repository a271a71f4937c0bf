import type { IncomingMessage } from 'node:http';
import { allOperations } from '@loupe/dto';
import type { Logger } from 'pino';

export const refusalReasons = ['event_loop_delay', 'requests_under_way', 'account'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export interface LoadBounds {
  /** Requests with a key, in all. From half of them on, accounts with more than an equal share of that half are refused. */
  readonly underWay: number;
  readonly underWayPerAccount: number;
  readonly eventLoopDelayMs: number;
}

const tickMs = 50;
/** From here, an account is back at a thousand requests a second in little more than a second. */
const leastPerMs = 0.005;
/** One pause, for example of the garbage collector or of a process that was stopped, is no overload. */
const lateTicks = 4;
/** Requests that name no known key share what one account may do. */
const strangers = 0;

/** Documents, health, the dashboard and `/system` are never refused. */
const refusable = new Set(
  allOperations.map(({ path }) => firstSegment(path)).filter((segment) => segment !== '/system'),
);

/**
 * Refuses requests of the data API that this process has no room for, before any work is done for them: while too many are
 * under way, or while the event loop is late. In the second case every account may begin equally many a millisecond, and as
 * many as keep the loop just as late as it may be: a busy account is refused before a quiet one, and no capacity is idle.
 */
export class LoadShedder {
  underWay = 0;
  eventLoopDelayMs = 0;
  private readonly byAccount = new Map<number, number>();
  private timer: NodeJS.Timeout | undefined;
  private late = 0;
  /** Since the last tick. */
  private arrivals = 0;
  private refused = 0;
  /** An account was refused of late: its share is looked at before its request goes any further. */
  private isCrowded = false;
  private begun = new Map<number, number>();
  /** What an account may begin a millisecond; infinite while there is no overload. */
  private perMs = Number.POSITIVE_INFINITY;
  private allowance = Number.POSITIVE_INFINITY;

  /**
   * @param accountOf whose key this is
   * @param onRefusal counts
   */
  constructor(
    private readonly bounds: LoadBounds,
    private readonly accountOf: (apiKey: string) => number | undefined,
    private readonly onRefusal: (reason: RefusalReason) => void,
    private readonly log: Pick<Logger, 'warn' | 'info'>,
  ) {}

  start(): void {
    let lastMs = performance.now();
    this.timer = setInterval(() => {
      const nowMs = performance.now();
      this.adjust(nowMs - lastMs - tickMs, nowMs - lastMs);
      lastMs = nowMs;
    }, tickMs).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Whether this request, of which nothing but its head is known, is to be refused. */
  refuses({ url, headers }: IncomingMessage): boolean {
    this.arrivals++;
    const isFull = this.underWay >= this.bounds.underWay;
    const isCalm = !isFull && !this.isCrowded && this.allowance === Number.POSITIVE_INFINITY;
    if (isCalm || !refusable.has(firstSegment(url!))) return false;
    if (isFull) return this.refuse('requests_under_way');
    const key = headers['x-api-key'];
    const account = (typeof key === 'string' ? this.accountOf(key) : undefined) ?? strangers;
    if (!this.hasRoom(account)) return this.refuse('account');
    const begun = this.begun.get(account) ?? 0;
    // Of a fraction of a request, that fraction of requests: many accounts with few requests each are an overload, too.
    if (Math.random() >= this.allowance - begun) return this.refuse('event_loop_delay');
    this.begun.set(account, begun + 1);
    return false;
  }

  /** False when the account has its share under way. */
  admits(accountId: number): boolean {
    if (this.hasRoom(accountId)) return true;
    this.isCrowded = true;
    return !this.refuse('account');
  }

  /** Counts a request that has been admitted, until {@link leave}. */
  enter(accountId: number): void {
    this.underWay++;
    this.byAccount.set(accountId, (this.byAccount.get(accountId) ?? 0) + 1);
  }

  leave(accountId: number): void {
    this.underWay--;
    const count = this.byAccount.get(accountId)!;
    if (count > 1) this.byAccount.set(accountId, count - 1);
    else this.byAccount.delete(accountId);
  }

  /** @param delayMs by which the event loop came late to the end of a tick. @param elapsedMs that the tick took. */
  adjust(delayMs: number, elapsedMs: number): void {
    const { eventLoopDelayMs: boundMs } = this.bounds;
    this.eventLoopDelayMs = Math.max(0, delayMs);
    this.late = delayMs > boundMs ? this.late + 1 : 0;
    if (this.perMs !== Number.POSITIVE_INFINITY) {
      this.perMs = Math.max(leastPerMs, this.perMs * Math.min(1.25, Math.max(0.5, 1.5 - delayMs / boundMs / 2)));
      if (this.refused === 0 && delayMs < boundMs) this.recover();
    } else if (this.late >= lateTicks) {
      this.perMs = this.arrivals / elapsedMs;
      this.log.warn({ delay_ms: Math.round(delayMs) }, 'overloaded: the event loop is late, and requests are refused');
    }
    // Infinite while there is no overload, however long the tick took.
    this.allowance = this.perMs * Math.max(1, elapsedMs);
    this.isCrowded &&= this.refused > 0;
    this.arrivals = 0;
    this.refused = 0;
    this.begun.clear();
  }

  private recover(): void {
    this.perMs = Number.POSITIVE_INFINITY;
    this.log.info('the overload is over');
  }

  private hasRoom(accountId: number): boolean {
    const half = this.bounds.underWay / 2;
    const share = this.underWay < half ? half : Math.max(1, half / this.byAccount.size);
    return (this.byAccount.get(accountId) ?? 0) < Math.min(share, this.bounds.underWayPerAccount);
  }

  private refuse(reason: RefusalReason): true {
    this.refused++;
    this.onRefusal(reason);
    return true;
  }
}

function firstSegment(url: string): string {
  return /^\/[^/?]*/.exec(url)?.[0] ?? '';
}
