import { codesOf, type KeyMode, type Outcome } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import type { Db, Raw } from '../../platform/database/db';
import { shardOf } from '../../platform/database/shards';
import { withUsagePartitions } from './usage-partitions.repository';
import {
  firstRequestIdAt,
  isRequestId,
  type ResponseSource,
  replayInfos,
  requestTimeMs,
  type UsageRecord,
  usageRequests,
} from './usage-record';

/** Codes of requests that are refused because of their key or account, usually before any upstream request. */
export const refusalCodes = [
  'unauthorized',
  'account_suspended',
  'insufficient_balance',
  'key_cap_reached',
  'too_many_requests',
] as const;

export type LoggedOutcome = Outcome | 'succeeded' | 'failed' | 'charged';

/** The codes of each outcome. Requests without a code count as answered and succeeded. */
const codesByOutcome: Record<Exclude<LoggedOutcome, 'succeeded' | 'charged'>, string[]> = {
  answered: codesOf('answered'),
  caller_error: codesOf('caller_error'),
  our_error: codesOf('our_error'),
  failed: [...codesOf('caller_error'), ...codesOf('our_error')],
};

export interface RequestLogFilter {
  readonly keyId?: number | undefined;
  readonly mode?: KeyMode | undefined;
  readonly operation?: string | undefined;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  /** `succeeded`: without a code; `failed`: `caller_error` or `our_error`; `charged`: with a cost. */
  readonly outcome?: LoggedOutcome | undefined;
  /** Text in the stored URL. */
  readonly path?: string | undefined;
  /** Received at or after `fromMs` and before `toMs`, epoch milliseconds. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Only requests before this one, which is the last of the previous page. */
  readonly beforeRequestId?: string | undefined;
}

export interface LoggedRequest {
  readonly requestId: string;
  readonly timeMs: number;
  readonly accountId: number;
  readonly key: { readonly id: number; readonly name: string; readonly prefix: string; readonly mode: KeyMode };
  readonly operation: string;
  readonly status: number;
  readonly code: string | null;
  readonly units: number;
  /** Price of the operation at the time of the request, and whether it was charged. */
  readonly priceMicros: bigint;
  readonly charged: boolean;
  readonly upstreamMs: number;
  readonly totalMs: number;
  readonly responseBytes: number;
  /** Further requests of the same kind that were refused within the minute. They have no rows of their own. */
  readonly repeats: number;
  /** Body of the problem as JSON text. */
  readonly problem: string | null;
  /** Source of a response that is not from the upstream, and the request that first got the response. */
  readonly source: ResponseSource | null;
  readonly firstRequestId: string | null;
}

/** Requests of the given keys that were refused for the same reason. */
export interface RefusedRequests {
  readonly code: string;
  /** Error detail of the last refused request. */
  readonly detail: string | null;
  readonly requests: number;
  readonly operation: string;
  /** The last refused request. */
  readonly requestId: string;
}

/** How many rows of each code are read. With a row per operation and minute, they cover three hours of one operation. */
const refusedRows = 200;

/** Operation and key of a request, for a list of charges. */
export interface NamedRequest {
  readonly operation: string;
  readonly keyName: string | null;
}

const selectRequest = `
  SELECT u.request_id AS "requestId", u.account_id::float8 AS "accountId", u.operation, u.status, u.code, u.units,
    u.price_micros AS "priceMicros", u.charged, u.upstream_ms AS "upstreamMs", u.total_ms AS "totalMs",
    u.response_bytes::float8 AS "responseBytes", coalesce(u.repeats, 0) AS repeats, u.problem, u.source,
    u.first_request_id AS "firstRequestId",
    u.key_id::float8 AS "keyId", k.name AS "keyName", k.prefix AS "keyPrefix", k.mode AS "keyMode"
  FROM ledger.usage_rows u LEFT JOIN api_keys k ON k.id = u.key_id`;

