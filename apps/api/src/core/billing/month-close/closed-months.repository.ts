import { Injectable } from '@nestjs/common';
import type { Db } from '../../../platform/database/db';
import { ledgerParts } from '../../../platform/database/distribution/distribution';
import { sqlState, sqlStates } from '../../../platform/database/failures';
import { detachPartition } from '../../../platform/database/partitions.repository';
import { shardOf } from '../../../platform/database/shards';
import type { Block } from './month-chain';

export interface ClosedMonth {
  readonly month: string;
  readonly transfers: number;
  /** The hash of the previous month; zeros for the first month. */
  readonly previousHash: Buffer;
  readonly blockHashes: readonly Buffer[];
  readonly totalsHash: Buffer;
  /** Hash of the last block and the totals. The next month's chain starts with it. */
  readonly hash: Buffer;
  /** SHA-256 of the export's manifest; null before the export. */
  readonly manifestHash: Buffer | null;
  /** Whether the rows are only in the export. */
  readonly dropped: boolean;
}

interface BlockRow {
  rows: number;
  text: string;
  id: string;
  shard: number;
}

/** The columns of a row as it is hashed and exported, one row per line. */
export const lineColumns = [
  'id',
  'account_id',
  'house_account_id',
  'amount_micros',
  'balance_after_micros',
  'kind',
  'reverses',
  'created_at_micros',
] as const;
const line = `concat_ws(',', t.id, t.account_id, t.house_account_id, t.amount_micros, t.balance_after_micros, t.kind,
  coalesce(t.reverses::text, ''), (extract(epoch FROM t.created_at) * 1000000)::bigint)`;

const partitionOf = (month: string) => `ledger.transfers_${month.replace('-', '')}`;
const firstDay = (month: string) => `${month}-01`;
/** Limits ids to the month, so that only its partition is read. */
const ofMonth = (id: string) => `${id} >= first_request_id($1::date::timestamp AT TIME ZONE 'UTC')
  AND ${id} < first_request_id(($1::date + interval '1 month') AT TIME ZONE 'UTC')`;

/** The closing balance of the account's last closed month before this one. `here` selects its shard. */
const openingOf = (accountId: string, here: string) => `coalesce((SELECT closing_micros FROM ledger.month_accounts a
  WHERE a.account_id = ${accountId} AND ${here} AND a.month < $1::date ORDER BY a.month DESC LIMIT 1), 0)`;

/** Writes a month's totals of the customers' accounts: all of them, or those of one shard. */
const customersTotals = (shard: number | null) => {
  const here = shard === null ? 'true' : `shard = ${shard}`;
  return `
    WITH moved AS MATERIALIZED (
      SELECT account_id, shard, amount_micros, balance_after_micros, kind FROM ledger.transfers WHERE ${ofMonth('id')} AND ${here}
    ), loose AS (
      SELECT account_id, array_agg(balance ORDER BY balance) AS balances, array_agg(times ORDER BY balance) AS times FROM (
        SELECT account_id, balance, sum(times) AS times FROM (
          SELECT account_id, balance_after_micros AS balance, 1 AS times FROM moved
          UNION ALL SELECT account_id, balance_after_micros - amount_micros, -1 FROM moved
        ) AS ends GROUP BY account_id, balance HAVING sum(times) <> 0
      ) AS ends GROUP BY account_id
    ), sums AS (
      SELECT account_id, shard, count(*) AS transfers, sum(amount_micros) AS micros,
        coalesce(-sum(amount_micros) FILTER (WHERE kind = 'charge'), 0) AS charged_micros FROM moved GROUP BY 1, 2
    )
    INSERT INTO ledger.month_accounts (account_id, shard, month, opening_micros, closing_micros, transfers, charged_micros,
      loose_balances, loose_times)
    SELECT s.account_id, s.shard, $1::date, opening, opening + micros, transfers, charged_micros, coalesce(balances, '{}'), coalesce(times, '{}')
    FROM sums s LEFT JOIN loose USING (account_id)
    CROSS JOIN LATERAL (SELECT ${openingOf('s.account_id', here)} AS opening) AS before`;
};

