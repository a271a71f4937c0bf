import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import type { Db, Raw } from '../../platform/database/db';
import { shardOf } from '../../platform/database/shards';
import { noSuch, Problem } from '../../platform/problem';
import { firstRequestIdAt, isRequestId } from '../usage/usage-record';

/** Channel for the id of an account whose balance or status is changed by anything but a charge. */
export const balanceChannel = 'loupe_balance';

/**
 * The other side of every transfer. Adjustments are neither service nor payment; only operators post them, manually. Debts are
 * what customers owe: a positive transfer increases a debt, a negative one pays it.
 */
export const houseAccounts = { revenue: 1, funding: 2, adjustments: 3, debts: 4 } as const;

export type TransferKind = 'charge' | 'top_up' | 'refund' | 'adjustment' | 'debt' | 'reversal';

/** A transfer between a customer and the house. A positive amount goes to the customer. */
export interface Posting {
  readonly accountId: number;
  readonly houseAccountId: number;
  readonly amountMicros: bigint;
  readonly kind: Exclude<TransferKind, 'charge'>;
  readonly reverses?: string;
  /** The key family whose spending the reversal reduces. */
  readonly keyFamilyId?: number | undefined;
  /** The card payment that causes the transfer. */
  readonly paymentId?: string | undefined;
  readonly note: string;
}

/** What an account has and owes. */
interface Holdings {
  readonly balanceMicros: bigint;
  readonly debtMicros: bigint;
}

export interface Posted {
  readonly entryId: string;
  readonly balanceMicros: bigint;
}

export interface Funding {
  readonly balanceMicros: bigint;
  readonly suspended: boolean;
}

export interface LedgerFilter {
  readonly kind?: TransferKind | undefined;
  readonly exceptCharges?: boolean | undefined;
  /** Half-open range, in epoch milliseconds. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Only entries before this one, which is the last of the previous page. */
  readonly beforeEntryId?: string | undefined;
}

/** Entries of one kind on one day (UTC), summed up. Charges are not included. */
export interface DailyEntrySum {
  readonly day: string;
  readonly kind: Exclude<TransferKind, 'charge'>;
  readonly amountMicros: bigint;
}

export interface LedgerEntry {
  /** A UUIDv7; for a charge, the request id. */
  readonly entryId: string;
  readonly accountId: number;
  readonly at: Date;
  readonly kind: TransferKind;
  readonly houseAccountId: number;
  readonly amountMicros: bigint;
  readonly balanceAfterMicros: bigint;
  readonly note: string | null;
  readonly reverses: string | null;
  readonly reversedBy: string | null;
  /** The card payment that caused the entry, with Stripe's receipt. */
  readonly paymentId: string | null;
  readonly receiptUrl: string | null;
}

const selectEntry = `
  SELECT t.id AS "entryId", t.account_id::float8 AS "accountId", t.created_at AS at, t.kind, t.house_account_id AS "houseAccountId",
    t.amount_micros AS "amountMicros", t.balance_after_micros AS "balanceAfterMicros", t.reverses, r.reversal_id AS "reversedBy"
  FROM ledger.transfers t LEFT JOIN ledger.reversals r ON r.transfer_id = t.id AND r.shard = t.shard`;

/** A row of `selectEntry`. */
type EntryRow = Raw<Omit<LedgerEntry, keyof EntryText>, 'amountMicros' | 'balanceAfterMicros'>;
type EntryText = Pick<LedgerEntry, 'note' | 'paymentId' | 'receiptUrl'>;
const noText: EntryText = { note: null, paymentId: null, receiptUrl: null };

/** Notes are stored outside the ledger, because ledger rows never change and erasure deletes notes. */
async function withNotes(db: Db, entries: readonly EntryRow[]): Promise<LedgerEntry[]> {
  const ids = entries.filter(({ kind }) => kind !== 'charge').map(({ entryId }) => entryId);
  const rows: (EntryText & { id: string })[] = await db.query(
    `SELECT t.id, n.note, e.payment_id AS "paymentId", p.receipt_url AS "receiptUrl"
     FROM unnest($1::uuid[]) AS t (id) LEFT JOIN transfer_notes n ON n.transfer_id = t.id
       LEFT JOIN payment_entries e ON e.transfer_id = t.id LEFT JOIN payments p ON p.id = e.payment_id`,
    [ids],
  );
  const texts = new Map(rows.map(({ id, ...text }) => [id, text]));
  return entries.map((entry) => ({
    ...entry,
    amountMicros: BigInt(entry.amountMicros),
    balanceAfterMicros: BigInt(entry.balanceAfterMicros),
    ...(texts.get(entry.entryId) ?? noText),
  }));
}

