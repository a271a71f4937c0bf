import type { OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Env } from '../config/env';
import { withTimeout } from '../promises';

const stopMs = 2_000;

/** Without a collector, nothing of OpenTelemetry is loaded but its interfaces. */
export class Tracing implements OnApplicationShutdown {
  constructor(readonly stop?: () => Promise<void>) {}

  /** A collector that is away holds nobody up. */
  async onApplicationShutdown(): Promise<void> {
    if (this.stop) await withTimeout(this.stop(), stopMs).catch(() => undefined);
  }
}

export function startTracing(env: Pick<Env, 'OTEL_EXPORTER_OTLP_ENDPOINT'>, logger: Logger): Tracing {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return new Tracing();
  const { startOpenTelemetry }: typeof import('./opentelemetry') = require('./opentelemetry');
  return new Tracing(startOpenTelemetry(logger));
}
