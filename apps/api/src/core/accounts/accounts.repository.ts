import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { type Db, type EntityDb, generatedId, type Raw } from '../../platform/database/db';
import { AccountProfile } from '../../platform/database/entities/accounts';
import { microsOf } from '../../platform/database/entities/columns';
import { shardOf } from '../../platform/database/shards';
import { noSuch } from '../../platform/problem';
import type { AccountStatus } from '../billing/account-status.repository';

export interface Account {
  readonly id: number;
  readonly name: string;
  readonly status: AccountStatus;
  readonly balanceMicros: bigint;
  /** What the account owes after a refund or dispute of a card payment whose money it had spent. */
  readonly debtMicros: bigint;
  /** Threshold of the low-balance notification; null: off. */
  readonly thresholdMicros: bigint | null;
  /** Since when the balance is below the threshold. */
  readonly lowSince: Date | null;
  readonly createdAt: Date;
  /** When an owner requested a top-up; null after the next top-up. */
  readonly topUpAskedAt: Date | null;
  readonly topUpAskedMicros: bigint | null;
  readonly topUpAskedNote: string | null;
}

/** The target of an audit entry about an account. */
export function accountTarget(accountId: number) {
  return { accountId, targetType: 'account', targetId: `${accountId}` };
}

/** The columns of {@link AccountRow} in `accounts a`, the view that joins the directory and the ledger. */
export const accountColumns = `a.id::float8, a.name, a.status, a.balance_micros AS "balanceMicros", a.debt_micros AS "debtMicros",
  a.low_balance_threshold_micros AS "thresholdMicros", a.low_since AS "lowSince", a.created_at AS "createdAt",
  a.top_up_asked_at AS "topUpAskedAt", a.top_up_asked_micros AS "topUpAskedMicros", a.top_up_asked_note AS "topUpAskedNote"`;

export type AccountRow = Raw<Account, 'balanceMicros' | 'debtMicros' | 'thresholdMicros' | 'topUpAskedMicros'>;

/** @param row a row with {@link accountColumns}. */
export function accountOf(row: AccountRow): Account {
  return {
    ...row,
    balanceMicros: BigInt(row.balanceMicros),
    debtMicros: BigInt(row.debtMicros),
    thresholdMicros: microsOf(row.thresholdMicros),
    topUpAskedMicros: microsOf(row.topUpAskedMicros),
  };
}

/** Reads and writes customers' accounts. {@link AccountsRepository.read} does not find system accounts. */
@Injectable()
export class AccountsRepository {
  /** @throws {Problem} `not_found`. */
  async read(db: Db, id: number): Promise<Account> {
    const [row] = await db.query(
      `SELECT ${accountColumns} FROM accounts a WHERE id = $1 AND shard = $2 AND kind = 'customer'`,
      [id, shardOf(id)],
    );
    if (!row) throw noSuch('account');
    return accountOf(row);
  }

  async names(db: EntityDb, ids: readonly number[]): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map();
    const profiles = await db
      .getRepository(AccountProfile)
      .find({ select: { id: true, name: true }, where: { id: In(ids) } });
    return new Map(profiles.map(({ id, name }) => [id, name]));
  }

  /** Inserts an account with a zero balance, in the caller's transaction. @returns the account's id. */
  async insert(db: EntityDb, name: string): Promise<number> {
    const id = generatedId(await db.getRepository(AccountProfile).insert({ kind: 'customer', name }));
    await db.query(
      `INSERT INTO ledger.accounts (account_id, shard, status, balance_micros) VALUES ($1, $2, 'active', 0)`,
      [id, shardOf(id)],
    );
    return id;
  }

  /**
   * Locks an account: first its row in the directory, then its row in the ledger. Waits for a running batch of charges.
   * The next batch sees what this transaction writes. @throws {Problem} `not_found`.
   */
  async lock(db: Db, id: number): Promise<Account> {
    await db.query('SELECT FROM account_profiles WHERE id = $1 FOR NO KEY UPDATE', [id]);
    await db.query('SELECT FROM ledger.accounts WHERE account_id = $1 AND shard = $2 FOR NO KEY UPDATE', [
      id,
      shardOf(id),
    ]);
    return this.read(db, id);
  }

  /** Replaces an earlier top-up request. */
  async requestTopUp(
    db: EntityDb,
    id: number,
    topUpAskedMicros: bigint | null,
    topUpAskedNote: string | null,
  ): Promise<void> {
    const asked = { topUpAskedAt: () => 'now()', topUpAskedMicros, topUpAskedNote };
    await db.getRepository(AccountProfile).update({ id, kind: 'customer' }, asked);
  }

  /** @throws {Problem} `not_found`. */
  async setThreshold(db: Db, id: number, thresholdMicros: bigint | null): Promise<void> {
    const [, changed] = await db.query(
      `UPDATE ledger.accounts SET low_balance_threshold_micros = $3
       WHERE account_id = $1 AND shard = $2 AND balance_micros IS NOT NULL`,
      [id, shardOf(id), thresholdMicros === null ? null : `${thresholdMicros}`],
    );
    if (!changed) throw noSuch('account');
    await db.query('SELECT note_low_balance_of($1, $2)', [id, shardOf(id)]);
  }
}
