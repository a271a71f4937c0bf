import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { ENV } from '../config/env';
import { LOGGER } from './logger';
import { ManagementServer } from './management-server';
import { Metrics } from './metrics';
import { OperatorWebhook } from './operator-webhook';
import { Readiness } from './readiness';
import { startTracing, Tracing } from './tracing';

const tracing = { provide: Tracing, inject: [ENV, LOGGER], useFactory: startTracing };

@Global()
@Module({})
export class ObservabilityModule {
  constructor(metrics: Metrics, readiness: Readiness, management: ManagementServer) {
    readiness.require(async () => !management.isDraining, 'draining');
    const help = '1 for each reason why /readyz returns 503';
    metrics.gauges('loupe_readiness_fault', help, 'reason', async () =>
      (await readiness.checkAll()).map(([reason, holds]) => [reason, Number(!holds)]),
    );
  }

  static with(logger: Logger): DynamicModule {
    return {
      module: ObservabilityModule,
      providers: [
        { provide: LOGGER, useValue: logger },
        Metrics,
        Readiness,
        ManagementServer,
        OperatorWebhook,
        tracing,
      ],
      exports: [LOGGER, Metrics, Readiness, ManagementServer, OperatorWebhook, Tracing],
    };
  }
}
