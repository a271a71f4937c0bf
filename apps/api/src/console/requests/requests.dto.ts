import { formatUsd, type KeyMode, keyModes, outcomes } from '@loupe/dto';
import type { LedgerEntry } from '../../core/billing/ledger.repository';
import { type LoggedOutcome, type LoggedRequest, searchedUrls } from '../../core/usage/request-log.repository';
import { BooleanField, ChoiceField, IdField, IntegerField, TextField, TimeField } from '../fields/fields';
import { PageQuery, pageOf } from '../fields/page';
import { ResponseInteger, ResponseObject, ResponseText, ResponseUsd } from '../fields/response-fields';
import { KeyName, keyName } from '../fields/views';
import { ProblemView } from '../http/problem-view';

export class RequestsQuery extends PageQuery {
  @TimeField({ optional: true, description: 'Start, inclusive' }) from?: string;
  @TimeField({ optional: true, description: 'End, exclusive' }) to?: string;
  @IdField({ optional: true }) key_id?: string;
  @ChoiceField(keyModes, { optional: true, description: 'Both by default' }) mode?: KeyMode;
  @TextField({ max: 100, optional: true, example: 'users.followers' }) operation?: string;
  @IntegerField({ min: 100, max: 599, optional: true }) status?: number;
  @TextField({ max: 100, optional: true, example: 'profile_not_found' }) code?: string;

  @TextField({
    max: 200,
    optional: true,
    example: 'marta.trails',
    description: `Text in path and query, encoded or not. Only the newest ${searchedUrls} requests with a stored URL are searched, those up to \`to\` or the cursor`,
  })
  path?: string;

  @ChoiceField([...outcomes, 'succeeded', 'failed', 'charged'], {
    optional: true,
    description:
      'answered: successes, and charged responses such as “not found”. caller_error: only the caller can fix it. our_error: Loupe or its upstream failed. succeeded: no error code. failed: caller_error or our_error. charged: it cost something',
  })
  outcome?: LoggedOutcome;
}

export class RequestView {
  @ResponseText({ description: 'The x-request-id header of the response' }) request_id: string;
  @TimeField() time: string;
  @ResponseObject(KeyName) key: KeyName;
  @ResponseText({ example: 'users.followers' }) operation: string;

  @ResponseText({
    nullable: true,
    example: '/users/1001/followers',
    description: 'Path and query as they were sent; null if they are not stored, or no longer stored',
  })
  address: string | null;

  @ResponseInteger({ example: 200 }) status: number;
  @ResponseText({ nullable: true, description: 'Error code; null for a success' }) code: string | null;

  @ResponseText({
    nullable: true,
    example: 'search_session_id is required.',
    description: 'Why it failed, as the caller was told; null for a success',
  })
  detail: string | null;

  @ResponseUsd() cost_usd: string;
  @ResponseInteger({ description: 'Milliseconds from request to response' }) duration_ms: number;

  @ResponseInteger({ nullable: true, description: 'How much of this time was spent on the upstream' })
  upstream_ms: number | null;

  @ResponseInteger({ description: 'Size of the response body in bytes' }) bytes: number;

  @ResponseInteger({
    description:
      'Above 1: how many requests of this key and operation were refused with the same code within this minute. Only the first is logged',
  })
  requests: number;

  @ResponseText({
    nullable: true,
    description: 'repeat: a replay for the same Idempotency-Key. kept: from the response cache. null: neither',
  })
  source: string | null;

  @ResponseText({ nullable: true, description: 'Id of the request that first got this response' })
  first_request_id: string | null;
}

export type RequestWithAddress = LoggedRequest & { readonly address: string | null };

export class RequestPage extends pageOf(RequestView) {}

export class PriceRuleView {
  @ResponseInteger({ description: 'Price of the operation in units' }) units: number;
  @ResponseUsd({ description: 'Price if charged' }) price_usd: string;
  @BooleanField() charged: boolean;
  @ResponseText({ description: 'Why it was charged or not' }) reason: string;
}

export class LedgerReceiptView {
  @ResponseText({ description: 'A UUID: the request id' }) entry_id: string;
  @ResponseUsd() amount_usd: string;
  @ResponseUsd() balance_after_usd: string;

  @ResponseText({ nullable: true, description: 'The entry that reversed this one' })
  reversed_by_entry_id: string | null;
}

export class ReceiptView extends RequestView {
  @ResponseObject(PriceRuleView) price: PriceRuleView;

  @ResponseObject(LedgerReceiptView, { nullable: true, description: 'null: nothing was charged' })
  ledger: LedgerReceiptView | null;

  @ResponseObject(ProblemView, { nullable: true, description: 'Response body of a failed request' })
  problem: ProblemView | null;
}

export function requestView(request: RequestWithAddress): RequestView {
  return {
    request_id: request.requestId,
    time: new Date(request.timeMs).toISOString(),
    key: keyName(request.key),
    operation: request.operation,
    address: request.address,
    status: request.status,
    code: request.code,
    detail: problemOf(request)?.detail ?? null,
    cost_usd: formatUsd(request.charged ? request.priceMicros : 0n),
    duration_ms: request.totalMs,
    upstream_ms: request.upstreamMs,
    bytes: request.responseBytes,
    requests: 1 + request.repeats,
    source: request.source,
    first_request_id: request.firstRequestId,
  };
}

export function receiptView(request: RequestWithAddress, entry: LedgerEntry | undefined): ReceiptView {
  const { units, priceMicros, charged } = request;
  return {
    ...requestView(request),
    price: { units, price_usd: formatUsd(priceMicros), charged, reason: reasonOf(request) },
    ledger: entry
      ? {
          entry_id: entry.entryId,
          amount_usd: formatUsd(entry.amountMicros),
          balance_after_usd: formatUsd(entry.balanceAfterMicros),
          reversed_by_entry_id: entry.reversedBy,
        }
      : null,
    problem: problemOf(request),
  };
}

const problemOf = ({ problem }: LoggedRequest): ProblemView | null =>
  problem === null ? null : (JSON.parse(problem) as ProblemView);

function reasonOf({ key, priceMicros, charged, source, status }: LoggedRequest): string {
  if (key.mode === 'test') return 'Free: the key is a test key, so the simulator answered.';
  if (source === 'repeat')
    return 'Free: it repeats a request with the same Idempotency-Key, which was charged already.';
  if (source === 'kept') return 'Loupe sent an earlier response again, because it was recent enough for the request.';
  if (charged) return 'Charged at the operation’s fixed price, because the upstream answered.';
  if (priceMicros === 0n) return 'This operation is free.';
  return status < 500 ? 'Free: the request was refused.' : 'Free: the request failed.';
}
