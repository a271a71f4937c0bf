import { Injectable, type StreamableFile } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { UsageTotals } from '../../core/usage/usage-totals';
import type { UsageDimension, UsageTotalsQuery } from '../../core/usage/usage-totals.repository';
import { csvDownload } from '../http/csv';
import { idOf } from '../http/ids';
import { KeyNamesRepository } from './key-names.repository';
import { periodOf } from './period';
import { type UsageList, type UsageQuery, type UsageRowView, usageTotalsView } from './usage.dto';

const defaultDays = 30;
const maxDays = { day: 731, hour: 31 };

const dimensions: Record<NonNullable<UsageQuery['group_by']>, UsageDimension[]> = {
  operation_and_key: ['time', 'operation', 'key'],
  operation: ['time', 'operation'],
  key: ['time', 'key'],
  total: ['time'],
};

const columns = {
  time: (row: UsageRowView) => row.time,
  operation: (row: UsageRowView) => row.operation,
  key_id: (row: UsageRowView) => row.key_id,
  key_name: (row: UsageRowView) => row.key_name,
  requests: (row: UsageRowView) => row.requests,
  charged_requests: (row: UsageRowView) => row.charged_requests,
  errors: (row: UsageRowView) => row.errors,
  spend_usd: (row: UsageRowView) => row.spend_usd,
};

@Injectable()
export class UsageService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly totals: UsageTotals,
    private readonly keyNames: KeyNamesRepository,
  ) {}

  /** @throws {Problem} `unprocessable_entity` for a period that ends before it starts, or is too long. */
  async list(accountId: number, query: UsageQuery): Promise<UsageList> {
    const totals = await this.totals.list(totalsQuery(accountId, query));
    const keyIds = new Set(totals.flatMap(({ keyId }) => keyId ?? []));
    const names = await this.keyNames.find(this.dataSource, [...keyIds]);
    const items = totals.map((total) => ({
      time: total.time!.toISOString(),
      operation: total.operation,
      key_id: total.keyId === null ? null : `${total.keyId}`,
      key_name: total.keyId === null ? null : (names.get(total.keyId) ?? ''),
      ...usageTotalsView(total),
    }));
    return { items };
  }

  async csv(accountId: number, query: UsageQuery): Promise<StreamableFile> {
    const { items } = await this.list(accountId, query);
    async function* singleBatch(): AsyncGenerator<UsageRowView[]> {
      yield items;
    }
    return csvDownload('usage', columns, singleBatch());
  }
}

function totalsQuery(accountId: number, query: UsageQuery): UsageTotalsQuery {
  const { interval = 'day', group_by = 'operation_and_key', operation, key_id } = query;
  const { from, to } = periodOf(query, defaultDays, maxDays[interval]);
  return { accountId, fromDay: from, toDay: to, interval, by: dimensions[group_by], operation, keyId: idOf(key_id) };
}
