import { Global, Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { AuthModule } from '../core/auth/auth.module';
import { BillingModule } from '../core/billing/billing.module';
import { MonitorsModule } from '../core/monitors/monitors.module';
import { KeyThrottlerModule, RateLimitModule } from '../core/rate-limit/rate-limit.module';
import { UsageModule } from '../core/usage/usage.module';
import { ENV, type Env } from '../platform/config/env';
import { installationSecret } from '../platform/database/installation-secrets';
import { PeriodicJobs } from '../platform/jobs/periodic-job';
import { LOGGER } from '../platform/observability/logger';
import { Metrics } from '../platform/observability/metrics';
import { KeyedHash } from '../platform/secrets/keyed-hash';
import { TokenCipher } from '../platform/secrets/token-cipher';
import { AccessLog } from './access-log';
import { Cursors } from './cursors';
import { Gateway } from './gateway';
import { Idempotency } from './idempotency';
import { MoneyHeaders } from './money-headers';
import { MonitorEvents } from './monitor-events';
import { ResponseCache, ResponseStore } from './response-cache';
import { Upstreams } from './upstreams';

const sweepMs = 10_000;

@Global()
@Module({
  imports: [AuthModule, BillingModule, KeyThrottlerModule, MonitorsModule, RateLimitModule, UsageModule],
  providers: [
    {
      provide: TokenCipher,
      inject: [ENV, DataSource],
      useFactory: async (env: Env, dataSource: DataSource) =>
        new TokenCipher(env.CURSOR_SECRET ?? [await installationSecret(dataSource, 'cursor')]),
    },
    {
      // Not from the environment: operators rotate its secrets, and a rotation must not charge a replayed call again.
      provide: KeyedHash,
      inject: [DataSource],
      useFactory: async (dataSource: DataSource) =>
        new KeyedHash(await installationSecret(dataSource, 'idempotency keys')),
    },
    {
      provide: ResponseStore,
      inject: [ENV],
      useFactory: (env: Env) => new ResponseStore({ processBytes: env.CACHE_MEMORY_MB * 1_024 * 1_024 }),
    },
    {
      provide: ResponseCache,
      inject: [ResponseStore, ENV],
      useFactory: (store: ResponseStore, env: Env) =>
        new ResponseCache(store, { repeatSeconds: env.IDEMPOTENCY_SECONDS, pricePercent: env.CACHED_PRICE_PERCENT }),
    },
    Cursors,
    Gateway,
    Idempotency,
    MoneyHeaders,
    MonitorEvents,
    AccessLog,
    Upstreams,
  ],
  exports: [Gateway, MoneyHeaders, MonitorEvents, AccessLog, AuthModule, RateLimitModule, BillingModule],
})
export class GatewayModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly sweeping: PeriodicJobs;

  constructor(store: ResponseStore, metrics: Metrics, @Inject(LOGGER) logger: Logger) {
    this.sweeping = new PeriodicJobs(logger, ['purging the response cache', sweepMs, async () => store.purgeExpired()]);
    metrics.gauge('loupe_kept_answer_bytes', 'Memory that cached responses use, in bytes', () => store.bytes);
  }

  onApplicationBootstrap(): void {
    this.sweeping.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.sweeping.stop();
  }
}
