import { Global, Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ENV, type Env } from '../config/env';
import { Metrics } from '../observability/metrics';
import { withTimeout } from '../promises';
import { poolOf } from './data-source';
import { Notifications } from './notifications';

const endMs = 3_000;

/** The NOTIFY listener, and the end of the pool. */
@Global()
@Module({
  providers: [
    { provide: Notifications, inject: [ENV], useFactory: (env: Env) => new Notifications(env.DATABASE_URL!) },
  ],
  exports: [Notifications],
})
export class DatabaseModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly notifications: Notifications,
    metrics: Metrics,
  ) {
    const pool = poolOf(dataSource);
    const help = 'Connections of the pool to the database';
    metrics.gauges('loupe_database_pool_connections', help, 'state', async () => [
      ['in_use', pool.totalCount - pool.idleCount],
      ['idle', pool.idleCount],
    ]);
    metrics.gauge('loupe_database_pool_waiting', 'Statements that wait for a connection', () => pool.waitingCount);
  }

  /** Every handler is registered by now: modules do so while they are being made. */
  onApplicationBootstrap(): Promise<void> {
    return this.notifications.start();
  }

  /** After the modules that use them have had their turn: Nest calls this hook last. */
  async onApplicationShutdown(): Promise<void> {
    await this.notifications.stop();
    // A connection that is still at work ends with the process.
    await withTimeout(this.dataSource.destroy(), endMs).catch(() => undefined);
  }
}
