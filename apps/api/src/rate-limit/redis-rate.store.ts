import type { Logger } from 'pino';
import type { LocalRateStore } from './local-rate.store';
import type { RateDecision } from './rate-decision';
import { RateStore, windowMs } from './rate-store';
import type { RedisWindows } from './redis-windows';

/** How long Redis is left alone after it did not answer. */
const retryMs = 1_000;
/** No key has this id. */
const probeKeyId = 0;

/**
 * One limit for all processes, kept in Redis. As long as that does not answer, each process enforces its share of every limit
 * by itself: never unlimited, never an error, and back to Redis as soon as it answers.
 */
export class RedisRateStore extends RateStore {
  private shared = false;
  /** After a return, Redis does not know yet what the processes admitted by themselves: until here both must agree. */
  private bothUntilMs = 0;
  private probe: NodeJS.Timeout | undefined;

  constructor(
    private readonly windows: RedisWindows,
    private readonly local: LocalRateStore,
    private readonly log: Pick<Logger, 'warn' | 'info'>,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    super();
  }

  /** Whether Redis decides now. */
  get isShared(): boolean {
    return this.shared;
  }

  /** Connects. Resolves also when Redis is out of reach. */
  async start(): Promise<void> {
    await this.windows.connect();
    try {
      await this.windows.take(probeKeyId, 1);
      this.shared = true;
    } catch (error) {
      this.leaveShared(error);
    }
  }

  stop(): void {
    clearTimeout(this.probe);
    this.probe = undefined;
    this.windows.close();
  }

  override take(keyId: number, limitPerSecond: number): RateDecision | Promise<RateDecision> {
    if (!this.shared) return this.local.take(keyId, limitPerSecond);
    if (this.nowMs() >= this.bothUntilMs) return this.takeShared(keyId, limitPerSecond);
    const own = this.local.take(keyId, limitPerSecond);
    return own.admitted ? this.takeShared(keyId, limitPerSecond, own) : own;
  }

  /** @param own this process's decision, where it has been asked for already. */
  private async takeShared(keyId: number, limitPerSecond: number, own?: RateDecision): Promise<RateDecision> {
    try {
      const decision = await this.windows.take(keyId, limitPerSecond);
      if (decision.admitted && !own) this.local.note(keyId);
      return decision;
    } catch (error) {
      this.leaveShared(error);
      return own ?? this.local.take(keyId, limitPerSecond);
    }
  }

  private leaveShared(error: unknown): void {
    this.shared = false;
    if (this.probe) return;
    this.log.warn({ err: error }, 'Redis does not answer: this process enforces its share of every rate by itself');
    this.probe = setTimeout(() => void this.tryAgain(), retryMs).unref();
  }

  private async tryAgain(): Promise<void> {
    try {
      await this.windows.take(probeKeyId, 1);
    } catch {
      this.probe?.refresh();
      return;
    }
    this.probe = undefined;
    this.bothUntilMs = this.nowMs() + windowMs;
    this.shared = true;
    this.log.info('Redis answers again: rates are shared');
  }
}
