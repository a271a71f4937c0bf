import { type ExecutionContext, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ThrottlerModule, type ThrottlerModuleOptions } from '@nestjs/throttler';
import type { Logger } from 'pino';
import { ENV, type Env } from '../../platform/config/env';
import { OutageLog } from '../../platform/database/outage-log';
import { PeriodicJobs } from '../../platform/jobs/periodic-job';
import { LOGGER } from '../../platform/observability/logger';
import { Metrics } from '../../platform/observability/metrics';
import { AuthModule } from '../auth/auth.module';
import type { KeyedRequest } from '../auth/key-record';
import { ConcurrentRequests, maxConcurrentPerKey } from './concurrent-requests';
import { LoadShedder, shedReasons } from './load-shedder';
import { ProcessCount } from './process-count';
import { LocalRateStore, RateStore, windowMs } from './rate-store';
import { RedisRateStore } from './redis-rate.store';

const recountEveryMs = 5_000;

export function throttlerOptions(storage: RateStore): ThrottlerModuleOptions {
  const limit = (context: ExecutionContext) => context.switchToHttp().getRequest<KeyedRequest>().key.ratePerSecond;
  return { throttlers: [{ ttl: windowMs, limit }], storage };
}

@Module({
  // AuthModule starts first, because it opens the connection by which processes are counted.
  imports: [AuthModule],
  providers: [
    {
      provide: ConcurrentRequests,
      inject: [ENV],
      useFactory: (env: Env) => new ConcurrentRequests(maxConcurrentPerKey(env)),
    },
    LoadShedder,
    ProcessCount,
    {
      provide: RateStore,
      inject: [ENV, ProcessCount, LOGGER],
      useFactory: (env: Env, processes: ProcessCount, logger: Logger) => {
        const local = new LocalRateStore(processes);
        if (!env.REDIS_URL) return local;
        // Loads the Redis client only if it is used.
        const { RedisWindows }: typeof import('./redis-windows') = require('./redis-windows');
        return new RedisRateStore(new RedisWindows(env.REDIS_URL), local, logger);
      },
    },
  ],
  exports: [ConcurrentRequests, LoadShedder, RateStore],
})
export class RateLimitModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly recounting: PeriodicJobs;

  constructor(
    private readonly rates: RateStore,
    private readonly processes: ProcessCount,
    load: LoadShedder,
    failures: OutageLog,
    metrics: Metrics,
  ) {
    this.recounting = new PeriodicJobs(failures, ['counting API processes', recountEveryMs, () => processes.recount()]);
    metrics.gauge('loupe_api_processes', 'API processes that serve from this database', () => processes.count);
    for (const reason of shedReasons) metrics.refuse(reason, 0);
    metrics.gauge('loupe_requests_under_way', 'Keyed requests that are in flight in this process', () => load.underWay);
    if (rates instanceof RedisRateStore) {
      const help = '1 while Redis enforces the rate limits, 0 while this process enforces its share of them';
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

export const KeyThrottlerModule = ThrottlerModule.forRootAsync({
  imports: [RateLimitModule],
  inject: [RateStore],
  useFactory: throttlerOptions,
});
