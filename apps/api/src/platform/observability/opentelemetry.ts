import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';

/** Spans beyond this number are dropped. A span takes about a kilobyte. */
const maxQueueSize = 8_192;
const exportEveryMs = 1_000;
const exportTimeoutMs = 10_000;
const attributeValueLengthLimit = 256;

/** The only attributes that are exported. Others, such as URLs, IPs and user agents, are private. */
const sentAttributes =
  /^(loupe\..*|http\.route|http\.request\.method|http\.response\.status_code|error\.type|db\.(system|operation)\.name)$/;

/**
 * Traces Node's HTTP server, undici and pg, and exports spans in the background. The SDK reads `OTEL_…` variables
 * itself.
 * @returns a function that flushes and stops
 */
export function startOpenTelemetry(logger: Logger): () => Promise<void> {
  const provider = withWarnings(logger, () => {
    const exporter = new CleanExporter(logger, { timeoutMillis: exportTimeoutMs });
    const own = resourceFromAttributes({ 'service.name': 'loupe', 'service.instance.id': `${process.pid}` });
    return new BasicTracerProvider({
      resource: own.merge(detectResources({ detectors: [envDetector] })),
      spanLimits: { attributeValueLengthLimit },
      spanProcessors: [
        new BatchSpanProcessor(exporter, {
          maxQueueSize,
          scheduledDelayMillis: exportEveryMs,
          exportTimeoutMillis: exportTimeoutMs,
        }),
      ],
    });
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new IncomingTraceContext());
  trace.setGlobalTracerProvider(provider);
  registerInstrumentations({
    instrumentations: [
      new HttpInstrumentation({ disableOutgoingRequestInstrumentation: true }),
      new UndiciInstrumentation({ requireParentforSpans: true }),
      new PgInstrumentation({ requireParentSpan: true }),
    ],
  });
  // An instrumentation takes effect when its module is next required.
  for (const instrumented of ['node:http', 'pg']) require(instrumented);
  return () => provider.shutdown();
}

/** Continues a caller's trace, but does not propagate it: the upstream is a third party. */
class IncomingTraceContext extends W3CTraceContextPropagator {
  override inject(): void {}
}

/** Removes private attributes. Logs the first failure of an outage, and its end. */
class CleanExporter extends OTLPTraceExporter {
  private isFailing = false;

  constructor(
    private readonly logger: Logger,
    options: ConstructorParameters<typeof OTLPTraceExporter>[0],
  ) {
    super(options);
  }

  override export(...[spans, done]: Parameters<OTLPTraceExporter['export']>): void {
    for (const { attributes } of spans)
      for (const name of Object.keys(attributes)) if (!sentAttributes.test(name)) delete attributes[name];
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

/** Logs invalid `OTEL_…` values. Removes the logger afterwards, because it would also log each failed export. */
function withWarnings<Made>(logger: Logger, make: () => Made): Made {
  const warn = (message: string) => logger.warn(message);
  diag.setLogger({ error: warn, warn, info: warn, debug: warn, verbose: warn }, DiagLogLevel.WARN);
  try {
    return make();
  } finally {
    diag.disable();
  }
}