const monthOf = (row: Record<string, unknown>): ClosedMonth => ({
  month: row.month as string,
  transfers: Number(row.transfers),
  previousHash: row.previous_hash as Buffer,
  blockHashes: row.block_hashes as Buffer[],
  totalsHash: row.totals_hash as Buffer,
  hash: row.hash as Buffer,
  manifestHash: row.manifest_hash as Buffer | null,
  dropped: row.dropped_at !== null,
});

/** Closed months and their totals. */
@Injectable()
export class ClosedMonthsRepository {
  async list(db: Db): Promise<ClosedMonth[]> {
    const rows = await db.query(
      `SELECT *, to_char(month, 'YYYY-MM') AS month FROM closed_months ORDER BY closed_months.month`,
    );
    return rows.map(monthOf);
  }

  /** The months to close, oldest first: after the last closed one (or from the oldest transfer) up to `last`. */
  async open(db: Db, last: string): Promise<string[]> {
    const rows: { month: string }[] = await db.query(
      `SELECT to_char(month, 'YYYY-MM') AS month FROM generate_series(
         coalesce((SELECT max(month) + interval '1 month' FROM closed_months),
           (SELECT date_trunc('month', loupe_uuid_time(id) AT TIME ZONE 'UTC') FROM ledger.transfers ORDER BY id LIMIT 1)),
         $1::date::timestamp, interval '1 month') AS month`,
      [firstDay(last)],
    );
    return rows.map(({ month }) => month);
  }

  /** Ends writes to the month, once current writers are done. @returns false when the table is locked */
  async stopWrites(db: Db, month: string): Promise<boolean> {
    try {
      await db.query(`SELECT refuse_transfers_of($1)`, [firstDay(month)]);
      return true;
    } catch (error) {
      if (sqlState(error) === sqlStates.lockNotAvailable) return false;
      throw error;
    }
  }

  /** The rows of a month in blocks, ordered by id. A block is only read when the previous one was consumed. */
  async *blocks(db: Db, month: string, rowsPerBlock: number): AsyncGenerator<Block> {
    for (let after: [id: string, shard: number] | [null, null] = [null, null]; ; ) {
      const [{ rows, text, id, shard }]: [BlockRow] = await db.query(
        `SELECT count(*)::int AS rows, string_agg(line || E'\\n', '' ORDER BY id, shard) AS text,
           (array_agg(id ORDER BY id DESC, shard DESC))[1] AS id, (array_agg(shard ORDER BY id DESC, shard DESC))[1] AS shard
         FROM (SELECT id, shard, ${line} AS line FROM ledger.transfers AS t
           WHERE ${ofMonth('id')} AND ($2::uuid IS NULL OR (id, shard) > ($2, $3::smallint)) ORDER BY id, shard LIMIT $4) AS block`,
        [firstDay(month), ...after, rowsPerBlock],
      );
      if (rows === 0) return;
      yield { rows, bytes: Buffer.from(text) };
      if (rows < rowsPerBlock) return;
      after = [id, shard];
    }
  }

  /** Writes each account's balances and each key's usage of the month. Runs in the caller's transaction. */
  async writeTotals(db: Db, month: string): Promise<void> {
    for (const table of ['ledger.month_accounts', 'ledger.month_usage'])
      await db.query(`DELETE FROM ${table} WHERE month = $1`, [firstDay(month)]);
    for (const shard of await ledgerParts(db)) await db.query(customersTotals(shard), [firstDay(month)]);
    await this.writeHouseTotals(db, month);
    await db.query(
      `INSERT INTO ledger.month_usage (account_id, shard, month, key_id, operation, requests, charged_requests, charged_micros)
       SELECT account_id, shard, $1::date, key_id, operation, sum(requests), sum(charged_requests), sum(charged_micros)
       FROM ledger.usage_daily WHERE day >= $1::date AND day < $1::date + interval '1 month' GROUP BY 1, 2, 4, 5`,
      [firstDay(month)],
    );
  }

