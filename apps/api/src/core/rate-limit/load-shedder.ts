import { servedOperations } from '@loupe/dto';
import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '../../platform/config/env';
import type { Shedder } from '../../platform/http/request-middleware';
import { Metrics } from '../../platform/observability/metrics';

export const shedReasons = ['requests_under_way', 'account'] as const;
type ShedReason = (typeof shedReasons)[number];

/** First segments of the paths that a full process refuses: not documentation, health, the dashboard or `/system`. */
const refusable = new Set(
  servedOperations.map(({ path }) => firstSegment(path)).filter((segment) => segment !== 'system'),
);

/** Limits the concurrent requests with a key in this process. One account may use half of the limit. */
@Injectable()
export class LoadShedder implements Shedder {
  underWay = 0;
  private readonly byAccount = new Map<number, number>();

  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'MAX_CONCURRENT_REQUESTS'>,
    private readonly metrics: Metrics,
  ) {}

  refuses({ path }: Parameters<Shedder['refuses']>[0]): boolean {
    const isFull = this.underWay >= this.env.MAX_CONCURRENT_REQUESTS;
    return isFull && refusable.has(firstSegment(path)) && this.countRefusal('requests_under_way');
  }

  admits(accountId: number): boolean {
    const ofAccount = this.byAccount.get(accountId) ?? 0;
    return ofAccount < this.env.MAX_CONCURRENT_REQUESTS / 2 || !this.countRefusal('account');
  }

  /** Counts an admitted request, until {@link leave}. */
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

  private countRefusal(reason: ShedReason): true {
    this.metrics.refuse(reason);
    return true;
  }
}

function firstSegment(path: string): string {
  return path.split('/', 2)[1]!;
}
