/** A request as its sender saw it, on one clock. The decision about it fell somewhere between `sentMs` and `answeredMs`. */
export interface RateSample {
  keyId: number;
  sentMs: number;
  answeredMs: number;
  admitted: boolean;
}

/** Admitted requests that begin a span of less than a second in which more than the limit were admitted, beyond any doubt. */
export function excess(samples: readonly RateSample[], limit: number): RateSample[] {
  const admitted = samples.filter((sample) => sample.admitted);
  return admitted.filter((first) => {
    const answeredMs = admitted
      .filter(({ sentMs }) => sentMs >= first.sentMs)
      .map((sample) => sample.answeredMs)
      .sort((left, right) => left - right);
    const beyond = answeredMs[limit];
    return beyond !== undefined && beyond - first.sentMs < 1_000;
  });
}

/** Refused requests which, however late or early each decision fell, had less than a full window behind them. */
export function unfairlyRefused(samples: readonly RateSample[], limit: number): RateSample[] {
  return samples.filter((refused) => {
    const before = samples.filter(
      ({ admitted, sentMs, answeredMs }) =>
        admitted && answeredMs > refused.sentMs - 1_000 && sentMs < refused.answeredMs,
    );
    return !refused.admitted && before.length < limit;
  });
}