// The bounds prune partitions. Skips a row that changes concurrently, because `before` has its old value. Skips charged rows: if a
// charge is confirmed after the refusal, the request is not a refusal and must not be counted again.
const repeatsCounted = `
  WITH counted AS (
    UPDATE ledger.usage_rows u SET repeats = given.repeats
    FROM unnest($1::uuid[], $2::integer[], $5::smallint[]) AS given (request_id, repeats, shard), ledger.usage_rows before
    WHERE u.request_id = given.request_id AND before.request_id = given.request_id
      AND u.shard = given.shard AND before.shard = given.shard
      AND u.request_id BETWEEN $3 AND $4 AND before.request_id BETWEEN $3 AND $4
      AND NOT u.charged AND u.repeats IS NOT DISTINCT FROM before.repeats AND given.repeats > coalesce(before.repeats, 0)
    RETURNING u.account_id, u.shard, u.request_id, given.repeats - coalesce(before.repeats, 0) AS more
  )
  INSERT INTO ledger.repeats_uncounted (account_id, shard, request_id, repeats) SELECT * FROM counted`;

/** A row of `selectRequest`. */
interface RequestRow extends Raw<Omit<LoggedRequest, 'timeMs' | 'key'>, 'priceMicros'> {
  readonly keyId: number;
  readonly keyName: string;
  readonly keyPrefix: string;
  readonly keyMode: KeyMode;
}

/** The request log. Writes the rows of uncharged requests; charges write their own rows. */
@Injectable()
export class RequestLogRepository {
  /** Skips rows that already exist. */
  async write(db: Db, records: readonly UsageRecord[]): Promise<void> {
    const literal = usageRequests(records);
    const replays = replayInfos(records);
    await withUsagePartitions(db, records, () =>
      replays === undefined
        ? db.query('SELECT log_usage($1::usage_request[])', [literal])
        : db.query('SELECT log_usage($1::usage_request[], $2::replay_info[])', [literal, replays]),
    );
  }

  /** Stores how many repeats followed first refusals. The counts are totals, so storing a count again adds nothing. */
  async countRepeats(
    db: Db,
    counts: readonly { requestId: string; accountId: number; repeats: number }[],
  ): Promise<void> {
    const requestIds = counts.map(({ requestId }) => requestId).sort();
    const repeats = counts.map((count) => count.repeats);
    await db.query(repeatsCounted, [
      counts.map(({ requestId }) => requestId),
      repeats,
      requestIds[0],
      requestIds.at(-1),
      counts.map(({ accountId }) => shardOf(accountId)),
    ]);
  }

  /** A page, newest first. Request ids are ordered by time, so the time range and the start of the page prune partitions. */
  async list(db: Db, accountId: number, filter: RequestLogFilter, limit: number): Promise<LoggedRequest[]> {
    const { outcome } = filter;
    const where = new Conditions()
      .and('u.account_id =', accountId)
      .and('u.shard =', shardOf(accountId))
      .and('u.key_id =', filter.keyId)
      .and('k.mode =', filter.mode)
      .and('u.operation =', filter.operation)
      .and('u.status =', filter.status)
      // Always true for a failure. It lets the planner use the index that contains only failures.
      .andIf((filter.status ?? 0) >= 400, 'u.code IS NOT NULL')
      .and('u.code =', filter.code)
      .and('u.request_id >=', filter.fromMs === undefined ? undefined : firstRequestIdAt(filter.fromMs))
      .and('u.request_id <', filter.toMs === undefined ? undefined : firstRequestIdAt(filter.toMs))
      .and('u.request_id <', filter.beforeRequestId);
    if (outcome) where.andIf(true, outcomeCondition(outcome, where));
    if (filter.path) where.andIf(true, pathCondition(accountId, filter, filter.path, where));
    const rows = await db.query(
      `${selectRequest} WHERE ${where.sql} ORDER BY u.request_id DESC LIMIT ${where.place(limit)}`,
      where.values,
    );
    return rows.map(loggedRequestOf);
  }

  /** Operation and key of the given requests that are still in the log. @param requestIds newest first. */
  async names(db: Db, accountId: number, requestIds: readonly string[]): Promise<Map<string, NamedRequest>> {
    if (requestIds.length === 0) return new Map();
    // The bounds prune partitions.
    const rows: { request_id: string; operation: string; key_name: string | null }[] = await db.query(
      `SELECT u.request_id, u.operation, k.name AS key_name FROM ledger.usage_rows u LEFT JOIN api_keys k ON k.id = u.key_id
       WHERE u.account_id = $1 AND u.shard = $5 AND u.request_id = ANY ($2::uuid[]) AND u.request_id BETWEEN $3 AND $4`,
      [accountId, requestIds, requestIds.at(-1), requestIds[0], shardOf(accountId)],
    );
    return new Map(rows.map((row) => [row.request_id, { operation: row.operation, keyName: row.key_name }]));
  }

