import type { StreamableFile } from '@nestjs/common';
import type { KeyList } from '../keys/key-views.dto';
import type { LedgerPage, LedgerQuery } from './ledger.dto';
import type { OverviewQuery, OverviewView } from './overview.dto';
import type { ReceiptView, RequestPage, RequestsQuery } from './requests.dto';
import type { UsageList, UsageQuery } from './usage.dto';

export abstract class AccountViewsService {
  abstract overview(accountId: number, query: OverviewQuery): Promise<OverviewView>;
  abstract keys(accountId: number): Promise<KeyList>;
  abstract usage(accountId: number, query: UsageQuery): Promise<UsageList>;
  abstract usageCsv(accountId: number, query: UsageQuery): Promise<StreamableFile>;
  abstract requests(accountId: number, query: RequestsQuery): Promise<RequestPage>;
  abstract requestsCsv(accountId: number, query: RequestsQuery): Promise<StreamableFile>;
  abstract receipt(accountId: number, requestId: string): Promise<ReceiptView>;
  abstract ledger(accountId: number, query: LedgerQuery): Promise<LedgerPage>;
  abstract ledgerCsv(accountId: number, query: LedgerQuery): Promise<StreamableFile>;
}
