import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ENV, type Env } from '../../platform/config/env';
import { advisoryLocks, tryWithLock } from '../../platform/database/advisory-lock';
import { databaseNowMs } from '../../platform/database/clock.repository';
import { withLongStatements } from '../../platform/database/data-source';
import { dayMs, utcDay } from '../../platform/utc-days';
import { dropOldQuality } from './quality.repository';
import { ensureUsagePartitions, UsagePartitionsRepository } from './usage-partitions.repository';
import { countUsage } from './usage-totals.repository';

/** Partitions made ahead: however long nobody prepares any, charges go on. */
const daysAhead = 7;

/** Rows of a day may still arrive so long after its end: from requests under way, and from outages. */
const lateMs = 3_600_000;

/** Partitions from day to day: those to come are made, those that are over indexed, those past the retention dropped. */
@Injectable()
export class UsagePartitions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly partitions: UsagePartitionsRepository,
    @Inject(ENV) private readonly env: Pick<Env, 'USAGE_RETENTION_DAYS'>,
  ) {}

  prepare(nowMs: number): Promise<void> {
    const days = Array.from({ length: daysAhead + 1 }, (_, index) => utcDay(nowMs + index * dayMs));
    return ensureUsagePartitions(this.dataSource, days);
  }

  /** Does all that is due, in one process at a time. Totals stay. */
  async keep(nowMs: number): Promise<void> {
    const { partitions } = this;
    await this.prepare(nowMs);
    await withLongStatements(this.dataSource, (db) =>
      tryWithLock(db, advisoryLocks.tendPartitions, async () => {
        // A row that is dropped before it is counted would be missing from the totals for good.
        await db.manager.transaction(countUsage);
        const firstKept = utcDay(nowMs - this.env.USAGE_RETENTION_DAYS * dayMs);
        for (const partition of await partitions.findBefore(db, firstKept)) await partitions.drop(db, partition);
        for (const partition of await partitions.findBefore(db, utcDay(nowMs - lateMs)))
          await partitions.index(db, partition);
        await dropOldQuality(db.manager);
      }),
    );
  }

  /** Like {@link keep}, by the database's clock: a machine whose own is ahead must drop nothing too early. */
  async keepToday(): Promise<void> {
    await this.keep(await databaseNowMs(this.dataSource));
  }
}