/** The ledger and its balances. {@link ChargesRepository} writes the charges. */
@Injectable()
export class LedgerRepository {
  async list(db: Db, accountId: number, filter: LedgerFilter, limit: number): Promise<LedgerEntry[]> {
    const where = new Conditions()
      .and('t.account_id =', accountId)
      .and('t.shard =', shardOf(accountId))
      .and('t.kind =', filter.kind)
      .andIf(filter.exceptCharges === true, `t.kind <> 'charge'`)
      .and('t.id >=', filter.fromMs === undefined ? undefined : firstRequestIdAt(filter.fromMs))
      .and('t.id <', filter.toMs === undefined ? undefined : firstRequestIdAt(filter.toMs))
      .and('t.id <', filter.beforeEntryId);
    const rows = await db.query(
      `${selectEntry} WHERE ${where.sql} ORDER BY t.id DESC LIMIT ${where.place(limit)}`,
      where.values,
    );
    return withNotes(db, rows);
  }

  /** Entries other than charges, summed by day and kind. `fromMs` is inclusive, `toMs` exclusive. */
  async sumsByDay(db: Db, accountId: number, fromMs: number, toMs: number): Promise<DailyEntrySum[]> {
    const rows: Raw<DailyEntrySum, 'amountMicros'>[] = await db.query(
      `SELECT (loupe_uuid_time(id) AT TIME ZONE 'UTC')::date::text AS day, kind, sum(amount_micros) AS "amountMicros"
       FROM ledger.transfers WHERE account_id = $1 AND shard = $4 AND kind <> 'charge' AND id >= $2 AND id < $3
       GROUP BY 1, 2 ORDER BY 1, 2`,
      [accountId, firstRequestIdAt(fromMs), firstRequestIdAt(toMs), shardOf(accountId)],
    );
    return rows.map((row) => ({ ...row, amountMicros: BigInt(row.amountMicros) }));
  }

  /** The sum of all entries other than charges before a time. */
  async sumBefore(db: Db, accountId: number, beforeMs: number): Promise<bigint> {
    const [{ micros }] = await db.query(
      `SELECT coalesce(sum(amount_micros), 0) AS micros FROM ledger.transfers
       WHERE account_id = $1 AND shard = $3 AND kind <> 'charge' AND id < $2`,
      [accountId, firstRequestIdAt(beforeMs), shardOf(accountId)],
    );
    return BigInt(micros);
  }

  /** Finds an entry, of any account unless `accountId` is given. For an owner, always pass the owner's account. */
  async find(db: Db, entryId: string, accountId?: number): Promise<LedgerEntry | undefined> {
    if (!isRequestId(entryId)) return undefined;
    const where = new Conditions()
      .and('t.id =', entryId)
      .and('t.account_id =', accountId)
      .and('t.shard =', accountId === undefined ? undefined : shardOf(accountId));
    const rows = await db.query(`${selectEntry} WHERE ${where.sql}`, where.values);
    return (await withNotes(db, rows))[0];
  }

  /** @returns the requests with a charge that has not been reversed */
  async unreversedCharges(db: Db, requestIds: readonly string[]): Promise<string[]> {
    const rows: { id: string }[] = await db.query(
      `SELECT t.id FROM ledger.transfers t WHERE t.id = ANY ($1::uuid[]) AND t.kind = 'charge'
         AND NOT EXISTS (SELECT FROM ledger.reversals r WHERE r.transfer_id = t.id AND r.shard = t.shard)`,
      [requestIds],
    );
    return rows.map(({ id }) => id);
  }

