import type { DataSource, QueryRunner } from 'typeorm';
import { unhurried } from '../../platform/database/data-source';
import { sqlState } from '../../platform/database/failures';
import { requestTimeMs, type UsageRecord } from './usage-record';
import { countUsage } from './usage-rollups';

const dayMs = 86_400_000;
/** Rows of days further off come from a broken clock: their partition is not made on demand. */
const nearDays = 8;

/** Partitions made ahead: however long nobody prepares any, charges go on. */
const daysAhead = 7;

/** Rows of a day may still arrive so long after its end: from requests under way, and from outages. */
const lateMs = 3_600_000;

/** Indexes of days that are over. While a day lasts, each would cost every charge of it. */
const closedIndexes = { key: 'key_id, request_id', operation: 'account_id, operation, request_id' };

/** Any fixed number: the lock that lets one process tend partitions while its siblings pass. */
const tendLock = 7_305_015;

/** Whatever runs SQL: a connection of our own, or TypeORM's. */
interface SqlRunner {
  query(sql: string, parameters: unknown[]): Promise<unknown>;
}

/** UTC day of an instant, as `YYYY-MM-DD`. */
export function utcDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/** Makes the partitions of these days (`YYYY-MM-DD`) where they are missing. */
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
  // PostgreSQL has no code of its own for it: 23514 is also a failed CHECK, which names its constraint.
  return sqlState(error) === '23514' && (error as { constraint?: string }).constraint === undefined;
}

function nearDaysOf(records: readonly UsageRecord[]): Set<string> {
  const now = Date.now();
  const times = records.map((record) => requestTimeMs(record.requestId));
  return new Set(times.filter((time) => Math.abs(time - now) < nearDays * dayMs).map(utcDay));
}

interface Partition {
  name: string;
  attached: boolean;
  detaching: boolean | null;
}

/** Partitions from day to day: those to come are made, those that are over indexed, those past the retention dropped. */
export class UsagePartitions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly retentionDays: number,
  ) {}

  /** Makes the partitions of today and the days to come. */
  prepare(nowMs: number): Promise<void> {
    const days = Array.from({ length: daysAhead + 1 }, (_, index) => utcDay(nowMs + index * dayMs));
    return ensureUsagePartitions(this.dataSource, days);
  }

  /** Does all that is due, in one process at a time. Totals stay. */
  async keep(nowMs: number): Promise<void> {
    await this.prepare(nowMs);
    await unhurried(this.dataSource, async (db) => {
      const [{ mine }] = await db.query('SELECT pg_try_advisory_lock($1) AS mine', [tendLock]);
      if (!mine) return;
      try {
        // A row that is dropped before it is counted would be missing from the totals for good.
        await db.manager.transaction(countUsage);
        await this.dropOld(db, nameOf(nowMs - this.retentionDays * dayMs));
        await this.indexClosed(db, nameOf(nowMs - lateMs));
      } finally {
        await db.query('SELECT pg_advisory_unlock($1)', [tendLock]);
      }
    });
  }

  /** Like {@link keep}, by the database's clock: a machine whose own is ahead must drop nothing too early. */
  async keepToday(): Promise<void> {
    const [{ now_ms: nowMs }] = await this.dataSource.query(
      'SELECT extract(epoch FROM now())::float8 * 1000 AS now_ms',
    );
    await this.keep(nowMs);
  }

  private async dropOld(db: QueryRunner, before: string): Promise<void> {
    for (const { name, attached, detaching } of await partitionsBefore(db, before)) {
      // CONCURRENTLY: charges do not wait. What was cut short the last time is taken up where it stopped.
      const how = detaching ? 'FINALIZE' : 'CONCURRENTLY';
      if (attached) await db.query(`ALTER TABLE usage_rows DETACH PARTITION ${name} ${how}`);
      await db.query(`DROP TABLE ${name}`);
    }
  }

  private async indexClosed(db: QueryRunner, before: string): Promise<void> {
    for (const { name } of await partitionsBefore(db, before)) {
      for (const [suffix, columns] of Object.entries(closedIndexes)) {
        await db.query(`CREATE INDEX IF NOT EXISTS ${name}_${suffix} ON ${name} (${columns})`);
      }
    }
  }
}

function nameOf(epochMs: number): string {
  return `usage_rows_${utcDay(epochMs).replaceAll('-', '')}`;
}

function partitionsBefore(db: QueryRunner, name: string): Promise<Partition[]> {
  return db.query(
    `SELECT relname AS name, inhparent IS NOT NULL AS attached, inhdetachpending AS detaching
     FROM pg_class LEFT JOIN pg_inherits ON inhrelid = pg_class.oid
     WHERE relkind = 'r' AND relname ~ '^usage_rows_\\d{8}$' AND relname < $1`,
    [name],
  );
}
