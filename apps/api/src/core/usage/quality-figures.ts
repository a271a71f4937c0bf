import { allOperations } from '@loupe/dto';

export const periods = ['last_hour', 'last_24_hours', 'last_30_days'] as const;
export type Period = (typeof periods)[number];

/** Requests of one operation that ended alike and took about as long. */
export interface QualitySum {
  readonly period: Period;
  readonly operation: string;
  readonly outcome: 'answered' | 'upstream' | 'loupe';
  readonly bucket: number;
  readonly requests: number;
}

/** As it is published: shares are parts of 1, and null where there were no calls; times are those of answered calls. */
export interface Quality {
  readonly calls: number;
  readonly answered: number | null;
  readonly failed_upstream: number | null;
  readonly failed_in_loupe: number | null;
  readonly median_ms: number | null;
  readonly p95_ms: number | null;
}

export interface DayQuality {
  readonly date: string;
  readonly calls: number;
  readonly answered: number;
}

export type QualityByPeriod = Readonly<Record<Period, Quality>>;

export interface QualityFigures {
  readonly service: QualityByPeriod;
  readonly operations: Readonly<Record<string, QualityByPeriod>>;
  readonly days: readonly DayQuality[];
}

export interface PublishedFigures extends QualityFigures {
  /** When they were computed; null: not yet. */
  readonly time: string | null;
}

/** Requests without a key are not in the log. */
export const measuredOperations = allOperations.filter(({ keyless }) => !keyless);

export function figuresOf(sums: readonly QualitySum[], days: readonly DayQuality[]): QualityFigures {
  const byPeriod = (some: readonly QualitySum[]) =>
    Object.fromEntries(
      periods.map((period) => [period, qualityOf(some.filter((sum) => sum.period === period))]),
    ) as QualityByPeriod;
  return {
    service: byPeriod(sums),
    operations: Object.fromEntries(
      measuredOperations.map(({ name }) => [name, byPeriod(sums.filter(({ operation }) => operation === name))]),
    ),
    days: days.map(({ date, calls, answered }) => ({ date, calls: twoDigits(calls), answered: share(answered) })),
  };
}

export function qualityOf(sums: readonly QualitySum[]): Quality {
  const calls = count(sums);
  const of = (outcome: QualitySum['outcome']) => sums.filter((sum) => sum.outcome === outcome);
  const shareOf = (outcome: QualitySum['outcome']) => (calls === 0 ? null : share(count(of(outcome)) / calls));
  return {
    calls: twoDigits(calls),
    answered: shareOf('answered'),
    failed_upstream: shareOf('upstream'),
    failed_in_loupe: shareOf('loupe'),
    median_ms: percentile(of('answered'), 0.5),
    p95_ms: percentile(of('answered'), 0.95),
  };
}

function count(sums: readonly QualitySum[]): number {
  return sums.reduce((total, { requests }) => total + requests, 0);
}

function twoDigits(value: number): number {
  return Number(value.toPrecision(2));
}

/** To a hundredth of a percent. */
function share(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** Linear inside the bucket, which is 12 % wide. */
function percentile(sums: readonly QualitySum[], part: number): number | null {
  const buckets = new Map<number, number>();
  for (const { bucket, requests } of sums) buckets.set(bucket, (buckets.get(bucket) ?? 0) + requests);
  let below = count(sums) * part;
  for (const [bucket, here] of [...buckets].sort(([left], [right]) => left - right)) {
    const [from, to] = [10 ** (bucket / 20), 10 ** ((bucket + 1) / 20)];
    if (below <= here) return twoDigits(from + ((to - from) * below) / here);
    below -= here;
  }
  return null;
}