  /**
   * Why requests of keys were refused since a time, with the latest reason first. `unauthorized` has several reasons, so its
   * rows are grouped by detail. Reads only the newest rows of each code, by an index.
   */
  refused(db: Db, accountId: number, keyIds: readonly number[], sinceMs: number): Promise<RefusedRequests[]> {
    return db.query(
      `SELECT code, (array_agg(detail ORDER BY request_id DESC))[1] AS detail, sum(requests)::float8 AS requests,
         (array_agg(operation ORDER BY request_id DESC))[1] AS operation,
         (array_agg(request_id ORDER BY request_id DESC))[1] AS "requestId"
       FROM unnest($3::text[]) AS refusal (code) CROSS JOIN LATERAL (
         SELECT request_id, operation, 1 + coalesce(repeats, 0) AS requests, problem::json ->> 'detail' AS detail
         FROM ledger.usage_rows u
         WHERE account_id = $1 AND shard = $5 AND u.code = refusal.code AND u.code IS NOT NULL AND key_id = ANY ($2)
           AND request_id >= $4 ORDER BY request_id DESC LIMIT ${refusedRows}) AS refused
       GROUP BY code, CASE code WHEN 'unauthorized' THEN detail END ORDER BY "requestId" DESC LIMIT 50`,
      [accountId, keyIds, refusalCodes, firstRequestIdAt(sinceMs), shardOf(accountId)],
    );
  }

  /** Finds a request, of any account unless `accountId` is given. For an owner, always pass the owner's account. */
  async find(db: Db, requestId: string, accountId?: number): Promise<LoggedRequest | undefined> {
    if (!isRequestId(requestId)) return undefined;
    const where = new Conditions()
      .and('u.request_id =', requestId)
      .and('u.account_id =', accountId)
      .and('u.shard =', accountId === undefined ? undefined : shardOf(accountId));
    const rows = await db.query(`${selectRequest} WHERE ${where.sql}`, where.values);
    return rows.map(loggedRequestOf)[0];
  }
}

function outcomeCondition(outcome: LoggedOutcome, where: Conditions): string {
  if (outcome === 'succeeded') return 'u.code IS NULL';
  if (outcome === 'charged') return 'u.charged';
  const hasCode = `u.code = ANY (${where.place(codesByOutcome[outcome])}::text[])`;
  return outcome === 'answered' ? `(u.code IS NULL OR ${hasCode})` : `u.code IS NOT NULL AND ${hasCode}`;
}

/** URLs have no index by their text, so a search reads at most this many of them. */
export const searchedUrls = 100_000;

function pathCondition(accountId: number, filter: RequestLogFilter, path: string, where: Conditions): string {
  const { fromMs = 0, toMs = maxMs, beforeRequestId } = filter;
  const last = Math.min(toMs, beforeRequestId === undefined ? maxMs : requestTimeMs(beforeRequestId));
  const seconds = [fromMs, last].map((ms) => where.place(Math.trunc(ms / 1_000)));
  const texts = [path, asSent(path)].map((text) => where.place(text.toLowerCase()));
  return `u.request_id IN (
    SELECT request_id FROM (
      SELECT request_id, address FROM ledger.request_addresses a, unnest(a.request_ids, a.addresses) AS one (request_id, address)
      WHERE a.account_id = ${where.place(accountId)} AND a.shard = ${where.place(shardOf(accountId))}
        AND a.second BETWEEN ${seconds[0]} AND ${seconds[1]}
      ORDER BY a.second DESC LIMIT ${searchedUrls}) AS newest
    WHERE strpos(lower(address), ${texts[0]}) > 0 OR strpos(lower(address), ${texts[1]}) > 0)`;
}

const maxMs = 8.64e15;

/** As clients encode it: values without their separators. */
const asSent = (path: string): string => encodeURIComponent(path).replace(/%(?:25|2F|3F|3D|26)/g, decodeURIComponent);

function loggedRequestOf({
  keyId: id,
  keyName: name,
  keyPrefix: prefix,
  keyMode: mode,
  ...row
}: RequestRow): LoggedRequest {
  const timeMs = requestTimeMs(row.requestId);
  return { ...row, priceMicros: BigInt(row.priceMicros), timeMs, key: { id, name, prefix, mode } };
}
