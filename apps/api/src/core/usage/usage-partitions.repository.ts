import { Injectable } from '@nestjs/common';
import { clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import { sqlState, sqlStates } from '../../platform/database/failures';
import { detachPartition } from '../../platform/database/partitions.repository';
import { dayMs, utcDay } from '../../platform/utc-days';
import { requestTimeMs, type UsageRecord } from './usage-record';

/** Rows of days further away come from a wrong clock, so no partition is created for them. */
const nearDays = 8;

/** Indexes of past days. On the current day, they would slow down every charge. */
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
 * Runs a write of usage rows. If a partition is missing, because the job that creates partitions in advance has failed
 * for a week, creates the partition and repeats the write.
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
  // A missing partition has the SQLSTATE of a failed CHECK, but names no constraint.
  return sqlState(error) === sqlStates.checkViolation && (error as { constraint?: string }).constraint === undefined;
}

function nearDaysOf(records: readonly UsageRecord[]): Set<string> {
  const now = clock.wallMs();
  const times = records.map((record) => requestTimeMs(record.requestId));
  return new Set(times.filter((time) => Math.abs(time - now) < nearDays * dayMs).map(utcDay));
}

/** Finds, drops and indexes partitions, whose names end with their day. */
@Injectable()
export class UsagePartitionsRepository {
  /** Finds the partitions of all days before `day` (`YYYY-MM-DD`). */
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
