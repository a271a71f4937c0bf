import { Injectable } from '@nestjs/common';
import { KeySetRefresher } from '../../core/auth/key-set.refresher';
import { ApiKeys } from '../../core/auth/lifecycle/api-keys';
import type { RateRequestItem as OpenWish } from '../../core/auth/lifecycle/rate-requests.repository';
import { RateRequests } from '../../core/auth/lifecycle/rate-requests';
import { KeyViewer } from '../keys/key-viewer';
import { rateRequestView, shownPrefix } from '../keys/key-views';
import type { KeyView, RateRequestView } from '../keys/key-views.dto';
import { actorOf, type SignedIn } from '../shared/access/signed-in';
import { idOf, isId } from '../shared/fields/ids';
import { readPage } from '../shared/fields/page-reader';
import type { RateDecisionBody, RateRequestItem, RateRequestPage, RateRequestsQuery } from './rates.dto';

/** Rates of keys: set by support, or granted to an owner who asks. */
@Injectable()
export class RatesService {
  constructor(
    private readonly keys: ApiKeys,
    private readonly requests: RateRequests,
    private readonly viewer: KeyViewer,
    private readonly keySet: KeySetRefresher,
  ) {}

  /** @throws {Problem} `not_found`. */
  async setRate(staff: SignedIn, keyId: number, ratePerSecond: number): Promise<KeyView> {
    const key = await this.keys.setRate(keyId, ratePerSecond, actorOf(staff));
    await this.keySet.refresh();
    return this.viewer.showOne(key);
  }

  /** @throws {Problem} `invalid_cursor`. */
  list({ state = 'open', ...page }: RateRequestsQuery): Promise<RateRequestPage> {
    return readPage(page, {
      read: (afterId, limit) => this.requests.list(state, idOf(afterId) ?? 0, limit),
      keyOf: ({ id }) => `${id}`,
      show: rateRequestItem,
      isKey: isId,
    });
  }

  /** @throws {Problem} `not_found`, `conflict` when it is decided already. */
  async decide(staff: SignedIn, id: number, body: RateDecisionBody): Promise<RateRequestView> {
    const { granted, requests_per_second: requestsPerSecond, note } = body;
    const decided = await this.requests.decide(id, { granted, requestsPerSecond, note }, actorOf(staff));
    await this.keySet.refresh();
    return rateRequestView(decided);
  }
}

function rateRequestItem(wish: OpenWish): RateRequestItem {
  return {
    ...rateRequestView(wish),
    key: { id: `${wish.keyId}`, name: wish.keyName, prefix: shownPrefix(wish.keyPrefix) },
    account_id: `${wish.accountId}`,
    account_name: wish.accountName,
    rate_limit_per_second: wish.ratePerSecond,
  };
}
