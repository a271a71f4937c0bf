import { Global, Module } from '@nestjs/common';
import { ENV, type Env } from '../config/env';
import { createLogger, LOGGER } from './logger';
import { ManagementServer } from './management-server';
import { Metrics } from './metrics';

@Global()
@Module({
  providers: [
    { provide: LOGGER, inject: [ENV], useFactory: (env: Env) => createLogger(env) },
    Metrics,
    ManagementServer,
  ],
  exports: [LOGGER, Metrics, ManagementServer],
})
export class ObservabilityModule {}
