import type { QueryRunner } from 'typeorm';

/** Arbitrary fixed numbers. Stored functions use 7305012 (key changes), 7305013 (creating a partition) and 7305019 (the audit feed). */
export const advisoryLocks = {
  migrate: 7_305_011,
  countUsage: 7_305_014,
  tendPartitions: 7_305_015,
  reconcile: 7_305_016,
  claimDeliveries: 7_305_017,
  closeMonths: 7_305_018,
  claimMonitorRuns: 7_305_020,
  sweepPayments: 7_305_021,
};

export async function tryWithLock(db: QueryRunner, lock: number, work: () => Promise<void>): Promise<void> {
  const [{ mine }] = await db.query('SELECT pg_try_advisory_lock($1) AS mine', [lock]);
  if (!mine) return;
  try {
    await work();
  } finally {
    await db.query('SELECT pg_advisory_unlock($1)', [lock]);
  }
}
