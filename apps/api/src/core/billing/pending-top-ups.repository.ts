import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/audit/audit-log.repository';
import type { Db, Raw } from '../../platform/database/db';
import type { TopUp } from './top-ups';

export interface PendingTopUp {
  readonly id: number;
  readonly accountId: number;
  readonly accountName: string;
  readonly amountMicros: bigint;
  readonly note: string;
  readonly idempotencyKey: string;
  /** When the owner asked for it, if it answers a request. */
  readonly askedAt: Date | null;
  readonly askedById: number;
  readonly askedBy: string;
  readonly createdAt: Date;
  readonly state: 'open' | 'granted' | 'declined';
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
}

export interface PendingVerdict {
  readonly granted: boolean;
  readonly note: string | undefined;
  readonly by: Actor;
}

const columns = `p.id::float8, p.account_id::float8 AS "accountId", a.name AS "accountName", p.amount_micros AS "amountMicros", p.note,
  p.idempotency_key AS "idempotencyKey", p.asked_at AS "askedAt", p.asked_by_id::float8 AS "askedById", p.asked_by AS "askedBy",
  p.created_at AS "createdAt", p.state, p.decided_by AS "decidedBy", p.decided_at AS "decidedAt"`;
const joined = 'pending_top_ups p JOIN account_profiles a ON a.id = p.account_id';

@Injectable()
export class PendingTopUpsRepository {
  async insert(db: Db, { accountId, amountMicros, note, idempotencyKey, askedAt, actor }: TopUp): Promise<number> {
    const [{ id }] = await db.query(
      `INSERT INTO pending_top_ups (account_id, amount_micros, note, idempotency_key, asked_at, asked_by_id, asked_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id::float8`,
      [accountId, `${amountMicros}`, note, idempotencyKey, askedAt, actor.userId, actor.label],
    );
    return id;
  }

  find(db: Db, id: number): Promise<PendingTopUp | undefined> {
    return one(db, 'p.id = $1', id);
  }

  findByKey(db: Db, idempotencyKey: string): Promise<PendingTopUp | undefined> {
    return one(db, 'p.idempotency_key = $1', idempotencyKey);
  }

  /** Whether a top-up of the same amount of the account waits for a decision. */
  async hasOpen(db: Db, { accountId, amountMicros }: Pick<TopUp, 'accountId' | 'amountMicros'>): Promise<boolean> {
    const sql = `SELECT FROM pending_top_ups WHERE account_id = $1 AND amount_micros = $2 AND state = 'open' LIMIT 1`;
    return (await db.query(sql, [accountId, `${amountMicros}`])).length > 0;
  }

  async listOpen(db: Db, afterId: number, limit: number): Promise<PendingTopUp[]> {
    const sql = `SELECT ${columns} FROM ${joined} WHERE p.state = 'open' AND p.id > $1 ORDER BY p.id LIMIT $2`;
    return (await db.query(sql, [afterId, limit])).map(read);
  }

  /** Decides an open top-up that somebody else asked for. @returns undefined when it is not one */
  async decide(db: Db, id: number, { granted, note, by }: PendingVerdict): Promise<PendingTopUp | undefined> {
    const [rows] = await db.query(
      `UPDATE pending_top_ups SET state = $2, decision_note = $3, decided_by_id = $4, decided_by = $5, decided_at = now()
       WHERE id = $1 AND state = 'open' AND asked_by_id <> $4 RETURNING id`,
      [id, granted ? 'granted' : 'declined', note, by.userId, by.label],
    );
    return rows.length === 0 ? undefined : this.find(db, id);
  }
}

async function one(db: Db, where: string, value: number | string): Promise<PendingTopUp | undefined> {
  const [row] = await db.query(`SELECT ${columns} FROM ${joined} WHERE ${where}`, [value]);
  return row && read(row);
}

function read(row: Raw<PendingTopUp, 'amountMicros'>): PendingTopUp {
  return { ...row, amountMicros: BigInt(row.amountMicros) };
}
