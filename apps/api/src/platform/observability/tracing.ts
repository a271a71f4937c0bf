import type { IncomingHttpHeaders } from 'node:http';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Env } from '../config/env';
import { inTime } from '../jobs/promises';

export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

export interface SpanOptions {
  readonly kind?: 'client';
  readonly links?: readonly Span[];
}

/** A span that has begun. Times are of the monotonic clock, in milliseconds. */
export interface Span {
  readonly traceId: string;
  /** For a request that belongs to it. */
  readonly traceparent: string;
  begin(name: string, atMs: number, options?: SpanOptions): Span;
  set(attributes: SpanAttributes): void;
  /** @param fault what went wrong, if something did. */
  end(atMs: number, fault?: string): void;
}

export interface Tracer {
  /** The span of a request that a caller sent; undefined when it is not to be traced. */
  begin(name: string, headers: IncomingHttpHeaders, atMs: number): Span | undefined;
  /** Sends what has ended. */
  stop(): Promise<void>;
}

const stopMs = 2_000;

/** Without a collector there is no tracer, and nothing of OpenTelemetry is loaded. */
export class Tracing implements OnApplicationShutdown {
  constructor(readonly tracer?: Tracer) {}

  /** A collector that is away holds nobody up. */
  async onApplicationShutdown(): Promise<void> {
    if (this.tracer) await inTime(this.tracer.stop(), stopMs).catch(() => undefined);
  }
}

export function openTracing(env: Env, logger: Logger): Tracing {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return new Tracing();
  const { openTracer }: typeof import('./opentelemetry') = require('./opentelemetry');
  return new Tracing(openTracer(env, logger));
}
