import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '../../../platform/config/env';
import type { Db } from '../../../platform/database/db';
import { rowReader } from '../../../platform/database/row-reader';
import type { ApiKey } from './api-key';
import type { RateRequest, RateRequestItem } from './rate-request';

const requestOf = rowReader<RateRequest>('id', 'accountId', 'keyId', 'keyFamilyId');
const itemOf = rowReader<Omit<RateRequestItem, 'ratePerSecond'> & { ratePerSecond: number | null }>(
  'id',
  'accountId',
  'keyId',
  'keyFamilyId',
  'requests',
  'rateLimited',
  'busiestHour',
);

/** What a page of requests is decided by. Both tables of totals have the account first in their keys. */
const facts = `
  asked AS MATERIALIZED (
    SELECT r.*, ARRAY (SELECT id FROM api_keys k WHERE k.account_id = r.account_id AND k.key_family_id = r.key_family_id) AS key_ids
    FROM rate_requests r WHERE state = $1 AND id > $2 ORDER BY id LIMIT $3
  ), balances AS MATERIALIZED (
    SELECT account_id, balance_micros FROM ledger.accounts WHERE account_id = ANY (ARRAY (SELECT account_id FROM asked))
  ), days AS MATERIALIZED (
    SELECT account_id, key_id, sum(requests) AS requests,
      coalesce(sum(requests) FILTER (WHERE code = 'too_many_requests'), 0) AS rate_limited,
      coalesce(sum(charged_micros) FILTER (WHERE day > (now() AT TIME ZONE 'UTC')::date - 7), 0) AS spent_micros
    FROM ledger.usage_daily
    WHERE account_id = ANY (ARRAY (SELECT account_id FROM asked)) AND day > (now() AT TIME ZONE 'UTC')::date - 30 GROUP BY 1, 2
  ), hours AS MATERIALIZED (
    SELECT key_id, hour, sum(requests) AS requests FROM ledger.usage_hourly
    WHERE account_id = ANY (ARRAY (SELECT account_id FROM asked)) AND hour > now() - interval '30 days'
      AND key_id = ANY (ARRAY (SELECT unnest(key_ids) FROM asked)) GROUP BY 1, 2
  )`;

export interface RateVerdict {
  /** Null means declined. */
  readonly grantedPerSecond: number | null;
  readonly note: string | null;
}

@Injectable()
export class RateRequestsRepository {
  constructor(@Inject(ENV) private readonly env: Pick<Env, 'RATE_LIMIT_PER_SECOND'>) {}

  /** Undefined when a key of the same key family already has an open request. */
  async insert(db: Db, key: ApiKey, requestsPerSecond: number, reason: string): Promise<RateRequest | undefined> {
    const rows: Record<string, unknown>[] = await db.query(
      `INSERT INTO rate_requests (account_id, key_id, key_family_id, requests_per_second, reason) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (key_family_id) WHERE state = 'open' DO NOTHING RETURNING *`,
      [key.accountId, key.id, key.keyFamilyId, requestsPerSecond, reason],
    );
    return rows[0] && requestOf(rows[0]);
  }

  async latest(db: Db, accountId: number): Promise<Map<number, RateRequest>> {
    const rows: Record<string, unknown>[] = await db.query(
      `SELECT DISTINCT ON (key_family_id) * FROM rate_requests WHERE account_id = $1 ORDER BY key_family_id, id DESC`,
      [accountId],
    );
    return new Map(rows.map(requestOf).map((request) => [request.keyFamilyId, request]));
  }

  /** Oldest first; keyset paging by id. */
  async list(db: Db, state: RateRequest['state'], afterId: number, limit: number): Promise<RateRequestItem[]> {
    const rows: Record<string, unknown>[] = await db.query(
      `WITH ${facts}
       SELECT r.*, p.name AS account_name, k.name AS key_name, k.prefix AS key_prefix, k.mode AS key_mode, k.rate_per_second,
         b.balance_micros, used.*,
         (SELECT coalesce(sum(spent_micros), 0) FROM days d WHERE d.account_id = r.account_id) AS spent_micros,
         (SELECT coalesce(max(requests), 0) FROM (
           SELECT sum(requests) AS requests FROM hours h WHERE h.key_id = ANY (r.key_ids) GROUP BY hour
         ) AS in_hours) AS busiest_hour
       FROM asked r JOIN account_profiles p ON p.id = r.account_id JOIN balances b ON b.account_id = r.account_id
       JOIN api_keys k ON k.id = r.key_id, LATERAL (
         SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(rate_limited), 0) AS rate_limited
         FROM days d WHERE d.account_id = r.account_id AND d.key_id = ANY (r.key_ids)
       ) AS used ORDER BY r.id`,
      [state, afterId, limit],
    );
    const defaultRate = this.env.RATE_LIMIT_PER_SECOND;
    return rows.map(itemOf).map((item) => ({ ...item, ratePerSecond: item.ratePerSecond ?? defaultRate }));
  }

  /** Locks the request until the end of the transaction. */
  async lock(db: Db, id: number): Promise<RateRequest | undefined> {
    const rows: Record<string, unknown>[] = await db.query('SELECT * FROM rate_requests WHERE id = $1 FOR UPDATE', [
      id,
    ]);
    return rows[0] && requestOf(rows[0]);
  }

  async decide(db: Db, id: number, { grantedPerSecond, note }: RateVerdict): Promise<RateRequest> {
    const state = grantedPerSecond === null ? 'declined' : 'granted';
    const [[decided]] = await db.query(
      `UPDATE rate_requests SET state = $2, granted_per_second = $3, note = $4, decided_at = now() WHERE id = $1 RETURNING *`,
      [id, state, grantedPerSecond, note],
    );
    return requestOf(decided);
  }
}
