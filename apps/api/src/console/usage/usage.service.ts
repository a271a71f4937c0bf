import { Injectable, type StreamableFile } from '@nestjs/common';
import { ApiKeys } from '../../core/auth/lifecycle/api-keys';
import { periodOf } from '../../core/usage/period';
import { UsageTotals } from '../../core/usage/usage-totals';
import type { LastTotal, UsageDimension, UsageTotal, UsageTotalsQuery } from '../../core/usage/usage-totals.repository';
import { readAll } from '../../platform/database/read-all';
import { maxRows, type PageSource, readPage } from '../fields/page';
import { usageTotalsView } from '../fields/usage-sums';
import { type CsvColumns, csvDownload } from '../http/csv';
import type { UsagePage, UsageQuery, UsageRowView } from './usage.dto';

const defaultDays = 30;
const maxDays = { day: 731, hour: 31 };

const dimensions: Record<NonNullable<UsageQuery['group_by']>, UsageDimension[]> = {
  operation_and_key: ['time', 'operation', 'key'],
  operation: ['time', 'operation'],
  key: ['time', 'key'],
  total: ['time'],
};

type NamedTotal = UsageTotal & { readonly keyName: string | null };

const columns: CsvColumns<NamedTotal> = {
  time: (row) => row.time!.toISOString(),
  operation: (row) => row.operation,
  key_id: (row) => row.keyId,
  key_name: (row) => row.keyName,
  requests: (row) => row.requests,
  charged_requests: (row) => row.chargedRequests,
  errors: (row) => row.errors,
  spend_usd: (row) => usageTotalsView(row).spend_usd,
};

@Injectable()
export class UsageService {
  constructor(
    private readonly totals: UsageTotals,
    private readonly keys: ApiKeys,
  ) {}

  /** @throws {Problem} `unprocessable_entity` for an invalid or too long period; `invalid_cursor` */
  list(accountId: number, { cursor, limit = maxRows, ...query }: UsageQuery): Promise<UsagePage> {
    return readPage({ ...(cursor !== undefined && { cursor }), limit }, this.source(accountId, query));
  }

  csv(accountId: number, query: UsageQuery): Promise<StreamableFile> {
    return csvDownload('usage', columns, readAll(this.source(accountId, query)));
  }

  private source(accountId: number, query: UsageQuery): PageSource<NamedTotal, UsageRowView> {
    const wanted = totalsQuery(accountId, query);
    return {
      read: async (cursor, limit) =>
        this.named(
          accountId,
          await this.totals.list(wanted, { after: cursor === undefined ? undefined : lastTotal(cursor), limit }),
        ),
      keyOf: cursorOf,
      show: usageRowView,
      isKey: (text) => isCursor(text, wanted.by),
    };
  }

  private async named(accountId: number, totals: readonly UsageTotal[]): Promise<NamedTotal[]> {
    const names = await this.keys.names([accountId], [...new Set(totals.flatMap(({ keyId }) => keyId ?? []))]);
    return totals.map((total) => ({
      ...total,
      keyName: total.keyId === null ? null : (names.get(total.keyId) ?? ''),
    }));
  }
}

function usageRowView(total: NamedTotal): UsageRowView {
  return {
    time: total.time!.toISOString(),
    operation: total.operation,
    key_id: total.keyId === null ? null : `${total.keyId}`,
    key_name: total.keyName,
    ...usageTotalsView(total),
  };
}

function cursorOf({ time, keyId, operation }: UsageTotal): string {
  return `${time!.toISOString()},${keyId ?? ''},${operation ?? ''}`;
}

const cursorForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z),(\d{0,15}),(.*)$/;

function isCursor(text: string, by: readonly UsageDimension[]): boolean {
  const [, time = '', key = '', operation = ''] = cursorForm.exec(text) ?? [];
  return (
    !Number.isNaN(Date.parse(time)) &&
    (key !== '') === by.includes('key') &&
    (operation !== '') === by.includes('operation')
  );
}

function lastTotal(cursor: string): LastTotal {
  const [, time, key, operation] = cursorForm.exec(cursor)!;
  return { time: new Date(time!), key: key ? Number(key) : null, operation: operation || null };
}

function totalsQuery(accountId: number, query: UsageQuery): UsageTotalsQuery {
  const { interval = 'day', group_by = 'operation_and_key', operation, key_id, mode } = query;
  const { from, to } = periodOf(query, defaultDays, maxDays[interval]);
  return {
    accountId,
    fromDay: from,
    toDay: to,
    interval,
    by: dimensions[group_by],
    operation,
    keyIds: key_id === undefined ? undefined : [Number(key_id)],
    mode,
  };
}
