import type { DataSource } from 'typeorm';
import { Conditions } from '../../platform/database/conditions';
import { firstRequestIdAt, isRequestId } from '../usage/usage-record';
import type { TransferKind } from './ledger';

/** Which entries of an account; those that are not given do not matter. */
export interface LedgerFilter {
  readonly kind?: TransferKind | undefined;
  /** Made at or after `fromMs` and before `toMs`, epoch milliseconds. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Only entries before this one: the last of the page before. */
  readonly beforeEntryId?: string | undefined;
}

/** One line of an account's statement. */
export interface LedgerEntry {
  /** A UUIDv7; of a charge the request id. */
  readonly entryId: string;
  readonly accountId: number;
  readonly at: Date;
  readonly kind: TransferKind;
  /** Negative where money left the account. */
  readonly amountMicros: bigint;
  readonly balanceAfterMicros: bigint;
  readonly note: string | null;
  readonly reverses: string | null;
  readonly reversedBy: string | null;
}

const selectEntry = `
  SELECT t.*, r.id AS reversed_by FROM transfers t LEFT JOIN transfers r ON r.reverses = t.id`;

/** Reads the ledger as a customer's statement. */
export class LedgerRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** A page, newest first; ids are in order of time. */
  async list(accountId: number, filter: LedgerFilter, limit: number): Promise<LedgerEntry[]> {
    const where = new Conditions()
      .and('t.account_id =', accountId)
      .and('t.kind =', filter.kind)
      .and('t.id >=', filter.fromMs === undefined ? undefined : firstRequestIdAt(filter.fromMs))
      .and('t.id <', filter.toMs === undefined ? undefined : firstRequestIdAt(filter.toMs))
      .and('t.id <', filter.beforeEntryId);
    const rows = await this.dataSource.query(
      `${selectEntry} WHERE ${where.sql} ORDER BY t.id DESC LIMIT ${where.place(limit)}`,
      where.values,
    );
    return rows.map(entryOf);
  }

  /** One entry, whoever's it is: callers that serve an owner pass the owner's account. */
  async find(entryId: string, accountId?: number): Promise<LedgerEntry | undefined> {
    if (!isRequestId(entryId)) return undefined;
    const where = new Conditions().and('t.id =', entryId).and('t.account_id =', accountId);
    const rows = await this.dataSource.query(`${selectEntry} WHERE ${where.sql}`, where.values);
    return rows.map(entryOf)[0];
  }
}

function entryOf(row: Record<string, never>): LedgerEntry {
  return {
    entryId: row.id!,
    accountId: Number(row.account_id),
    at: row.created_at!,
    kind: row.kind!,
    amountMicros: BigInt(row.amount_micros!),
    balanceAfterMicros: BigInt(row.balance_after_micros!),
    note: row.note!,
    reverses: row.reverses!,
    reversedBy: row.reversed_by!,
  };
}
