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
    const error = await this.tryShared();
    if (error) this.leaveShared(error);
  }

  stop(): void {
    clearTimeout(this.probe);
    this.windows.close();
  }

  override take(keyId: number, limitPerSecond: number): RateDecision | Promise<RateDecision> {
    if (!this.shared) return this.local.take(keyId, limitPerSecond);
    if (this.nowMs() >= this.bothUntilMs) return this.takeShared(keyId, limitPerSecond);
    const own = this.local.take(keyId, limitPerSecond);
    return own.admitted ? this.windows.take(keyId, limitPerSecond).catch((error) => this.leaveShared(error, own)) : own;
  }

  private async takeShared(keyId: number, limitPerSecond: number): Promise<RateDecision> {
    try {
      const decision = await this.windows.take(keyId, limitPerSecond);
      if (decision.admitted) this.local.note(keyId);
      return decision;
    } catch (error) {
      this.leaveShared(error);
      return this.local.take(keyId, limitPerSecond);
    }
  }

  /** Gives back `own`, the decision of this process. */
  private leaveShared<T>(error: unknown, own?: T): T | undefined {
    if (this.shared || this.probe === undefined) this.log.warn({ err: error }, 'Redis does not answer');
    this.shared = false;
    this.probe ??= setTimeout(() => void this.probeShared(), retryMs).unref();
    return own;
  }
}
