import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { ENV, type Env } from '../../platform/config/env';
import { DatabaseModule } from '../../platform/database/database.module';
import { PeriodicJob } from '../../platform/jobs/periodic-job';
import { LOGGER } from '../../platform/observability/logger';
import { Metrics } from '../../platform/observability/metrics';
import { RequestLogRepository } from './request-log.repository';
import { UsageLog } from './usage-log';
import { UsagePartitions } from './usage-partitions';
import { UsageRollups } from './usage-rollups';
import { UsageTotalsRepository } from './usage-totals.repository';

const countEveryMs = 5_000;
const tendPartitionsEveryMs = 3_600_000;

/** What every request used, and the totals of it. */
@Module({
  imports: [DatabaseModule],
  providers: [
    {
      provide: UsageLog,
      inject: [DataSource, LOGGER],
      useFactory: (dataSource: DataSource, logger: Logger) =>
        new UsageLog(dataSource, (error) => logger.warn({ err: error }, 'usage rows could not be written')),
    },
    {
      provide: RequestLogRepository,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) => new RequestLogRepository(dataSource),
    },
    {
      provide: UsageRollups,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) => new UsageRollups(dataSource),
    },
    {
      provide: UsageTotalsRepository,
      inject: [DataSource, UsageRollups],
      useFactory: (dataSource: DataSource, rollups: UsageRollups) => new UsageTotalsRepository(dataSource, rollups),
    },
  ],
  exports: [UsageLog, RequestLogRepository, UsageTotalsRepository],
})
export class UsageModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly jobs: PeriodicJob[];
  private readonly partitions: UsagePartitions;

  constructor(
    @Inject(DataSource) dataSource: DataSource,
    @Inject(ENV) env: Env,
    @Inject(LOGGER) logger: Logger,
    @Inject(Metrics) metrics: Metrics,
    @Inject(UsageLog) private readonly log: UsageLog,
    @Inject(UsageRollups) rollups: UsageRollups,
  ) {
    this.partitions = new UsagePartitions(dataSource, env.USAGE_RETENTION_DAYS);
    const job = (name: string, everyMs: number, work: () => Promise<void>) =>
      new PeriodicJob(work, everyMs, (error) => logger.warn({ err: error }, `${name} failed`));
    metrics.gauge(
      'loupe_usage_rows_dropped',
      'Usage rows of uncharged requests that could not be kept',
      () => log.dropped,
    );
    this.jobs = [
      job('adding usage to the totals', countEveryMs, () => rollups.catchUp()),
      job('tending the partitions of usage', tendPartitionsEveryMs, () => this.partitions.keepToday()),
    ];
  }

  /** The partitions of the next days are there before the first request is. */
  async onApplicationBootstrap(): Promise<void> {
    await this.partitions.prepare(Date.now());
    for (const job of this.jobs) job.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.log.flush();
    await Promise.all(this.jobs.map((job) => job.stop()));
  }
}
