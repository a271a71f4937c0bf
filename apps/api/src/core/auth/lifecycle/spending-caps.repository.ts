import { Injectable } from '@nestjs/common';
import type { Db } from '../../../platform/database/data-source';
import { rowReader } from '../../../platform/database/row-reader';
import { countUsage } from '../../usage/usage-totals.repository';

/** What a key and its rotations together may spend per UTC day and month; null means no cap. */
export interface SpendingCaps {
  readonly dailyCapMicros: bigint | null;
  readonly monthlyCapMicros: bigint | null;
}

const capsOf = rowReader<SpendingCaps & { lineageId: number }>('lineageId');

@Injectable()
export class SpendingCapsRepository {
  /** Caps by lineage; a lineage without any is not in the map. */
  async find(db: Db, lineageIds: readonly number[]): Promise<Map<number, SpendingCaps>> {
    const rows: Record<string, unknown>[] = await db.query(
      'SELECT lineage_id, daily_cap_micros, monthly_cap_micros FROM key_caps WHERE lineage_id = ANY ($1)',
      [lineageIds],
    );
    return new Map(rows.map(capsOf).map(({ lineageId, ...caps }) => [lineageId, caps]));
  }

  /**
   * Sets the caps of a lineage or, with two nulls, removes them. What the lineage has already spent this day and month counts,
   * however late the cap is set.
   */
  async set(
    db: Db,
    { accountId, lineageId }: { accountId: number; lineageId: number },
    { dailyCapMicros, monthlyCapMicros }: SpendingCaps,
  ): Promise<void> {
    // Charges of this account wait from here until the commit: none is counted twice below, and none is missed.
    await db.query('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
    await db.query('DELETE FROM key_caps WHERE lineage_id = $1', [lineageId]);
    await db.query('DELETE FROM key_spend WHERE lineage_id = $1', [lineageId]);
    if (dailyCapMicros === null && monthlyCapMicros === null) return;
    await db.query('INSERT INTO key_caps VALUES ($1, $2, $3)', [
      lineageId,
      dailyCapMicros?.toString(),
      monthlyCapMicros?.toString(),
    ]);
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
}
