import { Injectable } from '@nestjs/common';
import type { ApiKey } from '../../core/auth/lifecycle/api-key';
import { ApiKeys } from '../../core/auth/lifecycle/api-keys';
import { RateRequests } from '../../core/auth/lifecycle/rate-requests';
import { UsageTotalsRepository } from '../../core/usage/usage-totals.repository';
import { keyView } from './key-views';
import type { KeyList, KeyView } from './key-views.dto';

const dayMs = 24 * 3_600_000;

/** Shows keys with what they spent, how much they are used, and what became of wishes for a higher rate. */
@Injectable()
export class KeyViewer {
  constructor(
    private readonly keys: ApiKeys,
    private readonly rateRequests: RateRequests,
    private readonly totals: UsageTotalsRepository,
  ) {}

  /** Working keys first, newest first. */
  async list(accountId: number): Promise<KeyList> {
    return { items: await this.show(accountId, await this.keys.list(accountId)) };
  }

  async showOne(key: ApiKey): Promise<KeyView> {
    const [view] = await this.show(key.accountId, [key]);
    return view!;
  }

  private async show(accountId: number, keys: readonly ApiKey[]): Promise<KeyView[]> {
    const [spendByLineage, requestsLastDay, rateRequestByLineage] = await Promise.all([
      this.totals.spendByLineage(accountId),
      this.totals.requestsByKeySince(accountId, new Date(Date.now() - dayMs)),
      this.rateRequests.latest(accountId),
    ]);
    return keys.map((key) => keyView(key, { spendByLineage, requestsLastDay, rateRequestByLineage }));
  }
}
