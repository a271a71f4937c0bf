import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { clock } from '../../platform/clock';
import { DatabaseModule } from '../../platform/database/database.module';
import { PeriodicJobs } from '../../platform/jobs/periodic-job';
import { LOGGER } from '../../platform/observability/logger';
import { Metrics } from '../../platform/observability/metrics';
import { PublishedQuality } from './published-quality';
import { Refusals } from './refusals';
import { RequestAddresses } from './request-addresses';
import { RequestAddressesRepository } from './request-addresses.repository';
import { RequestLogRepository } from './request-log.repository';
import { UsageLog } from './usage-log';
import { UsagePartitions } from './usage-partitions';
import { UsagePartitionsRepository } from './usage-partitions.repository';
import { UsageTotals } from './usage-totals';
import { UsageTotalsRepository } from './usage-totals.repository';

const keepAddressesEveryMs = 1_000;
const dropAddressesEveryMs = 3_600_000;
const countEveryMs = 5_000;
const readQualityEveryMs = 10_000;
const tendPartitionsEveryMs = 3_600_000;
/** Each time rewrites the rows of refusals that went on: seldom enough that they do not pile up dead versions. */
const countRefusalsEveryMs = 10_000;

/** What every request used, and the totals of it. */
@Module({
  imports: [DatabaseModule],
  providers: [
    UsageLog,
    PublishedQuality,
    Refusals,
    RequestAddresses,
    RequestAddressesRepository,
    RequestLogRepository,
    UsageTotals,
    UsageTotalsRepository,
    UsagePartitions,
    UsagePartitionsRepository,
  ],
  exports: [
    UsageLog,
    PublishedQuality,
    Refusals,
    RequestAddresses,
    RequestLogRepository,
    UsageTotals,
    UsageTotalsRepository,
  ],
})
export class UsageModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly jobs: PeriodicJobs;

  constructor(
    private readonly log: UsageLog,
    private readonly refusals: Refusals,
    private readonly partitions: UsagePartitions,
    private readonly addresses: RequestAddresses,
    totals: UsageTotals,
    quality: PublishedQuality,
    metrics: Metrics,
    @Inject(LOGGER) logger: Logger,
  ) {
    metrics.counters('loupe_usage_rows_dropped_total', 'Usage rows that could not be kept', 'of', () => [
      ['requests', log.dropped],
      ['refusals', refusals.dropped],
      ['addresses', addresses.dropped],
    ]);
    this.jobs = new PeriodicJobs(
      logger,
      ['keeping what was asked for', keepAddressesEveryMs, () => addresses.flush()],
      ['dropping old addresses', dropAddressesEveryMs, () => addresses.dropOld()],
      ['counting refusals', countRefusalsEveryMs, () => refusals.flush()],
      ['adding usage to the totals', countEveryMs, () => totals.catchUp()],
      ['publishing how well operations work', readQualityEveryMs, () => quality.refresh()],
      ['tending the partitions of usage', tendPartitionsEveryMs, () => partitions.keepToday()],
    );
  }

  /** The partitions of the next days are there before the first request is. */
  async onApplicationBootstrap(): Promise<void> {
    await this.partitions.prepare(clock.wallMs());
    this.jobs.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.log.flush();
    await this.jobs.stop();
    await this.addresses.flush().catch(() => undefined);
    // Counts of refusals are not worth holding a process for.
    await this.refusals.flush().catch(() => undefined);
  }
}
