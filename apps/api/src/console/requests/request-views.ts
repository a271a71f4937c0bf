import { formatUsd } from '@loupe/dto';
import type { LedgerEntry } from '../../core/billing/ledger.repository';
import type { LoggedRequest } from '../../core/usage/request-log.repository';
import { shownPrefix } from '../keys/key-views';
import type { ProblemView } from '../shared/http/problem-view';
import type { PriceRuleView, ReceiptView, RequestView } from './requests.dto';

export function requestView(request: LoggedRequest): RequestView {
  const { key } = request;
  return {
    request_id: request.requestId,
    time: new Date(request.timeMs).toISOString(),
    key: { id: `${key.id}`, name: key.name, prefix: shownPrefix(key.prefix) },
    operation: request.operation,
    status: request.status,
    code: request.code,
    cost_usd: formatUsd(request.charged ? request.priceMicros : 0n),
    duration_ms: request.totalMs,
    upstream_ms: request.upstreamMs,
    bytes: request.responseBytes,
  };
}

/** @param entry of the ledger, where the request was charged. */
export function receiptView(request: LoggedRequest, entry: LedgerEntry | undefined): ReceiptView {
  return {
    ...requestView(request),
    price: priceRule(request),
    ledger: entry
      ? {
          entry_id: entry.entryId,
          amount_usd: formatUsd(entry.amountMicros),
          balance_after_usd: formatUsd(entry.balanceAfterMicros),
          reversed_by_entry_id: entry.reversedBy,
        }
      : null,
    problem: request.problem === null ? null : (JSON.parse(request.problem) as ProblemView),
  };
}

function priceRule({ units, priceMicros, charged }: LoggedRequest): PriceRuleView {
  return { units, price_usd: formatUsd(priceMicros), charged, reason: reasonOf(priceMicros, charged) };
}

function reasonOf(priceMicros: bigint, charged: boolean): string {
  if (charged) return 'The answer came from the upstream, so it was charged at the fixed price of the operation.';
  if (priceMicros === 0n) return 'This operation is free.';
  return 'The request was refused or failed before there was an answer to pay for, so it was free.';
}
