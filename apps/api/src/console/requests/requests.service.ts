import { Injectable, type StreamableFile } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LedgerRepository } from '../../core/billing/ledger.repository';
import { RequestAddresses } from '../../core/usage/request-addresses';
import {
  type LoggedRequest,
  type RequestLogFilter,
  RequestLogRepository,
} from '../../core/usage/request-log.repository';
import { isRequestId } from '../../core/usage/usage-record';
import { readAll } from '../../platform/database/read-all';
import { Problem } from '../../platform/problem';
import { type PageSource, readPage } from '../fields/page';
import { type CsvColumns, csvDownload } from '../http/csv';
import { idOf } from '../http/ids';
import {
  type ReceiptView,
  type RequestPage,
  type RequestsQuery,
  type RequestView,
  type RequestWithAddress,
  receiptView,
  requestView,
} from './requests.dto';

const columns: CsvColumns<RequestWithAddress> = {
  request_id: (row) => row.requestId,
  time: (row) => new Date(row.timeMs).toISOString(),
  key_id: (row) => row.key.id,
  key_name: (row) => row.key.name,
  operation: (row) => row.operation,
  status: (row) => row.status,
  code: (row) => row.code,
  cost_usd: (row) => requestView(row).cost_usd,
  duration_ms: (row) => row.totalMs,
  upstream_ms: (row) => row.upstreamMs,
  bytes: (row) => row.responseBytes,
  requests: (row) => 1 + row.repeats,
  key_mode: (row) => row.key.mode,
  address: (row) => row.address,
};

@Injectable()
export class RequestsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly log: RequestLogRepository,
    private readonly ledger: LedgerRepository,
    private readonly addresses: RequestAddresses,
  ) {}

  list(accountId: number, query: RequestsQuery): Promise<RequestPage> {
    return readPage(query, this.source(accountId, query));
  }

  csv(accountId: number, query: RequestsQuery): Promise<StreamableFile> {
    return csvDownload('requests', columns, readAll(this.source(accountId, query)));
  }

  /** @throws {Problem} `not_found`, also for a request of another account */
  async receipt(accountId: number, requestId: string): Promise<ReceiptView> {
    const [request, entry] = await Promise.all([
      this.log.find(this.dataSource, requestId, accountId),
      this.ledger.find(this.dataSource, requestId, accountId),
    ]);
    if (request) {
      const [shown] = await this.withAddresses(accountId, [request]);
      return receiptView(shown!, entry);
    }
    const detail = entry
      ? 'This request is no longer in the log. Its charge is in the ledger.'
      : 'There is no such request.';
    throw new Problem('not_found', detail);
  }

  private async withAddresses(accountId: number, requests: readonly LoggedRequest[]): Promise<RequestWithAddress[]> {
    const addresses = await this.addresses.find(
      accountId,
      requests.map(({ requestId }) => requestId),
    );
    return requests.map((request) => ({ ...request, address: addresses.get(request.requestId) ?? null }));
  }

  private source(accountId: number, query: RequestsQuery): PageSource<RequestWithAddress, RequestView> {
    const filter = filterOf(query);
    return {
      read: async (beforeRequestId, limit) => {
        if (query.path !== undefined) await this.addresses.flush().catch(() => undefined);
        const requests = await this.log.list(this.dataSource, accountId, { ...filter, beforeRequestId }, limit);
        return this.withAddresses(accountId, requests);
      },
      keyOf: ({ requestId }) => requestId,
      show: requestView,
      isKey: isRequestId,
    };
  }
}

function filterOf({ key_id, mode, operation, status, code, outcome, path, from, to }: RequestsQuery): RequestLogFilter {
  return {
    keyId: idOf(key_id),
    mode,
    operation,
    status,
    code,
    outcome,
    path,
    fromMs: from === undefined ? undefined : Date.parse(from),
    toMs: to === undefined ? undefined : Date.parse(to),
  };
}
