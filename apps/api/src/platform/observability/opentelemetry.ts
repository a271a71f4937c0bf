import type { IncomingHttpHeaders } from 'node:http';
import * as api from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import { clock } from '../clock';
import type { Span, SpanAttributes, SpanOptions, Tracer } from './span';

/** Spans that wait for the collector; beyond it they are dropped. About a kilobyte each. */
const maxQueueSize = 8_192;
const exportEveryMs = 1_000;
const exportTimeoutMs = 10_000;
/** As many charges as a batch has. */
const linkCountLimit = 1_000;
const attributeValueLengthLimit = 256;

const propagator = new W3CTraceContextPropagator();
const none = api.ROOT_CONTEXT;

/**
 * Sends spans to a collector, in the background and as far as it takes them. The SDK reads the address of the collector, headers,
 * sampler and the service's name from the environment (`OTEL_…`) itself; the bounds here are not among them.
 */
export function openTracer(logger: Logger): Tracer {
  const provider = withWarnings(logger, () => {
    const exporter = new LoggedExporter(logger, { timeoutMillis: exportTimeoutMs });
    const own = resourceFromAttributes({ 'service.name': 'loupe', 'service.instance.id': `${process.pid}` });
    return new BasicTracerProvider({
      resource: own.merge(detectResources({ detectors: [envDetector] })),
      spanLimits: { linkCountLimit, attributeValueLengthLimit },
      spanProcessors: [
        new BatchSpanProcessor(exporter, {
          maxQueueSize,
          scheduledDelayMillis: exportEveryMs,
          exportTimeoutMillis: exportTimeoutMs,
        }),
      ],
    });
  });
  const tracer = provider.getTracer('loupe');
  return {
    begin(name, headers, atMs) {
      const parent = propagator.extract(none, headers, headerGetter);
      const epochMs = clock.wallMs() - clock.nowMs();
      const span = tracer.startSpan(name, { kind: api.SpanKind.SERVER, startTime: epochMs + atMs }, parent);
      return span.isRecording() ? new OpenSpan(tracer, span, epochMs) : undefined;
    },
    stop: () => provider.shutdown(),
  };
}

const headerGetter: api.TextMapGetter<IncomingHttpHeaders> = {
  keys: (headers) => Object.keys(headers),
  get: (headers, name) => headers[name],
};

class OpenSpan implements Span {
  readonly traceId: string;

  constructor(
    private readonly tracer: api.Tracer,
    readonly span: api.Span,
    /** What the monotonic clock lacks to the time since 1970. */
    private readonly epochMs: number,
  ) {
    this.traceId = span.spanContext().traceId;
  }

  begin(name: string, atMs: number, { kind, links = [] }: SpanOptions = {}): Span {
    const options = {
      kind: kind === 'client' ? api.SpanKind.CLIENT : api.SpanKind.INTERNAL,
      startTime: this.epochMs + atMs,
      links: links.map((linked) => ({ context: (linked as OpenSpan).span.spanContext() })),
    };
    const span = this.tracer.startSpan(name, options, api.trace.setSpan(none, this.span));
    return new OpenSpan(this.tracer, span, this.epochMs);
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes(attributes);
  }

  end(atMs: number, fault?: string): void {
    if (fault !== undefined) this.span.setAttribute('error.type', fault).setStatus({ code: api.SpanStatusCode.ERROR });
    this.span.end(this.epochMs + atMs);
  }
}

/** Says once that the collector takes nothing, and once that it does again. */
class LoggedExporter extends OTLPTraceExporter {
  private isFailing = false;

  constructor(
    private readonly logger: Logger,
    options: ConstructorParameters<typeof OTLPTraceExporter>[0],
  ) {
    super(options);
  }

  override export(...[spans, done]: Parameters<OTLPTraceExporter['export']>): void {
    super.export(spans, (result) => {
      const hasFailed = result.code === ExportResultCode.FAILED;
      if (hasFailed && !this.isFailing)
        this.logger.warn({ err: result.error }, 'traces cannot be exported: they are lost');
      if (!hasFailed && this.isFailing) this.logger.info('traces are exported again');
      this.isFailing = hasFailed;
      done(result);
    });
  }
}

/** Logs which values of the environment the SDK replaces by its defaults. Afterwards it would log each failed export. */
function withWarnings<Made>(logger: Logger, make: () => Made): Made {
  const warn = (message: string) => logger.warn(message);
  api.diag.setLogger({ error: warn, warn, info: warn, debug: warn, verbose: warn }, api.DiagLogLevel.WARN);
  try {
    return make();
  } finally {
    api.diag.disable();
  }
}
