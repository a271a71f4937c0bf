import type { EntityManager } from 'typeorm';
import { countUsage } from '../../usage/usage-totals.repository';

/** The most that a key and its rotations may spend per day and month of UTC; null for no bound. */
export interface SpendingCaps {
  readonly dailyCapMicros: bigint | null;
  readonly monthlyCapMicros: bigint | null;
}

/** Caps of these lineages; a lineage without any is not in the map. */
export async function readCaps(db: EntityManager, lineageIds: readonly number[]): Promise<Map<number, SpendingCaps>> {
  const rows: { lineage_id: string; daily_cap_micros: string | null; monthly_cap_micros: string | null }[] =
    await db.query('SELECT * FROM key_caps WHERE lineage_id = ANY ($1)', [lineageIds]);
  const micros = (text: string | null) => (text === null ? null : BigInt(text));
  return new Map(
    rows.map((row) => [
      Number(row.lineage_id),
      { dailyCapMicros: micros(row.daily_cap_micros), monthlyCapMicros: micros(row.monthly_cap_micros) },
    ]),
  );
}

/**
 * Sets or, with two nulls, removes the caps of a lineage, in the caller's transaction. What the lineage has spent this day
 * and month counts from the start, however late the cap is set.
 */
export async function setCaps(
  db: EntityManager,
  { accountId, lineageId }: { accountId: number; lineageId: number },
  caps: SpendingCaps,
): Promise<void> {
  // Charges of this account wait from here until the commit: none is counted twice below, and none is missed.
  await db.query('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
  await db.query('DELETE FROM key_caps WHERE lineage_id = $1', [lineageId]);
  await db.query('DELETE FROM key_spend WHERE lineage_id = $1', [lineageId]);
  if (caps.dailyCapMicros === null && caps.monthlyCapMicros === null) return;
  const [daily, monthly] = [caps.dailyCapMicros, caps.monthlyCapMicros].map((cap) => (cap === null ? null : `${cap}`));
  await db.query('INSERT INTO key_caps VALUES ($1, $2, $3)', [lineageId, daily, monthly]);
  await countUsage(db);
  await db.query(
    `INSERT INTO key_spend (lineage_id, period, starts_on, spent_micros)
     SELECT $2, period, date_trunc(period, day)::date, sum(charged_micros)
     FROM usage_daily, (VALUES ('day'), ('month')) AS periods (period)
     WHERE account_id = $1 AND day >= date_trunc('month', now() AT TIME ZONE 'UTC')::date
       AND key_id IN (SELECT id FROM api_keys WHERE lineage_id = $2)
     GROUP BY 2, 3`,
    [accountId, lineageId],
  );
}
