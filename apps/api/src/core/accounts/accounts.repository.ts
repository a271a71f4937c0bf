import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/data-source';
import { rowReader } from '../../platform/database/row-reader';
import { Problem } from '../../platform/http/problem';

export interface Account {
  readonly id: number;
  readonly name: string;
  readonly status: 'active' | 'suspended';
  readonly balanceMicros: bigint;
  /** Null: no notice is wanted. */
  readonly thresholdMicros: bigint | null;
  /** Since when the balance has been below the threshold. */
  readonly lowSince: Date | null;
  readonly createdAt: Date;
  /** When its owner asked for a top-up; null once there was one. */
  readonly topUpAskedAt: Date | null;
  readonly topUpAskedMicros: bigint | null;
  readonly topUpAskedNote: string | null;
}

/** The columns of {@link Account}, of `accounts a`. */
export const accountColumns = `a.id, a.name, a.status, a.balance_micros,
  a.low_balance_threshold_micros AS threshold_micros, a.low_since, a.created_at,
  a.top_up_asked_at, a.top_up_asked_micros, a.top_up_asked_note`;

const accountOf = rowReader<Account>('id');

/** Customers' accounts. An account of the house is not found here. */
@Injectable()
export class AccountsRepository {
  /** @throws {Problem} `not_found`. */
  async read(db: Db, id: number): Promise<Account> {
    const [row] = await db.query(`SELECT ${accountColumns} FROM accounts a WHERE id = $1 AND kind = 'customer'`, [id]);
    if (!row) throw new Problem('not_found', 'There is no such account.');
    return accountOf(row);
  }

  /** By account id. */
  async names(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map();
    const rows: { id: string; name: string }[] = await db.query('SELECT id, name FROM accounts WHERE id = ANY ($1)', [
      ids,
    ]);
    return new Map(rows.map(({ id, name }) => [Number(id), name]));
  }

  /** An account with no money; returns its id. */
  async insert(db: Db, name: string): Promise<number> {
    const [row] = await db.query(`INSERT INTO accounts (kind, name) VALUES ('customer', $1) RETURNING id`, [name]);
    return Number(row.id);
  }

  /** Waits for a batch of charges on this account; the next one sees what the caller's transaction writes. */
  async lock(db: Db, id: number): Promise<Account> {
    const [row] = await db.query(
      `SELECT ${accountColumns} FROM accounts a WHERE id = $1 AND kind = 'customer' FOR NO KEY UPDATE`,
      [id],
    );
    if (!row) throw new Problem('not_found', 'There is no such account.');
    return accountOf(row);
  }

  async setStatus(db: Db, id: number, status: Account['status']): Promise<void> {
    await db.query('UPDATE accounts SET status = $2 WHERE id = $1', [id, status]);
  }

  /** In place of what was asked before. */
  async askForTopUp(db: Db, id: number, amountMicros: bigint | null, note: string | null): Promise<void> {
    await db.query(
      `UPDATE accounts SET top_up_asked_at = now(), top_up_asked_micros = $2, top_up_asked_note = $3
       WHERE id = $1 AND kind = 'customer'`,
      [id, amountMicros === null ? null : `${amountMicros}`, note],
    );
  }

  /** @throws {Problem} `not_found`. */
  async setThreshold(db: Db, id: number, thresholdMicros: bigint | null): Promise<void> {
    const [, changed] = await db.query(
      `UPDATE accounts SET low_balance_threshold_micros = $2 WHERE id = $1 AND kind = 'customer'`,
      [id, thresholdMicros === null ? null : `${thresholdMicros}`],
    );
    if (!changed) throw new Problem('not_found', 'There is no such account.');
  }
}
