import { Global, Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ENV, type Env } from '../config/env';
import { PeriodicJobs } from '../jobs/periodic-job';
import { Metrics } from '../observability/metrics';
import { withTimeout } from '../promises';
import { poolOf } from './data-source';
import { Notifications } from './notifications';
import { OutageLog } from './outage-log';
import { WalArchive } from './wal-archive';

const endMs = 3_000;
const checkArchiveEveryMs = 30_000;

/** Provides NOTIFY, watches the WAL archive, and closes the pool. */
@Global()
@Module({
  providers: [
    { provide: Notifications, inject: [ENV], useFactory: (env: Env) => new Notifications(env.DATABASE_URL!) },
    OutageLog,
  ],
  exports: [Notifications, OutageLog],
})
export class DatabaseModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly jobs: PeriodicJobs;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly notifications: Notifications,
    failures: OutageLog,
    metrics: Metrics,
  ) {
    const pool = poolOf(dataSource);
    const help = 'Connections of the pool to the database';
    metrics.gauges('loupe_database_pool_connections', help, 'state', async () => [
      ['in_use', pool.totalCount - pool.idleCount],
      ['idle', pool.idleCount],
    ]);
    metrics.gauge('loupe_database_pool_waiting', 'Statements that wait for a connection', () => pool.waitingCount);
    const archive = new WalArchive(dataSource);
    this.jobs = new PeriodicJobs(failures, ['checking the WAL archive', checkArchiveEveryMs, () => archive.check()]);
    metrics.gauge(
      'loupe_wal_unarchived_seconds',
      'Seconds for which PostgreSQL has failed to archive its WAL; 0 if archiving works or is off',
      () => archive.unarchivedSeconds,
    );
  }

  /** Modules register their handlers in their constructors, so all handlers are registered now. */
  async onApplicationBootstrap(): Promise<void> {
    await this.notifications.start();
    this.jobs.start();
  }

  /** Nest calls this hook last, after the modules that use the database. */
  async onApplicationShutdown(): Promise<void> {
    await this.jobs.stop();
    await this.notifications.stop();
    // A connection that is still busy ends with the process.
    await withTimeout(this.dataSource.destroy(), endMs).catch(() => undefined);
  }
}
