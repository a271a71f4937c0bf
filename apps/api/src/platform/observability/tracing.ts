import type { OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Env } from '../config/env';
import { withTimeout } from '../promises';

const stopMs = 2_000;

/** Without a collector only OpenTelemetry's interfaces are loaded. */
export class Tracing implements OnApplicationShutdown {
  constructor(readonly stop?: () => Promise<void>) {}

  /** Waits at most two seconds for an unreachable collector. */
  async onApplicationShutdown(): Promise<void> {
    if (this.stop) await withTimeout(this.stop(), stopMs).catch(() => undefined);
  }
}

export function startTracing(env: Pick<Env, 'OTEL_EXPORTER_OTLP_ENDPOINT'>, logger: Logger): Tracing {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return new Tracing();
  const { startOpenTelemetry }: typeof import('./opentelemetry') = require('./opentelemetry');
  return new Tracing(startOpenTelemetry(logger));
}
