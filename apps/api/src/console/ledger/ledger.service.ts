import { formatUsd } from '@loupe/dto';
import { Injectable, type StreamableFile } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type LedgerEntry, LedgerRepository } from '../../core/billing/ledger.repository';
import { isStaff } from '../../core/identity/user';
import { type NamedRequest, RequestLogRepository } from '../../core/usage/request-log.repository';
import { isRequestId } from '../../core/usage/usage-record';
import { readAll } from '../../platform/database/read-all';
import type { SignedIn } from '../access/signed-in';
import { type PageSource, readPage } from '../fields/page';
import { type CsvColumns, csvDownload } from '../http/csv';
import type { LedgerEntryView, LedgerPage, LedgerQuery } from './ledger.dto';

type ExportedEntry = LedgerEntry & { readonly request?: NamedRequest | undefined };

const columns: CsvColumns<ExportedEntry> = {
  entry_id: (row) => row.entryId,
  time: (row) => row.at.toISOString(),
  kind: (row) => row.kind,
  amount_usd: (row) => formatUsd(row.amountMicros),
  balance_after_usd: (row) => formatUsd(row.balanceAfterMicros),
  note: (row) => row.note,
  operation: (row) => row.request?.operation ?? null,
  key_name: (row) => row.request?.keyName ?? null,
  reverses_entry_id: (row) => row.reverses,
  reversed_by_entry_id: (row) => row.reversedBy,
  payment_id: (row) => row.paymentId,
};

@Injectable()
export class LedgerService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerRepository,
    private readonly requests: RequestLogRepository,
  ) {}

  list(accountId: number, query: LedgerQuery, user: SignedIn): Promise<LedgerPage> {
    return readPage(query, { ...this.source(accountId, query), show: viewFor(user) });
  }

  csv(accountId: number, query: LedgerQuery): Promise<StreamableFile> {
    const { read, keyOf } = this.source(accountId, query);
    const named = async (beforeEntryId: string | undefined, limit: number): Promise<ExportedEntry[]> => {
      const entries = await read(beforeEntryId, limit);
      const charges = entries.filter(({ kind }) => kind === 'charge').map(({ entryId }) => entryId);
      const requests = await this.requests.names(this.dataSource, accountId, charges);
      return entries.map((entry) => ({ ...entry, request: requests.get(entry.entryId) }));
    };
    return csvDownload('ledger', columns, readAll({ read: named, keyOf }));
  }

  private source(
    accountId: number,
    { kind, from, to }: LedgerQuery,
  ): Omit<PageSource<LedgerEntry, LedgerEntryView>, 'show'> {
    const fromMs = from === undefined ? undefined : Date.parse(from);
    const toMs = to === undefined ? undefined : Date.parse(to);
    return {
      read: (beforeEntryId, limit) =>
        this.ledger.list(this.dataSource, accountId, { kind, fromMs, toMs, beforeEntryId }, limit),
      keyOf: ({ entryId }) => entryId,
      isKey: isRequestId,
    };
  }
}

/** Stripe's receipt shows who paid, with the last digits of the card, to anybody who has its link. */
export function viewFor(user: SignedIn): (entry: LedgerEntry) => LedgerEntryView {
  const seesReceipts = user.role === 'owner' || isStaff(user);
  return (entry) => ({
    id: entry.entryId,
    time: entry.at.toISOString(),
    kind: entry.kind,
    amount_usd: formatUsd(entry.amountMicros),
    balance_after_usd: formatUsd(entry.balanceAfterMicros),
    request_id: entry.kind === 'charge' ? entry.entryId : null,
    note: entry.note,
    reverses_entry_id: entry.reverses,
    reversed_by_entry_id: entry.reversedBy,
    payment_id: entry.paymentId,
    receipt_url: seesReceipts ? entry.receiptUrl : null,
  });
}
