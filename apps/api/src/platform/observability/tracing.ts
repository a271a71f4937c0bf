import type { OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Env } from '../config/env';
import { withTimeout } from '../promises';
import type { Tracer } from './span';

const stopMs = 2_000;

/** Without a collector there is no tracer, and nothing of OpenTelemetry is loaded. */
export class Tracing implements OnApplicationShutdown {
  constructor(readonly tracer?: Tracer) {}

  /** A collector that is away holds nobody up. */
  async onApplicationShutdown(): Promise<void> {
    if (this.tracer) await withTimeout(this.tracer.stop(), stopMs).catch(() => undefined);
  }
}

export function openTracing(env: Pick<Env, 'OTEL_EXPORTER_OTLP_ENDPOINT'>, logger: Logger): Tracing {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return new Tracing();
  const { openTracer }: typeof import('./opentelemetry') = require('./opentelemetry');
  return new Tracing(openTracer(logger));
}
