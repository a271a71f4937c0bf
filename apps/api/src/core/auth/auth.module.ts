import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { ENV, type Env } from '../../platform/config/env';
import { Notifications } from '../../platform/database/notifications';
import { PeriodicJob } from '../../platform/jobs/periodic-job';
import { LOGGER } from '../../platform/observability/logger';
import { Metrics } from '../../platform/observability/metrics';
import { Readiness } from '../../platform/observability/readiness';
import { ApiKeyGuard } from './api-key.guard';
import { ClientAddresses } from './client-addresses';
import { KeyAuthenticator } from './key-authenticator';
import { KeyFeed } from './key-feed';
import { KeySetRefresher } from './key-set.refresher';
import { KeyUses } from './key-uses';

/** With the database out of reach, revocations cannot arrive: for so long keys are still believed. */
export const maxKeySetAgeMs = 30_000;
/** Leaves a refresh five seconds before the set would be too old. */
const longestRefreshMs = 25_000;
const writeUsesEveryMs = 60_000;

/** API keys: who may use the data API. */
@Module({
  providers: [
    ApiKeyGuard,
    KeyAuthenticator,
    {
      provide: KeySetRefresher,
      inject: [ENV, Notifications, LOGGER],
      useFactory: (env: Env, notifications: Notifications, logger: Logger) =>
        new KeySetRefresher(
          new KeyFeed(env.DATABASE_URL!, env.RATE_LIMIT_PER_SECOND),
          notifications,
          { refreshMs: Math.min(env.KEY_REFRESH_SECONDS * 1_000, longestRefreshMs), maxAgeMs: maxKeySetAgeMs },
          logger,
        ),
    },
    {
      provide: ClientAddresses,
      inject: [ENV],
      useFactory: (env: Env) => new ClientAddresses(env.TRUSTED_PROXIES),
    },
    { provide: KeyUses, inject: [DataSource], useFactory: (dataSource: DataSource) => new KeyUses(dataSource) },
  ],
  exports: [ApiKeyGuard, KeyAuthenticator, ClientAddresses, KeySetRefresher],
})
export class AuthModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly writingUses: PeriodicJob;

  constructor(
    @Inject(KeySetRefresher) private readonly keys: KeySetRefresher,
    @Inject(KeyUses) private readonly uses: KeyUses,
    @Inject(LOGGER) logger: Logger,
    metrics: Metrics,
    readiness: Readiness,
  ) {
    readiness.require(() => keys.current() !== undefined, 'API keys cannot be checked');
    this.writingUses = new PeriodicJob(
      () => uses.flush(),
      writeUsesEveryMs,
      (error) => logger.warn({ err: error }, 'the last uses of keys could not be written'),
    );
    metrics.gauge('loupe_keys', 'API keys in memory, those that lately stopped working included', () => keys.size);
    metrics.gauge('loupe_keys_age_seconds', 'Time since keys were last known to be current', () => keys.ageMs / 1_000);
  }

  /** The database module listens by now, so that no change falls between this first read and the first notification. */
  async onApplicationBootstrap(): Promise<void> {
    await this.keys.start();
    this.writingUses.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.writingUses.stop();
    await this.uses.flush().catch(() => undefined);
    await this.keys.stop();
  }
}
