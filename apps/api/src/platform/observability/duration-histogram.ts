import { clock } from '../clock';

/** Upper bounds of the buckets, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Exemplar {
  readonly labelSet: { readonly trace_id: string };
  readonly value: number;
  readonly timestamp: number;
}

interface Series {
  /** How many were in each bucket alone; the last is for what is above all bounds. */
  readonly counts: number[];
  readonly exemplars: (Exemplar | undefined)[];
  sum: number;
}

/**
 * Durations by operation, for a registry of prom-client's. Its own histogram puts the labels into one text at every observation, to find
 * the series by it, for more than a microsecond a request.
 */
export class DurationHistogram {
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  private readonly byOperation = new Map<string, Series>();

  constructor(
    readonly name: string,
    readonly help: string,
  ) {}

  observe(operation: string, seconds: number, traceId?: string): void {
    let series = this.byOperation.get(operation);
    if (!series) {
      series = { counts: Array(bounds.length + 1).fill(0), exemplars: [], sum: 0 };
      this.byOperation.set(operation, series);
    }
    let bucket = 0;
    while (bucket < bounds.length && seconds > bounds[bucket]!) bucket++;
    series.counts[bucket]! += 1;
    series.sum += seconds;
    if (traceId === undefined) return;
    series.exemplars[bucket] = { labelSet: { trace_id: traceId }, value: seconds, timestamp: clock.wallMs() / 1_000 };
  }

  /** As the registry asks every metric. */
  async get() {
    const { name, help, type, aggregator } = this;
    const values = [...this.byOperation].flatMap(([operation, { counts, exemplars, sum }]) => {
      const line = (suffix: string, value: number, le?: number | string, exemplar?: Exemplar) => ({
        labels: le === undefined ? { operation } : { le, operation },
        value,
        metricName: name + suffix,
        exemplar,
      });
      let count = 0;
      const buckets = counts.map((ofBucket, bucket) => {
        count += ofBucket;
        return line('_bucket', count, bounds[bucket] ?? '+Inf', exemplars[bucket]);
      });
      return [...buckets, line('_sum', sum), line('_count', count)];
    });
    return { name, help, type, aggregator, values };
  }
}
