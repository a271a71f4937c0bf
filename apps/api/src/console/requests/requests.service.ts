import { Injectable, type StreamableFile } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LedgerRepository } from '../../core/billing/ledger.repository';
import {
  type LoggedRequest,
  type RequestLogFilter,
  RequestLogRepository,
} from '../../core/usage/request-log.repository';
import { isRequestId } from '../../core/usage/usage-record';
import { readAll } from '../../platform/database/read-all';
import { Problem } from '../../platform/http/problem';
import { type PageSource, readPage } from '../fields/page';
import { csvDownload } from '../http/csv';
import { idOf } from '../http/ids';
import {
  type ReceiptView,
  type RequestPage,
  type RequestsQuery,
  type RequestView,
  receiptView,
  requestView,
} from './requests.dto';

const columns = {
  request_id: (row: LoggedRequest) => row.requestId,
  time: (row: LoggedRequest) => new Date(row.timeMs).toISOString(),
  key_id: (row: LoggedRequest) => row.key.id,
  key_name: (row: LoggedRequest) => row.key.name,
  operation: (row: LoggedRequest) => row.operation,
  status: (row: LoggedRequest) => row.status,
  code: (row: LoggedRequest) => row.code,
  cost_usd: (row: LoggedRequest) => requestView(row).cost_usd,
  duration_ms: (row: LoggedRequest) => row.totalMs,
  upstream_ms: (row: LoggedRequest) => row.upstreamMs,
  bytes: (row: LoggedRequest) => row.responseBytes,
  requests: (row: LoggedRequest) => 1 + row.repeats,
  key_mode: (row: LoggedRequest) => row.key.mode,
};

@Injectable()
export class RequestsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly log: RequestLogRepository,
    private readonly ledger: LedgerRepository,
  ) {}

  list(accountId: number, query: RequestsQuery): Promise<RequestPage> {
    return readPage(query, this.source(accountId, query));
  }

  csv(accountId: number, query: RequestsQuery): Promise<StreamableFile> {
    return csvDownload('requests', columns, readAll(this.source(accountId, query)));
  }

  /** @throws {Problem} `not_found` for a request of another account too. */
  async receipt(accountId: number, requestId: string): Promise<ReceiptView> {
    const [request, entry] = await Promise.all([
      this.log.find(this.dataSource, requestId, accountId),
      this.ledger.find(this.dataSource, requestId, accountId),
    ]);
    if (request) return receiptView(request, entry);
    const detail = entry
      ? 'This request is no longer in the log. Its charge is in the ledger.'
      : 'There is no such request.';
    throw new Problem('not_found', detail);
  }

  private source(accountId: number, query: RequestsQuery): PageSource<LoggedRequest, RequestView> {
    const filter = filterOf(query);
    return {
      read: (beforeRequestId, limit) =>
        this.log.list(this.dataSource, accountId, { ...filter, beforeRequestId }, limit),
      keyOf: ({ requestId }) => requestId,
      show: requestView,
      isKey: isRequestId,
    };
  }
}

function filterOf({ key_id, mode, operation, status, code, outcome, from, to }: RequestsQuery): RequestLogFilter {
  return {
    keyId: idOf(key_id),
    mode,
    operation,
    status,
    code,
    failed: outcome === undefined ? undefined : outcome === 'failed',
    fromMs: from === undefined ? undefined : Date.parse(from),
    toMs: to === undefined ? undefined : Date.parse(to),
  };
}
