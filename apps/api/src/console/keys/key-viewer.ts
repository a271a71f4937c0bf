import { formatUsd } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { addressRefused } from '../../core/auth/key-refusal';
import type { ApiKey } from '../../core/auth/lifecycle/api-key';
import { ApiKeys, maxActiveKeys } from '../../core/auth/lifecycle/api-keys';
import { RateRequests } from '../../core/auth/lifecycle/rate-requests';
import { type RefusedRequests, RequestLogRepository } from '../../core/usage/request-log.repository';
import { requestTimeMs } from '../../core/usage/usage-record';
import { UsageTotals } from '../../core/usage/usage-totals';
import type { KeyFamilySpend, KeyTraffic } from '../../core/usage/usage-totals.repository';
import { clock } from '../../platform/clock';
import type { RateRequest } from '../../platform/database/entities/api-keys';
import { noSuch } from '../../platform/problem';
import { dayMs, utcDay } from '../../platform/utc-days';
import { usdOf } from '../fields/fields';
import { cursorOfKey, isKeyCursor, keyAt, keySettings } from '../fields/key-fields';
import { firstItems, maxRows, readPage } from '../fields/page';
import { idOf } from '../http/ids';
import {
  type KeyList,
  type KeyRefusalList,
  type KeyRefusalView,
  type KeysQuery,
  type KeyView,
  rateRequestView,
} from './keys.dto';

const chartDays = 14;
const refusalDays = 7;

interface KeyStats {
  readonly spendByKeyFamily: ReadonlyMap<number, KeyFamilySpend>;
  readonly lastDay: ReadonlyMap<number, KeyTraffic>;
  readonly requestsByKeyFamily: ReadonlyMap<number, ReadonlyMap<string, number>>;
  readonly days: readonly string[];
  readonly rateRequestByKeyFamily: ReadonlyMap<number, RateRequest>;
}

@Injectable()
export class KeyViewer {
  constructor(
    private readonly keys: ApiKeys,
    private readonly rateRequests: RateRequests,
    private readonly totals: UsageTotals,
    private readonly requests: RequestLogRepository,
    private readonly dataSource: DataSource,
  ) {}

  async list(accountId: number, { id, limit = maxRows, ...page }: KeysQuery): Promise<KeyList> {
    const ofFamilyOf = idOf(id);
    const shown = await readPage(
      { ...page, limit },
      {
        read: async (after, rows) => {
          const keys = await this.keys.list(accountId, { after: keyAt(after), ofFamilyOf }, rows);
          const stats = await this.readStats(accountId, keys);
          return keys.map((key) => ({ key, view: listedView(key, stats) }));
        },
        keyOf: ({ key }) => cursorOfKey(key),
        show: ({ view }) => view,
        isKey: isKeyCursor,
      },
    );
    return { ...shown, max_active: maxActiveKeys };
  }

  async show(key: ApiKey): Promise<KeyView> {
    return keyView(key, await this.readStats(key.accountId, [key]));
  }

  /** @throws {Problem} `not_found` */
  async refusals(accountId: number, keyId: number): Promise<KeyRefusalList> {
    const family = await this.keys.familyOf(accountId, keyId);
    if (family.length === 0) throw noSuch('key');
    const refused = await this.requests.refused(
      this.dataSource,
      accountId,
      family,
      clock.wallMs() - refusalDays * dayMs,
    );
    return { items: firstItems(refused.map(refusalView)) };
  }

  private async readStats(accountId: number, keys: readonly ApiKey[]): Promise<KeyStats> {
    const families = [...new Set(keys.map(({ keyFamilyId }) => keyFamilyId))];
    const keyIds = keys.map(({ id }) => id);
    const days = Array.from({ length: chartDays }, (_, index) => dayBefore(chartDays - 1 - index));
    const [spendByKeyFamily, lastDay, requestsByKeyFamily, rateRequestByKeyFamily] = await Promise.all([
      this.totals.spendByKeyFamily(accountId, families),
      this.totals.requestsByKeySince(accountId, new Date(clock.wallMs() - dayMs), keyIds),
      this.totals.requestsByKeyFamily(accountId, days[0]!, families),
      this.rateRequests.latest(accountId, families),
    ]);
    return { spendByKeyFamily, lastDay, requestsByKeyFamily, days, rateRequestByKeyFamily };
  }
}

const noStats: KeyStats = {
  spendByKeyFamily: new Map(),
  lastDay: new Map(),
  requestsByKeyFamily: new Map(),
  days: Array.from({ length: chartDays }, () => ''),
  rateRequestByKeyFamily: new Map(),
};

const dayBefore = (days: number): string => utcDay(clock.wallMs() - days * dayMs);

/** A list has no chart of ended keys, which may be many. */
function listedView(key: ApiKey, stats: KeyStats): KeyView {
  const view = keyView(key, stats);
  return key.state === 'active' ? view : { ...view, requests_by_day: [] };
}

/** A key that has not been used yet. */
export function newKeyView(key: ApiKey): KeyView {
  return keyView(key, noStats);
}

function keyView(key: ApiKey, stats: KeyStats): KeyView {
  const { spendByKeyFamily, lastDay, requestsByKeyFamily, days, rateRequestByKeyFamily } = stats;
  const spend = spendByKeyFamily.get(key.keyFamilyId);
  const rateRequest = rateRequestByKeyFamily.get(key.keyFamilyId);
  return {
    ...keySettings(key),
    line_id: `${key.keyFamilyId}`,
    developer_daily_cap_usd: usdOf(key.developerDailyCapMicros),
    spent_today_usd: formatUsd(spend?.todayMicros ?? 0n),
    spent_this_month_usd: formatUsd(spend?.monthMicros ?? 0n),
    requests_last_24_hours: lastDay.get(key.id)?.requests ?? 0,
    refused_last_24_hours: lastDay.get(key.id)?.refused ?? 0,
    requests_by_day: days.map((day) => requestsByKeyFamily.get(key.keyFamilyId)?.get(day) ?? 0),
    last_used_from: key.lastUsedFrom,
    rate_request: rateRequest ? rateRequestView(rateRequest) : null,
  };
}

function refusalView({ code, detail, requests, requestId, operation }: RefusedRequests): KeyRefusalView {
  return {
    code,
    detail,
    address: addressRefused(detail ?? ''),
    requests,
    last_at: new Date(requestTimeMs(requestId)).toISOString(),
    request_id: requestId,
    operation,
  };
}
