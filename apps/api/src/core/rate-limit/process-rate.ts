import { tooManyRequests } from '../../platform/problem';
import { counterOf, LocalRateStore } from './rate-store';

/** A rate that each process enforces alone, so that nobody occupies it. */
export class ProcessRate {
  private readonly store = new LocalRateStore({ count: 1 });

  /** @param subject who may send how many of what per second: the first and last words of a sentence */
  constructor(
    private readonly perSecond: number,
    private readonly subject: readonly [who: string, what: string],
  ) {}

  /** @param who an id, or a text of any length. @throws {Problem} `too_many_requests` */
  async take(who: number | string): Promise<void> {
    const { admitted, waitMs } = await this.store.take(typeof who === 'number' ? who : counterOf(who), this.perSecond);
    if (admitted) return;
    const detail = `${this.subject[0]} may send ${this.perSecond} ${this.subject[1]}. Try again in 1 s.`;
    throw tooManyRequests('rate', detail, Math.ceil(waitMs / 1_000));
  }
}
