import { formatUsd } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { startOfKey } from '../../core/auth/api-key-format';
import type { ApiKey } from '../../core/auth/lifecycle/api-key';
import { ApiKeys } from '../../core/auth/lifecycle/api-keys';
import type { RateRequest } from '../../core/auth/lifecycle/rate-request';
import { RateRequests } from '../../core/auth/lifecycle/rate-requests';
import { UsageTotals } from '../../core/usage/usage-totals';
import type { LineageSpend } from '../../core/usage/usage-totals.repository';
import { usdOf } from '../fields/fields';
import { type KeyList, type KeyView, rateRequestView } from './keys.dto';

const dayMs = 24 * 3_600_000;

interface KeyStats {
  readonly spendByLineage: ReadonlyMap<number, LineageSpend>;
  readonly requestsLastDay: ReadonlyMap<number, number>;
  readonly rateRequestByLineage: ReadonlyMap<number, RateRequest>;
}

@Injectable()
export class KeyViewer {
  constructor(
    private readonly keys: ApiKeys,
    private readonly rateRequests: RateRequests,
    private readonly totals: UsageTotals,
  ) {}

  async list(accountId: number): Promise<KeyList> {
    const [keys, stats] = await Promise.all([this.keys.list(accountId), this.readStats(accountId)]);
    return { items: keys.map((key) => keyView(key, stats)) };
  }

  async show(key: ApiKey): Promise<KeyView> {
    return keyView(key, await this.readStats(key.accountId));
  }

  private async readStats(accountId: number): Promise<KeyStats> {
    const [spendByLineage, requestsLastDay, rateRequestByLineage] = await Promise.all([
      this.totals.spendByLineage(accountId),
      this.totals.requestsByKeySince(accountId, new Date(Date.now() - dayMs)),
      this.rateRequests.latest(accountId),
    ]);
    return { spendByLineage, requestsLastDay, rateRequestByLineage };
  }
}

function keyView(key: ApiKey, { spendByLineage, requestsLastDay, rateRequestByLineage }: KeyStats): KeyView {
  const spend = spendByLineage.get(key.lineageId);
  const rateRequest = rateRequestByLineage.get(key.lineageId);
  return {
    id: `${key.id}`,
    name: key.name,
    mode: key.mode,
    prefix: startOfKey(key),
    state: key.state,
    built_in: key.builtIn,
    rate_limit_per_second: key.ratePerSecond,
    daily_cap_usd: usdOf(key.dailyCapMicros),
    monthly_cap_usd: usdOf(key.monthlyCapMicros),
    spent_today_usd: formatUsd(spend?.todayMicros ?? 0n),
    spent_this_month_usd: formatUsd(spend?.monthMicros ?? 0n),
    allowed_ips: [...key.allowedIps],
    requests_last_24_hours: requestsLastDay.get(key.id) ?? 0,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    retires_at: key.retiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    rotated_from_id: key.rotatedFromId === null ? null : `${key.rotatedFromId}`,
    rate_request: rateRequest ? rateRequestView(rateRequest) : null,
  };
}
