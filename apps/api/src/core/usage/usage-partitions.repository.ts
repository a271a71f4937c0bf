import { Injectable } from '@nestjs/common';
import { clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import { sqlState, sqlStates } from '../../platform/database/failures';
import { detachPartition } from '../../platform/database/partitions.repository';
import { dayMs, utcDay } from '../../platform/utc-days';
import { requestTimeMs, type UsageRecord } from './usage-record';

/** Rows of days further off come from a broken clock: their partition is not made on demand. */
const nearDays = 8;

/** Indexes of days that are over. While a day lasts, each would cost every charge of it. */
const closedIndexes = { key: 'key_id, request_id', operation: 'account_id, operation, request_id' };

export interface Partition {
  readonly name: string;
  readonly attached: boolean;
  readonly detaching: boolean | null;
}

/** A {@link Db}, or the connection that charges. */
interface SqlRunner {
  query(sql: string, parameters: unknown[]): Promise<unknown>;
}

export async function ensureUsagePartitions(db: SqlRunner, days: Iterable<string>): Promise<void> {
  for (const day of days) await db.query('SELECT ensure_usage_partition($1)', [day]);
}

/**
 * Runs a write of usage rows. Partitions are made ahead; should one be missing after all (nobody made any for a week),
 * it is made now and the write repeated.
 */
export async function withUsagePartitions<T>(
  db: SqlRunner,
  records: readonly UsageRecord[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const days = isPartitionMissing(error) ? nearDaysOf(records) : new Set<string>();
    if (days.size === 0) throw error;
    await ensureUsagePartitions(db, days);
    return write();
  }
}

function isPartitionMissing(error: unknown): boolean {
  // PostgreSQL has no code of its own for it: this is also a failed CHECK, which names its constraint.
  return sqlState(error) === sqlStates.checkViolation && (error as { constraint?: string }).constraint === undefined;
}

function nearDaysOf(records: readonly UsageRecord[]): Set<string> {
  const now = clock.wallMs();
  const times = records.map((record) => requestTimeMs(record.requestId));
  return new Set(times.filter((time) => Math.abs(time - now) < nearDays * dayMs).map(utcDay));
}

/** Finds, drops and indexes partitions; their names end in their day. */
@Injectable()
export class UsagePartitionsRepository {
  /** Those of days before this one (`YYYY-MM-DD`). */
  findBefore(db: Db, day: string): Promise<Partition[]> {
    return db.query(
      `SELECT relname AS name, inhparent IS NOT NULL AS attached, inhdetachpending AS detaching
       FROM pg_class LEFT JOIN pg_inherits ON inhrelid = pg_class.oid
       WHERE relnamespace = 'ledger'::regnamespace AND relkind = 'r' AND relname ~ '^usage_rows_\\d{8}$' AND relname < $1`,
      [`usage_rows_${day.replaceAll('-', '')}`],
    );
  }

  async drop(db: Db, { name, attached, detaching }: Partition): Promise<void> {
    if (attached) await detachPartition(db, 'ledger.usage_rows', `ledger.${name}`, detaching === true);
    await db.query(`DROP TABLE ledger.${name}`);
  }

  async index(db: Db, { name }: Partition): Promise<void> {
    for (const [suffix, columns] of Object.entries(closedIndexes)) {
      await db.query(`CREATE INDEX IF NOT EXISTS ${name}_${suffix} ON ledger.${name} (${columns})`);
    }
  }
}
