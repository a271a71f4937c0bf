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

/** Spans that wait for the collector; beyond it they are dropped. About a kilobyte each. */
const maxQueueSize = 8_192;
const exportEveryMs = 1_000;
const exportTimeoutMs = 10_000;
const attributeValueLengthLimit = 256;

/** All that leaves. The instrumentations also note URLs, IPs and user agents, which are a caller's or a session's business. */
const sentAttributes =
  /^(loupe\..*|http\.route|http\.request\.method|http\.response\.status_code|error\.type|db\.(system|operation)\.name)$/;

/**
 * Traces what Node's HTTP server, undici and pg do, and sends the spans to a collector in the background, as far as it takes them. The
 * SDK reads the collector's URL, headers, sampler and the service's name from the environment (`OTEL_…`) itself.
 * @returns what ends it, once what waits has been sent
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
  // An instrumentation takes hold when its module is required for the next time.
  for (const instrumented of ['node:http', 'pg']) require(instrumented);
  return () => provider.shutdown();
}

/** Goes on with the trace of a caller. Nobody else is told of it: the upstream is a third party. */
class IncomingTraceContext extends W3CTraceContextPropagator {
  override inject(): void {}
}

/** Drops attributes that must not leave. Says once that the collector takes nothing, and once that it does again. */
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

/** Logs which values of the environment the SDK replaces by its defaults. Afterwards it would log each failed export. */
function withWarnings<Made>(logger: Logger, make: () => Made): Made {
  const warn = (message: string) => logger.warn(message);
  diag.setLogger({ error: warn, warn, info: warn, debug: warn, verbose: warn }, DiagLogLevel.WARN);
  try {
    return make();
  } finally {
    diag.disable();
  }
}
