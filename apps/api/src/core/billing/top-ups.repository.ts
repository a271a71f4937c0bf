import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/db';
import { shardOf } from '../../platform/database/shards';
import { Problem } from '../../platform/problem';
import { firstRequestIdAt } from '../usage/usage-record';
import type { Posted } from './ledger.repository';

export interface FirstTopUp extends Pick<Posted, 'entryId'> {
  readonly bodyHash: Buffer;
}

/** A top-up that answered a request of an owner. */
export interface RequestAnswer {
  readonly by: string;
  readonly at: Date;
  readonly amountUsd: string;
}

@Injectable()
export class TopUpsRepository {
  /**
   * Inserts an idempotency key. A concurrent repeat waits for the first transaction. Then it updates the row, because only
   * a commit that writes waits for a synchronous standby.
   * @returns false when the key was used before
   */
  async claimKey(db: Db, idempotencyKey: string, bodyHash: Buffer): Promise<boolean> {
    const [{ is_first }] = await db.query(
      `INSERT INTO top_up_keys AS taken (idempotency_key, body_hash) VALUES ($1, $2)
       ON CONFLICT (idempotency_key) DO UPDATE SET body_hash = taken.body_hash RETURNING xmax = 0 AS is_first`,
      [idempotencyKey, bodyHash],
    );
    return is_first;
  }

  async record(db: Db, idempotencyKey: string, entryId: string): Promise<void> {
    await db.query('UPDATE top_up_keys SET transfer_id = $2 WHERE idempotency_key = $1', [idempotencyKey, entryId]);
  }

  async findByKey(db: Db, idempotencyKey: string): Promise<FirstTopUp | undefined> {
    const [row] = await db.query(
      'SELECT body_hash AS "bodyHash", transfer_id AS "entryId" FROM top_up_keys WHERE idempotency_key = $1',
      [idempotencyKey],
    );
    return row;
  }

  /**
   * Locks the account's profile for a top-up.
   * @returns when its owner asked for a top-up, to the millisecond; null without an open request
   * @throws {Problem} `conflict` when the account is erased
   */
  async lock(db: Db, accountId: number): Promise<Date | null> {
    const [profile] = await db.query(
      `SELECT status, date_trunc('milliseconds', top_up_asked_at) AS "askedAt" FROM account_profiles WHERE id = $1 FOR NO KEY UPDATE`,
      [accountId],
    );
    if (profile?.status === 'erased')
      throw new Problem('conflict', 'The account is erased, so it cannot receive money.');
    return profile?.askedAt ?? null;
  }

  /** Closes the owner's open request for a top-up. @param upToMicros only a request for at most this amount. @returns whether it did */
  async closeRequest(db: Db, accountId: number, upToMicros?: bigint): Promise<boolean> {
    const [, closed] = await db.query(
      `UPDATE account_profiles SET top_up_asked_at = NULL, top_up_asked_micros = NULL, top_up_asked_note = NULL
       WHERE id = $1 AND top_up_asked_at IS NOT NULL AND ($2::bigint IS NULL OR top_up_asked_micros <= $2)`,
      [accountId, upToMicros?.toString()],
    );
    return closed > 0;
  }

  /** The top-up that answered the request of a time. */
  async answerTo(db: Db, accountId: number, askedAt: Date): Promise<RequestAnswer | undefined> {
    const [row] = await db.query(
      `SELECT actor_label AS by, at, detail->>'amount_usd' AS "amountUsd" FROM audit_log
       WHERE account_id = $1 AND action = 'account.top_up' AND detail->>'asked_at' = $2 ORDER BY id DESC LIMIT 1`,
      [accountId, askedAt.toISOString()],
    );
    return row;
  }

  /** Whether the account got a top-up of this amount since a time, and it has not been reversed. */
  async hasEqualSince(db: Db, accountId: number, amountMicros: bigint, sinceMs: number): Promise<boolean> {
    const [{ found }] = await db.query(
      `SELECT EXISTS (
         SELECT FROM ledger.transfers t WHERE account_id = $1 AND shard = $2 AND kind = 'top_up' AND amount_micros = $3 AND id >= $4
           AND NOT EXISTS (SELECT FROM ledger.reversals r WHERE r.transfer_id = t.id AND r.shard = t.shard)
       ) AS found`,
      [accountId, shardOf(accountId), `${amountMicros}`, firstRequestIdAt(sinceMs)],
    );
    return found;
  }

  /**
   * Counts a credit of a person on the current UTC day, if it stays within the limit.
   * @returns false when it would exceed the limit
   */
  async countCredit(db: Db, userId: number, amountMicros: bigint, limitMicros: bigint): Promise<boolean> {
    const counted: unknown[] = await db.query(
      `INSERT INTO staff_credits AS c (user_id, day, micros)
       SELECT $1, (now() AT TIME ZONE 'UTC')::date, $2::bigint WHERE $2::bigint <= $3::bigint
       ON CONFLICT (user_id, day) DO UPDATE SET micros = c.micros + excluded.micros WHERE c.micros + excluded.micros <= $3::bigint
       RETURNING micros`,
      [userId, `${amountMicros}`, `${limitMicros}`],
    );
    return counted.length > 0;
  }
}
