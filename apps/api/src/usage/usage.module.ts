import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { DatabaseModule } from '../database/database.module';
import { LOGGER } from '../observability/logger';
import { UsageLog } from './usage-log';
import { ensureUsagePartitions, utcDay } from './usage-partitions';

/** What every request used, and the totals of it. */
@Module({
  imports: [DatabaseModule],
  providers: [
    {
      provide: UsageLog,
      inject: [DataSource, LOGGER],
      useFactory: (dataSource: DataSource, logger: Logger) =>
        new UsageLog(dataSource, (error) => logger.warn({ err: error }, 'usage rows could not be written')),
    },
  ],
  exports: [UsageLog],
})
export class UsageModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsageLog) private readonly log: UsageLog,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    const now = Date.now();
    return ensureUsagePartitions(this.dataSource, [utcDay(now), utcDay(now + 86_400_000)]);
  }

  onApplicationShutdown(): Promise<void> {
    return this.log.flush();
  }
}
