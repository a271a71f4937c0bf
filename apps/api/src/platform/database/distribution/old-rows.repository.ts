import type { Db } from '../db';
import { ledgerParts } from './distribution';

const perStatement = 10_000;

/** Rows of a ledger table with `column` up to `last`. */
interface OldRows {
  readonly table: string;
  readonly column: string;
  readonly last: unknown;
  readonly where?: string;
}

/** Deletes rows in batches. Skips rows that a charge has locked, because they are about to be used. */
export async function deleteOldRows(db: Db, { table, column, last, where = 'true' }: OldRows): Promise<void> {
  for (const shard of await ledgerParts(db)) {
    const here = shard === null ? 'true' : `shard = ${shard}`;
    for (let deleted = perStatement; deleted === perStatement; ) {
      const result: [unknown, number] = await db.query(
        `DELETE FROM ${table} WHERE ${here} AND ctid = ANY (ARRAY (
           SELECT ctid FROM ${table} WHERE ${here} AND ${where} AND ${column} <= $1 ORDER BY ${column} LIMIT $2 FOR UPDATE SKIP LOCKED))`,
        [last, perStatement],
      );
      deleted = result[1];
    }
  }
}