  async balances(db: Db, accountIds: readonly number[]): Promise<Map<number, Funding>> {
    const rows: { id: string; status: string; balance_micros: string }[] = await db.query(
      `SELECT account_id AS id, status, balance_micros FROM ledger.accounts
       WHERE account_id = ANY ($1) AND shard = ANY ($2) AND balance_micros IS NOT NULL`,
      [`{${accountIds.join(',')}}`, `{${[...new Set(accountIds.map(shardOf))].join(',')}}`],
    );
    return new Map(
      rows.map(({ id, status, balance_micros }) => [
        Number(id),
        { balanceMicros: BigInt(balance_micros), suspended: status === 'suspended' },
      ]),
    );
  }

  /**
   * Locks an account against all other changes of its balance and debt.
   * @throws {Problem} `not_found` unless it is a customer's account
   */
  async lock(db: Db, accountId: number): Promise<Holdings> {
    const [account] = await db.query(
      `SELECT balance_micros, debt_micros FROM ledger.accounts
       WHERE account_id = $1 AND shard = $2 AND balance_micros IS NOT NULL FOR NO KEY UPDATE`,
      [accountId, shardOf(accountId)],
    );
    if (!account) throw noSuch('account');
    return { balanceMicros: BigInt(account.balance_micros), debtMicros: BigInt(account.debt_micros) };
  }

  /**
   * Writes a transfer in the caller's transaction and announces the new balance at commit.
   * @throws {Problem} `not_found` unless it is a customer's account; `conflict` when the balance or the debt would become
   *   negative
   */
  async post(db: Db, posting: Posting): Promise<Posted> {
    const { accountId, houseAccountId, amountMicros, kind, reverses, keyFamilyId, paymentId, note } = posting;
    const isDebt = houseAccountId === houseAccounts.debts;
    const shard = shardOf(accountId);
    // Lock first: a batch of charges is either complete by now, or waits for this transaction.
    const before = await this.lock(db, accountId);
    const balanceMicros = before.balanceMicros + amountMicros;
    const debtMicros = before.debtMicros + (isDebt ? amountMicros : 0n);
    if (balanceMicros < 0n) {
      throw new Problem('conflict', 'The balance of the account is below this amount, and must not fall below zero.');
    }
    if (debtMicros < 0n) throw new Problem('conflict', 'The account owes less than this amount.');
    await db.query(
      'UPDATE ledger.accounts SET balance_micros = $3, debt_micros = $4 WHERE account_id = $1 AND shard = $2',
      [accountId, shard, `${balanceMicros}`, `${debtMicros}`],
    );
    await db.query('SELECT note_low_balance_of($1, $2)', [accountId, shard]);
    const [{ id: entryId }] = await db.query(
      `SELECT id, ensure_transfers_partition((loupe_uuid_time(id) AT TIME ZONE 'UTC')::date) FROM loupe_uuid_v7() AS id`,
    );
    await db.query(
      `INSERT INTO ledger.transfers
         (id, account_id, shard, house_account_id, amount_micros, balance_after_micros, kind, reverses)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [entryId, accountId, shard, houseAccountId, `${amountMicros}`, `${balanceMicros}`, kind, reverses],
    );
    await db.query('INSERT INTO transfer_notes (transfer_id, account_id, note) VALUES ($1, $2, $3)', [
      entryId,
      accountId,
      note,
    ]);
    if (paymentId !== undefined)
      await db.query(
        `INSERT INTO payment_entries (transfer_id, payment_id, account_id, amount_micros, is_debt) VALUES ($1, $2, $3, $4, $5)`,
        [entryId, paymentId, accountId, `${amountMicros}`, isDebt],
      );
    if (reverses !== undefined)
      await db.query(
        `INSERT INTO ledger.reversals (transfer_id, account_id, shard, reversal_id, key_family_id)
         VALUES ($1, $2, $3, $4, $5)`,
        [reverses, accountId, shard, entryId, keyFamilyId],
      );
    await this.announceBalance(db, accountId);
    return { entryId, balanceMicros };
  }

  /** Makes every process drop its cached balance when the transaction commits. */
  async announceBalance(db: Db, accountId: number): Promise<void> {
    await db.query('SELECT pg_notify($1, $2)', [balanceChannel, `${accountId}`]);
  }
}
