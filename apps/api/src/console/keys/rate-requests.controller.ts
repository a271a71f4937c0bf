import { formatUsd } from '@loupe/dto';
import { Body, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { KeySetRefresher } from '../../core/auth/key-set.refresher';
import type { ApiKey } from '../../core/auth/lifecycle/api-key';
import { ApiKeys } from '../../core/auth/lifecycle/api-keys';
import type { RateRequestItem as RateRequestRow } from '../../core/auth/lifecycle/rate-request';
import { RateRequests } from '../../core/auth/lifecycle/rate-requests';
import { IdempotentChanges, type RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { DashboardController, FreshPassword, Support, SupportViewers } from '../access/access';
import { Change, SentAgain } from '../access/requested-change';
import { actorOf, CurrentUser, type SignedIn } from '../access/signed-in';
import { keyName } from '../fields/views';
import { Answers } from '../http/answers';
import { IdPipe, readPageById } from '../http/ids';
import { requireUnchanged } from '../http/unchanged';
import { KeyViewer } from './key-viewer';
import {
  KeyRateBody,
  KeyView,
  RateDecisionBody,
  type RateRequestItem,
  RateRequestPage,
  RateRequestsQuery,
  RateRequestView,
  rateRequestView,
} from './keys.dto';

@DashboardController('support', 'Support')
@Support()
export class RateRequestsController {
  constructor(
    private readonly keys: ApiKeys,
    private readonly requests: RateRequests,
    private readonly viewer: KeyViewer,
    private readonly keySet: KeySetRefresher,
    private readonly changes: IdempotentChanges,
  ) {}

  @Patch('keys/:id')
  @FreshPassword()
  @Answers(200, 'Set the rate limit of a key and its rotations', KeyView)
  async setRate(
    @CurrentUser() user: SignedIn,
    @Param('id', IdPipe) id: number,
    @Body() body: KeyRateBody,
  ): Promise<KeyView> {
    const check = ({ ratePerSecond }: ApiKey) =>
      requireUnchanged(body.seen, body, { rate_limit_per_second: ratePerSecond });
    const key = await this.keys.setRate(id, body.rate_limit_per_second, actorOf(user), check);
    await this.keySet.refresh();
    return this.viewer.show(key);
  }

  @Get('rate-requests')
  @SupportViewers()
  @Answers(200, 'List rate-limit increase requests', RateRequestPage)
  list(@Query() { state = 'open', ...page }: RateRequestsQuery): Promise<RateRequestPage> {
    return readPageById(page, (afterId = 0, limit) => this.requests.list(state, afterId, limit), rateRequestItem);
  }

  @Post('rate-requests/:id/decision')
  @FreshPassword()
  @SentAgain()
  @Answers(200, 'Approve or decline a rate-limit increase request', RateRequestView)
  decide(
    @Change() change: RequestedChange,
    @CurrentUser() user: SignedIn,
    @Param('id', IdPipe) id: number,
    @Body() { granted, requests_per_second: requestsPerSecond, note }: RateDecisionBody,
  ): Promise<RateRequestView> {
    return this.changes.once(
      change,
      async (db) =>
        rateRequestView(await this.requests.decide(id, { granted, requestsPerSecond, note }, actorOf(user), db)),
      async (decided) => {
        await this.keySet.refresh();
        return decided;
      },
    );
  }
}

function rateRequestItem(row: RateRequestRow): RateRequestItem {
  return {
    ...rateRequestView(row),
    key: keyName({ id: row.keyId, name: row.keyName, prefix: row.keyPrefix, mode: row.keyMode }),
    account_id: `${row.accountId}`,
    account_name: row.accountName,
    rate_limit_per_second: row.ratePerSecond,
    facts: {
      balance_usd: formatUsd(row.balanceMicros),
      spent_7_days_usd: formatUsd(row.spentMicros),
      requests_30_days: row.requests,
      rate_limited_30_days: row.rateLimited,
      busiest_hour_requests: row.busiestHour,
    },
  };
}