  /** The house accounts are the other side of every transfer, in all shards. */
  private async writeHouseTotals(db: Db, month: string): Promise<void> {
    const moved: { account_id: string; transfers: string; micros: string }[] = await db.query(
      `SELECT house_account_id AS account_id, count(*) AS transfers, -sum(amount_micros) AS micros
       FROM ledger.transfers WHERE ${ofMonth('id')} GROUP BY 1`,
      [firstDay(month)],
    );
    for (const { account_id: accountId, transfers, micros } of moved)
      await db.query(
        `INSERT INTO ledger.month_accounts (account_id, shard, month, opening_micros, closing_micros, transfers, charged_micros,
           loose_balances, loose_times)
         SELECT $2::bigint, $3::smallint, $1::date, opening, opening + $4::bigint, $5::bigint, 0, '{}', '{}'
         FROM (SELECT ${openingOf('$2::bigint', 'shard = $3::smallint')} AS opening) AS before`,
        [firstDay(month), accountId, shardOf(Number(accountId)), micros, transfers],
      );
  }

  /** Number of accounts whose usage totals differ from the ledger. A month with such accounts is not closed. */
  async disagreements(db: Db, month: string): Promise<number> {
    const [{ count }] = await db.query(
      `SELECT count(*)::int AS count FROM (SELECT account_id, shard, charged_micros FROM ledger.month_accounts WHERE month = $1) AS l
       FULL JOIN (SELECT account_id, shard, sum(charged_micros) AS charged_micros FROM ledger.month_usage WHERE month = $1 GROUP BY 1, 2) AS u
         USING (account_id, shard) WHERE coalesce(l.charged_micros, 0) <> coalesce(u.charged_micros, 0)`,
      [firstDay(month)],
    );
    return count;
  }

  async totalsHash(db: Db, month: string): Promise<Buffer> {
    const [{ hash }] = await db.query(
      `SELECT sha256(convert_to(coalesce((SELECT string_agg(t::text, E'\\n' ORDER BY account_id) FROM ledger.month_accounts t WHERE month = $1), '')
         || E'\\n\\n' || coalesce((SELECT string_agg(t::text, E'\\n' ORDER BY account_id, key_id, operation) FROM ledger.month_usage t
         WHERE month = $1), ''), 'UTF8')) AS hash`,
      [firstDay(month)],
    );
    return hash;
  }

  async insert(db: Db, { month, ...closed }: Omit<ClosedMonth, 'manifestHash' | 'dropped'>): Promise<void> {
    await db.query(
      `INSERT INTO closed_months (month, transfers, previous_hash, block_hashes, totals_hash, hash) VALUES ($1, $2, $3, $4, $5, $6)`,
      [firstDay(month), closed.transfers, closed.previousHash, closed.blockHashes, closed.totalsHash, closed.hash],
    );
  }

  async recordExport(db: Db, month: string, manifestHash: Buffer): Promise<void> {
    await db.query('UPDATE closed_months SET manifest_hash = $2, exported_at = now() WHERE month = $1', [
      firstDay(month),
      manifestHash,
    ]);
  }

  /** Must run outside a transaction, so that charging continues. Resumes after an interruption. */
  async drop(db: Db, month: string): Promise<void> {
    const partition = partitionOf(month);
    const [state] = await db.query(
      `SELECT inhdetachpending AS detaching FROM pg_class c LEFT JOIN pg_inherits ON inhrelid = c.oid WHERE c.oid = to_regclass($1)`,
      [partition],
    );
    if (state && state.detaching !== null) await detachPartition(db, 'ledger.transfers', partition, state.detaching);
    await db.query(`DROP TABLE IF EXISTS ${partition}`);
    await db.query('UPDATE closed_months SET dropped_at = now() WHERE month = $1', [firstDay(month)]);
  }
}
