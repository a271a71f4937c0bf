import { formatUsd } from '@loupe/dto';
import type { ApiKey } from '../../core/auth/lifecycle/api-key';
import type { RateRequest } from '../../core/auth/lifecycle/rate-requests.repository';
import type { LineageSpend } from '../../core/usage/usage-totals.repository';
import { usdOf } from '../shared/fields/amounts';
import type { KeyView, RateRequestView } from './key-views.dto';

/** What is known of an account's keys beside themselves. */
export interface KeySurroundings {
  readonly spendByLineage: ReadonlyMap<number, LineageSpend>;
  readonly requestsLastDay: ReadonlyMap<number, number>;
  readonly rateRequestByLineage: ReadonlyMap<number, RateRequest>;
}

export function keyView(key: ApiKey, around: KeySurroundings): KeyView {
  const spend = around.spendByLineage.get(key.lineageId);
  const rateRequest = around.rateRequestByLineage.get(key.lineageId);
  return {
    id: `${key.id}`,
    name: key.name,
    prefix: shownPrefix(key.prefix),
    state: key.state,
    rate_limit_per_second: key.ratePerSecond,
    daily_cap_usd: usdOf(key.dailyCapMicros),
    monthly_cap_usd: usdOf(key.monthlyCapMicros),
    spent_today_usd: formatUsd(spend?.todayMicros ?? 0n),
    spent_this_month_usd: formatUsd(spend?.monthMicros ?? 0n),
    allowed_ips: [...key.allowedIps],
    requests_last_24_hours: around.requestsLastDay.get(key.id) ?? 0,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    retires_at: key.retiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    rotated_from_id: key.rotatedFromId === null ? null : `${key.rotatedFromId}`,
    rate_request: rateRequest ? rateRequestView(rateRequest) : null,
  };
}

export function rateRequestView(request: RateRequest): RateRequestView {
  return {
    id: `${request.id}`,
    requests_per_second: request.requestsPerSecond,
    reason: request.reason,
    state: request.state,
    granted_per_second: request.grantedPerSecond,
    note: request.note,
    created_at: request.createdAt.toISOString(),
    decided_at: request.decidedAt?.toISOString() ?? null,
  };
}

/** How a key begins, from the eight characters that are kept of it. */
export function shownPrefix(prefix: string): string {
  return `loupe_${prefix}`;
}
