import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ENV, type Env } from '../config/env';
import { Notifications } from '../database/notifications';
import { ApiKeyGuard } from './api-key.guard';
import { ClientAddresses } from './client-addresses';
import { KeyFeed } from './key-feed';
import { KeySetRefresher } from './key-set.refresher';

/** With the database out of reach, revocations cannot arrive: so long keys are still believed. */
const maxAgeMs = 30_000;
/** Leaves a refresh five seconds before the set would be too old. */
const longestRefreshMs = 25_000;

/** API keys: who may use the data API. */
@Module({
  providers: [
    ApiKeyGuard,
    {
      provide: KeySetRefresher,
      inject: [ENV, Notifications],
      useFactory: (env: Env, notifications: Notifications) =>
        new KeySetRefresher(new KeyFeed(env.DATABASE_URL!, env.RATE_LIMIT_PER_SECOND), notifications, {
          refreshMs: Math.min(env.KEY_REFRESH_SECONDS * 1_000, longestRefreshMs),
          maxAgeMs,
        }),
    },
    {
      provide: ClientAddresses,
      inject: [ENV],
      useFactory: (env: Env) => new ClientAddresses(env.TRUSTED_PROXIES),
    },
  ],
  exports: [ApiKeyGuard, ClientAddresses, KeySetRefresher],
})
export class AuthModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(@Inject(KeySetRefresher) private readonly keys: KeySetRefresher) {}

  /** The database module listens by now, so that no change falls between this first read and the first notification. */
  onApplicationBootstrap(): Promise<void> {
    return this.keys.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.keys.stop();
  }
}
