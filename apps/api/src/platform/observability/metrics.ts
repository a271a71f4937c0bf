import { allOperations } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { Counter, collectDefaultMetrics, Gauge, Histogram, type OpenMetricsContentType, Registry } from 'prom-client';

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface OperationMetrics {
  duration: Histogram.Internal<'operation'>;
  upstream: Histogram.Internal<'operation'>;
  answers: Map<string, Counter.Internal>;
}

/** The process's Prometheus metrics. Other modules register their own on {@link registry}. */
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
  /** One series for each label, all of them read together: its labels are known beforehand. */
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
  /** Like {@link counters}, for gauges. */
  readonly gauges = (
    name: string,
    help: string,
    label: string,
    read: () => Iterable<readonly [value: string, amount: number]> | Promise<[string, number][]>,
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
    help: 'Answers of the data API',
    labelNames: ['operation', 'status', 'code'] as const,
    registers: [this.registry],
  });
  private readonly testAnswers = new Counter({
    name: 'loupe_test_answers_total',
    help: 'Answers to test keys, which no other metric of requests holds',
    labelNames: ['status', 'code'] as const,
    registers: [this.registry],
  });
  private readonly revenueMicros = new Counter({
    name: 'loupe_charged_micro_usd_total',
    help: 'Micro-USD charged for answers',
    registers: [this.registry],
  });
  private readonly refused = new Counter({
    name: 'loupe_requests_refused_total',
    help: 'Requests refused with 503 because this process has no room for them, by reason',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });
  private readonly duration = this.histogram(
    'loupe_request_duration_seconds',
    'From the first byte of a request to its answer',
  );
  // Children are looked up by name once: finding them by labels on every request costs as much as counting does.
  private readonly byOperation = new Map<string, OperationMetrics>();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    const upstream = this.histogram('loupe_upstream_duration_seconds', 'Time of a request spent at the upstream');
    for (const { name } of allOperations) {
      const labels = { operation: name };
      this.byOperation.set(name, {
        duration: this.duration.labels(labels),
        upstream: upstream.labels(labels),
        answers: new Map(),
      });
      // A rise from nothing is none to Prometheus: what alerts are about is there from the start.
      this.answers.inc({ operation: name, status: '500', code: 'internal_error' }, 0);
    }
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
    const metrics = this.byOperation.get(operation);
    if (!metrics) return;
    const outcome = `${status} ${code ?? ''}`;
    let counter = metrics.answers.get(outcome);
    if (!counter) {
      counter = this.answers.labels({ operation, status: `${status}`, code: code ?? '' });
      metrics.answers.set(outcome, counter);
    }
    counter.inc();
    const value = totalMs / 1_000;
    if (traceId === undefined) metrics.duration.observe(value);
    else this.duration.observe({ labels: { operation }, value, exemplarLabels: { trace_id: traceId } as object });
    if (upstreamMs > 0) metrics.upstream.observe(upstreamMs / 1_000);
    if (costMicros > 0n) this.revenueMicros.inc(Number(costMicros));
  }

  /** What callers try out with test keys, failures that they asked for among it, is no measure of the service. */
  observeTest(status: number, code: string | null): void {
    this.testAnswers.inc({ status: `${status}`, code: code ?? '' });
  }

  /** The format that can hold exemplars. prom-client renames counters for good when it writes it, and gets views of them. */
  openMetrics(): Promise<string> {
    const views = new Registry<OpenMetricsContentType>();
    views.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
    for (const metric of this.registry.getMetricsAsArray()) views.registerMetric(Object.create(metric));
    return views.metrics();
  }

  refuse(reason: string, count = 1): void {
    this.refused.inc({ reason }, count);
  }

  private histogram(name: string, help: string): Histogram<'operation'> {
    const options = { name, help, labelNames: ['operation'] as const, buckets, enableExemplars: true };
    // prom-client lets only a registry of OpenMetrics make it; ours writes that format, too.
    const histogram = new Histogram({ ...options, registers: [] });
    this.registry.registerMetric(histogram);
    return histogram;
  }
}
