import { Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ENV, type Env } from '../../platform/config/env';
import { Notifications } from '../../platform/database/notifications';
import { OutageLog } from '../../platform/database/outage-log';
import { PeriodicJobs } from '../../platform/jobs/periodic-job';
import { Metrics } from '../../platform/observability/metrics';
import { Readiness } from '../../platform/observability/readiness';
import { ClientIps } from './client-ips';
import { KeyAuthenticator } from './key-authenticator';
import { KeyFeedRepository } from './key-feed.repository';
import { KeySetRefresher } from './key-set.refresher';
import { KeyUses } from './key-uses';
import { KeyUsesRepository } from './key-uses.repository';

/** How long keys are trusted while the database is unreachable and revocations cannot arrive. */
export const maxKeySetAgeMs = 30_000;
/** The set of keys is refreshed at least five seconds before it becomes too old. */
const maxRefreshMs = 25_000;
const writeUsesEveryMs = 60_000;

/** Authentication of API keys. */
@Module({
  providers: [
    ClientIps,
    KeyAuthenticator,
    KeyFeedRepository,
    KeyUses,
    KeyUsesRepository,
    {
      provide: KeySetRefresher,
      inject: [ENV, KeyFeedRepository, Notifications, OutageLog],
      useFactory: (env: Env, feed: KeyFeedRepository, notifications: Notifications, failures: OutageLog) => {
        const times = { refreshMs: Math.min(env.KEY_REFRESH_SECONDS * 1_000, maxRefreshMs), maxAgeMs: maxKeySetAgeMs };
        return new KeySetRefresher(feed, notifications, times, failures);
      },
    },
  ],
  exports: [KeyAuthenticator, ClientIps, KeyFeedRepository, KeySetRefresher],
})
export class AuthModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly writingUses: PeriodicJobs;

  constructor(
    private readonly keys: KeySetRefresher,
    private readonly uses: KeyUses,
    failures: OutageLog,
    metrics: Metrics,
    readiness: Readiness,
  ) {
    readiness.require(async () => keys.current() !== undefined, 'API keys cannot be checked');
    this.writingUses = new PeriodicJobs(failures, [
      'storing the last use of keys',
      writeUsesEveryMs,
      () => uses.flush(),
    ]);
    metrics.gauge('loupe_keys', 'API keys in memory, including those that recently stopped working', () => keys.size);
    metrics.gauge(
      'loupe_revocation_lag_seconds',
      'Delay with which this process read the latest revocation of the past ten minutes; 0 if there was none',
      () => keys.revocationLagMs / 1_000,
    );
    metrics.gauge('loupe_keys_age_seconds', 'Time since keys were last known to be current', () => keys.ageMs / 1_000);
  }

  /** The database module is already listening for notifications, so no change after this read is lost. */
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
