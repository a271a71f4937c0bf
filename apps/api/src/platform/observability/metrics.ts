import { allOperations } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  type LabelValues,
  type Metric,
  type OpenMetricsContentType,
  Registry,
} from 'prom-client';
import { DurationHistogram } from './duration-histogram';

/** Answers that ended so. */
interface Outcome {
  readonly operation: string;
  readonly status: number;
  readonly code: string | null;
  count: number;
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
    this.counter(name, help, [label], () => Array.from(read(), ([value, count]) => [{ [label]: value }, count]));
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
  // What every request counts is plain numbers until Prometheus asks for it.
  private readonly outcomes: Outcome[] = [];
  private readonly byOperation = new Map<string, Outcome[]>();
  private chargedMicros = 0;
  private readonly testAnswers = new Counter({
    name: 'loupe_test_answers_total',
    help: 'Answers to test keys, which no other metric of requests holds',
    labelNames: ['status', 'code'] as const,
    registers: [this.registry],
  });
  private readonly refused = new Counter({
    name: 'loupe_requests_refused_total',
    help: 'Requests refused with 503 because this process has no room for them, by reason',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });
  private readonly unknownElements = new Counter({
    name: 'loupe_upstream_unknown_elements_total',
    help: 'Elements of lists and of grids that the upstream sent in a shape that is not known, by operation',
    labelNames: ['operation'] as const,
    registers: [this.registry],
  });
  private readonly duration = this.histogram(
    'loupe_request_duration_seconds',
    'From the first byte of a request to its answer',
  );
  private readonly upstream: DurationHistogram;

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    this.upstream = this.histogram('loupe_upstream_duration_seconds', 'Time of a request spent at the upstream');
    this.counter('loupe_answers_total', 'Answers of the data API', ['operation', 'status', 'code'], () =>
      this.outcomes.map(({ operation, status, code, count }) => [{ operation, status, code: code ?? '' }, count]),
    );
    this.counter('loupe_charged_micro_usd_total', 'Micro-USD charged for answers', [], () => [
      [{}, this.chargedMicros],
    ]);
    // A rise from nothing is none to Prometheus: what alerts are about is there from the start.
    for (const { name } of allOperations) this.byOperation.set(name, [this.addOutcome(name, 500, 'internal_error')]);
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
    const outcomes = this.byOperation.get(operation);
    if (!outcomes) return;
    let outcome = outcomes.find((one) => one.status === status && one.code === code);
    if (!outcome) {
      outcome = this.addOutcome(operation, status, code);
      outcomes.push(outcome);
    }
    outcome.count += 1;
    this.duration.observe(operation, totalMs / 1_000, traceId);
    if (upstreamMs > 0) this.upstream.observe(operation, upstreamMs / 1_000);
    this.chargedMicros += Number(costMicros);
  }

  /** What callers try out with test keys, failures that they asked for among it, is no measure of the service. */
  observeTest(status: number, code: string | null): void {
    this.testAnswers.inc({ status: `${status}`, code: code ?? '' });
  }

  observeUnknownElements(operation: string, count: number): void {
    this.unknownElements.inc({ operation }, count);
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

  private counter(
    name: string,
    help: string,
    labelNames: string[],
    read: () => Iterable<readonly [labels: LabelValues<string>, count: number]>,
  ): Counter {
    return new Counter({
      name,
      help,
      labelNames,
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [labels, count] of read()) this.inc(labels, count);
      },
    });
  }

  private addOutcome(operation: string, status: number, code: string | null): Outcome {
    const outcome = { operation, status, code, count: 0 };
    this.outcomes.push(outcome);
    return outcome;
  }

  private histogram(name: string, help: string): DurationHistogram {
    const histogram = new DurationHistogram(name, help);
    this.registry.registerMetric(histogram as never as Metric);
    return histogram;
  }
}
