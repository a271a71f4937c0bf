import { requestTimeMs, type UsageRecord } from './usage-record';
import { sqlState } from './write-apart';

const dayMs = 86_400_000;
/** Rows of days further off come from a broken clock: their partition is not made on demand. */
const nearDays = 8;

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
