import { Inject, Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { ENV, type Env } from '../../../platform/config/env';
import type { Db, EntityDb, Raw } from '../../../platform/database/db';
import { type ApiKeyRow, RateRequest } from '../../../platform/database/entities/api-keys';
import type { ApiKey } from './api-key';
import type { RateRequestItem } from './rate-request';

type ListedRequest = Raw<Omit<RateRequestItem, 'ratePerSecond'>, 'balanceMicros' | 'spentMicros'> &
  Pick<ApiKeyRow, 'ratePerSecond'>;

/** The facts about a page of rate requests. Filters usage by account too: its primary keys start with the account. */
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

  /** @returns undefined when a key of the same key family already has an open request. */
  async insert(db: EntityDb, key: ApiKey, requestsPerSecond: number, reason: string): Promise<RateRequest | undefined> {
    const [row] = await db.query(
      `INSERT INTO rate_requests (account_id, key_id, key_family_id, requests_per_second, reason) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (key_family_id) WHERE state = 'open' DO NOTHING RETURNING id`,
      [key.accountId, key.id, key.keyFamilyId, requestsPerSecond, reason],
    );
    return row && db.getRepository(RateRequest).findOneByOrFail({ id: row.id });
  }

  /** The latest request of each of these key families of an account. */
  async latest(db: EntityDb, accountId: number, families: readonly number[]): Promise<Map<number, RateRequest>> {
    const requests = await db
      .getRepository(RateRequest)
      .createQueryBuilder('r')
      .distinctOn(['r.keyFamilyId'])
      .where({ accountId, keyFamilyId: In(families) })
      .orderBy({ 'r.keyFamilyId': 'ASC', 'r.id': 'DESC' })
      .getMany();
    return new Map(requests.map((request) => [request.keyFamilyId, request]));
  }

  /** Oldest first; keyset paging by id. */
  async list(db: Db, state: RateRequest['state'], afterId: number, limit: number): Promise<RateRequestItem[]> {
    const rows: ListedRequest[] = await db.query(
      `WITH ${facts}
       SELECT r.id::float8, r.account_id::float8 AS "accountId", r.key_id::float8 AS "keyId", r.key_family_id::float8 AS "keyFamilyId",
         r.requests_per_second AS "requestsPerSecond", r.reason, r.state, r.granted_per_second AS "grantedPerSecond", r.note,
         r.created_at AS "createdAt", r.decided_at AS "decidedAt", p.name AS "accountName", k.name AS "keyName",
         k.prefix AS "keyPrefix", k.mode AS "keyMode", k.rate_per_second AS "ratePerSecond", b.balance_micros AS "balanceMicros",
         used.requests::float8, used.rate_limited::float8 AS "rateLimited",
         (SELECT coalesce(sum(spent_micros), 0) FROM days d WHERE d.account_id = r.account_id) AS "spentMicros",
         (SELECT coalesce(max(requests), 0)::float8 FROM (
           SELECT sum(requests) AS requests FROM hours h WHERE h.key_id = ANY (r.key_ids) GROUP BY hour
         ) AS in_hours) AS "busiestHour"
       FROM asked r JOIN account_profiles p ON p.id = r.account_id JOIN balances b ON b.account_id = r.account_id
       JOIN api_keys k ON k.id = r.key_id, LATERAL (
         SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(rate_limited), 0) AS rate_limited
         FROM days d WHERE d.account_id = r.account_id AND d.key_id = ANY (r.key_ids)
       ) AS used ORDER BY r.id`,
      [state, afterId, limit],
    );
    return rows.map((row) => ({
      ...row,
      ratePerSecond: row.ratePerSecond ?? this.env.RATE_LIMIT_PER_SECOND,
      balanceMicros: BigInt(row.balanceMicros),
      spentMicros: BigInt(row.spentMicros),
    }));
  }

  /** Locks the request until the end of the transaction. */
  lock(db: EntityDb, id: number): Promise<RateRequest | null> {
    return db.getRepository(RateRequest).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** For a caller that has locked the request. */
  async decide(db: EntityDb, id: number, { grantedPerSecond, note }: RateVerdict): Promise<RateRequest> {
    const state = grantedPerSecond === null ? 'declined' : 'granted';
    const requests = db.getRepository(RateRequest);
    await requests.update({ id }, { state, grantedPerSecond, note, decidedAt: () => 'now()' });
    return requests.findOneByOrFail({ id });
  }
}
