import { allOperations } from '@loupe/dto';
import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '../../platform/config/env';
import type { Shedder } from '../../platform/http/request-middleware';
import { Metrics } from '../../platform/observability/metrics';
import { KeyAuthenticator } from '../auth/key-authenticator';

export const shedReasons = ['requests_under_way', 'account'] as const;
type ShedReason = (typeof shedReasons)[number];

/** Documents, health, the dashboard and `/system` are never refused. */
const refusable = new Set(
  allOperations.map(({ path }) => firstSegment(path)).filter((segment) => segment !== 'system'),
);

/**
 * Refuses requests of the data API that this process has no room for, before any work is done for them: from half of its room on
 * those of accounts with more than an equal share of that half, then everybody's.
 */
@Injectable()
export class LoadShedder implements Shedder {
  underWay = 0;
  private readonly byAccount = new Map<number, number>();
  private readonly half: number;

  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'MAX_CONCURRENT_REQUESTS'>,
    private readonly keys: KeyAuthenticator,
    private readonly metrics: Metrics,
  ) {
    this.half = env.MAX_CONCURRENT_REQUESTS / 2;
  }

  /** Whether this request, of which nothing but its head is known, is to be refused. */
  refuses({ path, headers }: Parameters<Shedder['refuses']>[0]): boolean {
    // No account can have its share under way yet: whose request this is need not be looked up.
    if (this.underWay < this.half) return false;
    if (!refusable.has(firstSegment(path))) return false;
    if (this.underWay >= this.env.MAX_CONCURRENT_REQUESTS) return this.refuse('requests_under_way');
    const key = headers['x-api-key'];
    const account = typeof key === 'string' ? this.keys.accountOf(key) : undefined;
    return account !== undefined && !this.admits(account);
  }

  /** False when the account has its share under way. */
  admits(accountId: number): boolean {
    const share = this.underWay < this.half ? this.half : Math.max(1, this.half / this.byAccount.size);
    const ofAccount = this.byAccount.get(accountId) ?? 0;
    return ofAccount < share || !this.refuse('account');
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

  private refuse(reason: ShedReason): true {
    this.metrics.refuse(reason);
    return true;
  }
}

/** `users` of `/users/7`. */
function firstSegment(path: string): string {
  return path.split('/', 2)[1]!;
}
