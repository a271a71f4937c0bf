import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { Env } from '../config/env';
import { openDatabase, startupTimeouts } from './open-database';

export function openPool(env: Env, logger: Logger): Promise<DataSource> {
  return openDatabase(env.DATABASE_URL!, env.DATABASE_POOL_SIZE, {
    ...startupTimeouts,
    onWait: (error) => logger.warn({ reason: String(error) }, 'waiting for the database to come back'),
  });
}

/** Provides an opened pool. Whoever opened it can close it if the application cannot be created. */
@Global()
@Module({})
export class PoolModule {
  static with(dataSource: DataSource | undefined): DynamicModule {
    return {
      module: PoolModule,
      providers: [{ provide: DataSource, useFactory: () => dataSource }],
      exports: [DataSource],
    };
  }
}
