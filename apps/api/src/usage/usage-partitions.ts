import type { DataSource, QueryRunner } from 'typeorm';
import { requestTimeMs, type UsageRecord } from './usage-record';
import { sqlState } from './write-apart';

const dayMs = 86_400_000;
/** Rows of days further off come from a broken clock: their partition is not made on demand. */
const nearDays = 8;

/** Partitions made ahead: however long nobody prepares any, charges go on. */
const daysAhead = 7;

/** Any fixed number: the lock that lets one process drop partitions while its siblings pass. */
const dropLock = 7_305_015;

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

/** Partitions from day to day: those to come are made, those past the retention are dropped. Totals stay. */
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

  /** Makes those to come and drops those past the retention. */
  async keep(nowMs: number): Promise<void> {
    await this.prepare(nowMs);
    const db = this.dataSource.createQueryRunner();
    try {
      const [{ mine }] = await db.query('SELECT pg_try_advisory_lock($1) AS mine', [dropLock]);
      if (!mine) return;
      await this.dropBefore(db, utcDay(nowMs - this.retentionDays * dayMs));
      await db.query('SELECT pg_advisory_unlock($1)', [dropLock]);
    } finally {
      await db.release();
    }
  }

  private async dropBefore(db: QueryRunner, day: string): Promise<void> {
    const partitions: { name: string; attached: boolean; detaching: boolean | null }[] = await db.query(
      `SELECT relname AS name, inhparent IS NOT NULL AS attached, inhdetachpending AS detaching
       FROM pg_class LEFT JOIN pg_inherits ON inhrelid = pg_class.oid
       WHERE relkind = 'r' AND relname ~ '^usage_rows_\\d{8}$' AND relname < $1`,
      [`usage_rows_${day.replaceAll('-', '')}`],
    );
    for (const { name, attached, detaching } of partitions) {
      // CONCURRENTLY: charges do not wait. What was cut short the last time is taken up where it stopped.
      const how = detaching ? 'FINALIZE' : 'CONCURRENTLY';
      if (attached) await db.query(`ALTER TABLE usage_rows DETACH PARTITION ${name} ${how}`);
      await db.query(`DROP TABLE ${name}`);
    }
  }
}
