import { Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { clock } from '../../platform/clock';
import { DatabaseModule } from '../../platform/database/database.module';
import { OutageLog } from '../../platform/database/outage-log';
import { PeriodicJobs } from '../../platform/jobs/periodic-job';
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

const writeAddressesEveryMs = 1_000;
const dropAddressesEveryMs = 3_600_000;
const countEveryMs = 5_000;
const readQualityEveryMs = 10_000;
const maintainPartitionsEveryMs = 3_600_000;
/** Each run rewrites the rows of ongoing refusals. A shorter interval would create more dead row versions. */
const countRefusalsEveryMs = 10_000;

/** Usage rows, request URLs and usage totals. */
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
    failures: OutageLog,
  ) {
    metrics.counters('loupe_usage_rows_dropped_total', 'Usage data that was dropped', 'of', () => [
      ['requests', log.dropped],
      ['refusals', refusals.dropped],
      ['addresses', addresses.dropped],
    ]);
    this.jobs = new PeriodicJobs(
      failures,
      ['storing request URLs', writeAddressesEveryMs, () => addresses.flush()],
      ['dropping old request URLs', dropAddressesEveryMs, () => addresses.dropOld()],
      ['counting refusals', countRefusalsEveryMs, () => refusals.flush()],
      ['adding usage to the totals', countEveryMs, () => totals.catchUp()],
      ['publishing quality figures', readQualityEveryMs, () => quality.refresh()],
      ['maintaining usage partitions', maintainPartitionsEveryMs, () => partitions.runToday()],
    );
  }

  /** Creates the partitions of the next days before the first request. */
  async onApplicationBootstrap(): Promise<void> {
    await this.partitions.prepare(clock.wallMs());
    this.jobs.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.log.flush();
    await this.jobs.stop();
    await this.addresses.flush().catch(() => undefined);
    // A lost count of refusals is acceptable, so an error does not stop the shutdown.
    await this.refusals.flush().catch(() => undefined);
  }
}
