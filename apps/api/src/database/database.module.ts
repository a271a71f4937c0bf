import { Global, Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ENV, type Env } from '../config/env';
import { createDataSource, migrate } from './data-source';
import { Notifications } from './notifications';

/** The connection pool (migrated) and the NOTIFY listener. `DATABASE_URL` is set by whoever started the database. */
@Global()
@Module({
  providers: [
    {
      provide: DataSource,
      inject: [ENV],
      useFactory: async (env: Env) => {
        const dataSource = createDataSource(env.DATABASE_URL!, env.DATABASE_POOL_SIZE);
        await dataSource.initialize();
        await migrate(dataSource);
        return dataSource;
      },
    },
    { provide: Notifications, inject: [ENV], useFactory: (env: Env) => new Notifications(env.DATABASE_URL!) },
  ],
  exports: [DataSource, Notifications],
})
export class DatabaseModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly notifications: Notifications,
  ) {}

  /** Every handler is registered by now: modules do so while they are being made. */
  onApplicationBootstrap(): Promise<void> {
    return this.notifications.start();
  }

  /** After the modules that use them have had their turn: Nest calls this hook last. */
  async onApplicationShutdown(): Promise<void> {
    await this.notifications.stop();
    await this.dataSource.destroy();
  }
}
