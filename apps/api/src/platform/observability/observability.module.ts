import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from './logger';
import { ManagementServer } from './management-server';
import { Metrics } from './metrics';
import { Readiness } from './readiness';

@Global()
@Module({})
export class ObservabilityModule {
  static with(logger: Logger): DynamicModule {
    return {
      module: ObservabilityModule,
      providers: [{ provide: LOGGER, useValue: logger }, Metrics, Readiness, ManagementServer],
      exports: [LOGGER, Metrics, Readiness, ManagementServer],
    };
  }
}
