import { servedOperations } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { Counter, collectDefaultMetrics, Gauge, Histogram, type OpenMetricsContentType, Registry } from 'prom-client';
import { commit, version } from '../version';

const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

@Injectable()
export class Metrics {
  readonly registry = new Registry();
  readonly gauge = (name: string, help: string, read: () => number): Gauge =>
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  /** One series per label value, all read at once. */
  readonly counters = (
    name: string,
    help: string,
    label: string,
    read: () => Iterable<readonly [value: string, count: number]>,
  ): Counter =>
    new Counter({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [value, count] of read()) this.inc({ [label]: value }, count);
      },
    });
  readonly gauges = (
    name: string,
    help: string,
    label: string,
    read: () => Promise<Iterable<readonly [value: string, amount: number]>>,
  ): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      async collect() {
        for (const [value, amount] of await read()) this.set({ [label]: value }, amount);
      },
    });
  private readonly answers = new Counter({
    name: 'loupe_answers_total',
    help: 'Responses of the data API',
    labelNames: ['operation', 'status', 'code'] as const,
    registers: [this.registry],
  });
  private readonly charged = new Counter({
    name: 'loupe_charged_micro_usd_total',
    help: 'Micro-USD charged for responses',
    registers: [this.registry],
  });
  private readonly testAnswers = new Counter({
    name: 'loupe_test_answers_total',
    help: 'Responses to test keys, which no other metric of requests counts',
    labelNames: ['status', 'code'] as const,
    registers: [this.registry],
  });
  private readonly refused = new Counter({
    name: 'loupe_requests_refused_total',
    help: 'Requests refused with 503 because this process has no capacity for them, by reason',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });
  private readonly unknownElements = new Counter({
    name: 'loupe_upstream_unknown_elements_total',
    help: 'Elements of upstream lists and grids that have an unknown shape, by operation',
    labelNames: ['operation'] as const,
    registers: [this.registry],
  });
  private readonly duration = new Histogram<'operation' | 'trace_id'>({
    name: 'loupe_request_duration_seconds',
    help: 'Seconds from the arrival of a request to its response',
    labelNames: ['operation'],
    buckets: durationBuckets,
    // prom-client allows exemplars only for an OpenMetrics registry, such as the one in `openMetrics`.
    registers: [],
    enableExemplars: true,
  });
  private readonly upstream = new Histogram({
    name: 'loupe_upstream_duration_seconds',
    help: 'Seconds that a request spent at the upstream',
    labelNames: ['operation'] as const,
    buckets: durationBuckets,
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    this.registry.registerMetric(this.duration);
    const build = { name: 'loupe_build_info', help: 'Always 1; the labels name the version and the commit' };
    new Gauge({ ...build, labelNames: ['version', 'commit'], registers: [this.registry] }).set({ version, commit }, 1);
    // Prometheus sees no increase when a series appears, so create at the start each series that has an alert.
    for (const { name } of servedOperations)
      this.answers.inc({ operation: name, status: 500, code: 'internal_error' }, 0);
  }

  observe(
    operation: string,
    status: number,
    code: string | null,
    totalMs: number,
    upstreamMs: number,
    costMicros: bigint,
    traceId?: string,
  ): void {
    this.answers.inc({ operation, status, code: code ?? '' });
    const exemplarLabels = traceId === undefined ? {} : { trace_id: traceId };
    this.duration.observe({ labels: { operation }, value: totalMs / 1_000, exemplarLabels });
    if (upstreamMs > 0) this.upstream.observe({ operation }, upstreamMs / 1_000);
    this.charged.inc(Number(costMicros));
  }

  /** Calls with test keys include simulated failures, so they are counted separately. */
  observeTest(status: number, code: string | null): void {
    this.testAnswers.inc({ status: `${status}`, code: code ?? '' });
  }

  observeUnknownElements(operation: string, count: number): void {
    this.unknownElements.inc({ operation }, count);
  }

  /** Metrics with exemplars. prom-client renames the counters that it writes in this format, so it gets views of them. */
  openMetrics(): Promise<string> {
    const views = new Registry<OpenMetricsContentType>();
    views.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
    for (const metric of this.registry.getMetricsAsArray()) views.registerMetric(Object.create(metric));
    return views.metrics();
  }

  refuse(reason: string, count = 1): void {
    this.refused.inc({ reason }, count);
  }
}
