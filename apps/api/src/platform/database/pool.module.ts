import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { Env } from '../config/env';
import { openDatabase, startupTimeouts } from './open-database';

/** The pool of an application, on a schema that is up to date; the log says when a database is waited for. */
export function openPool(env: Env, logger: Logger): Promise<DataSource> {
  return openDatabase(env.DATABASE_URL!, env.DATABASE_POOL_SIZE, {
    ...startupTimeouts,
    onWait: (error) => logger.warn({ reason: String(error) }, 'waiting for the database to come back'),
  });
}

/** Provides a pool that was opened beforehand: whoever opened it can close it when the application cannot be made. */
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
