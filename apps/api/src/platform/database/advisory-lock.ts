import type { QueryRunner } from 'typeorm';

/** Any fixed numbers; stored functions take 7305012 (changes of keys) and 7305013 (making a partition). */
export const advisoryLocks = {
  migrate: 7_305_011,
  countUsage: 7_305_014,
  tendPartitions: 7_305_015,
  reconcile: 7_305_016,
  claimDeliveries: 7_305_017,
  closeMonths: 7_305_018,
};

/** Does work in one process at a time: while a sibling does it, not at all. */
export async function tryWithLock(db: QueryRunner, lock: number, work: () => Promise<void>): Promise<void> {
  const [{ mine }] = await db.query('SELECT pg_try_advisory_lock($1) AS mine', [lock]);
  if (!mine) return;
  try {
    await work();
  } finally {
    await db.query('SELECT pg_advisory_unlock($1)', [lock]);
  }
}
