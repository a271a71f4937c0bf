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

/** How many partitions are created in advance, so that charges continue if the job fails for some days. */
const daysAhead = 7;

/** How long after the end of a day its rows may still arrive, from requests in flight and after outages. */
const lateMs = 3_600_000;

/** Maintains the daily partitions: creates future ones, indexes past ones, and drops those older than the retention. */
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

  /** Creates partitions. Then, in one process at a time, counts rows, and drops and indexes partitions. */
  async run(nowMs: number): Promise<void> {
    const { partitions } = this;
    await this.prepare(nowMs);
    await withLongStatements(this.dataSource, (db) =>
      tryWithLock(db, advisoryLocks.tendPartitions, async () => {
        // A row that is dropped before it is counted would be missing from the totals forever.
        await db.manager.transaction(countUsage);
        const firstKept = utcDay(nowMs - this.env.USAGE_RETENTION_DAYS * dayMs);
        for (const partition of await partitions.findBefore(db, firstKept)) await partitions.drop(db, partition);
        for (const partition of await partitions.findBefore(db, utcDay(nowMs - lateMs)))
          await partitions.index(db, partition);
        await dropOldQuality(db.manager);
      }),
    );
  }

  /** Like {@link run}, with the database's clock: a local clock that is ahead would drop rows too early. */
  async runToday(): Promise<void> {
    await this.run(await databaseNowMs(this.dataSource));
  }
}
