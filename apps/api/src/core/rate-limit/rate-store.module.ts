import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { ENV, type Env } from '../../platform/config/env';
import { Notifications } from '../../platform/database/notifications';
import { PeriodicJob } from '../../platform/jobs/periodic-job';
import { LOGGER } from '../../platform/observability/logger';
import { Metrics } from '../../platform/observability/metrics';
import { AuthModule } from '../auth/auth.module';
import { LocalRateStore } from './local-rate.store';
import { ProcessCount } from './process-count';
import { RateStore } from './rate-store';
import { RedisRateStore } from './redis-rate.store';
import { RedisWindows } from './redis-windows';

const recountEveryMs = 5_000;

/** Where rates are kept: in Redis when there is one, in this process otherwise. */
@Module({
  // Opens the connection by which processes are counted, and therefore goes first.
  imports: [AuthModule],
  providers: [
    {
      provide: ProcessCount,
      inject: [DataSource, Notifications],
      useFactory: (dataSource: DataSource, notifications: Notifications) => new ProcessCount(dataSource, notifications),
    },
    {
      provide: RateStore,
      inject: [ENV, ProcessCount, LOGGER],
      useFactory: (env: Env, processes: ProcessCount, logger: Logger) => {
        const local = new LocalRateStore(processes);
        return env.REDIS_URL ? new RedisRateStore(new RedisWindows(env.REDIS_URL), local, logger) : local;
      },
    },
  ],
  exports: [RateStore],
})
export class RateStoreModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly recounting: PeriodicJob;

  constructor(
    @Inject(RateStore) private readonly rates: RateStore,
    @Inject(ProcessCount) private readonly processes: ProcessCount,
    @Inject(LOGGER) logger: Logger,
    metrics: Metrics,
  ) {
    this.recounting = new PeriodicJob(
      () => processes.recount(),
      recountEveryMs,
      (error) => logger.warn({ err: error }, 'API processes could not be counted'),
    );
    metrics.gauge('loupe_api_processes', 'API processes that serve from this database', () => processes.count);
    if (rates instanceof RedisRateStore) {
      const help = '1 while Redis keeps the rates, 0 while this process enforces its share of them';
      metrics.gauge('loupe_rates_shared', help, () => Number(rates.isShared));
    }
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.rates instanceof RedisRateStore) await this.rates.start();
    await this.processes.announce();
    this.recounting.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.recounting.stop();
    if (this.rates instanceof RedisRateStore) this.rates.stop();
  }
}
