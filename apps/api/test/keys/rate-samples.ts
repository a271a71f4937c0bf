/** A request with the times of its sender, on one clock. The decision was made between `sentMs` and `answeredMs`. */
export interface RateSample {
  keyId: number;
  sentMs: number;
  answeredMs: number;
  admitted: boolean;
}

/** Admitted requests that start a span of less than a second in which certainly more than `limit` requests were admitted. */
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

/** Refused requests for which fewer than `limit` requests can have been admitted in the second before the decision. */
export function unfairlyRefused(samples: readonly RateSample[], limit: number): RateSample[] {
  return samples.filter((refused) => {
    const before = samples.filter(
      ({ admitted, sentMs, answeredMs }) =>
        admitted && answeredMs > refused.sentMs - 1_000 && sentMs < refused.answeredMs,
    );
    return !refused.admitted && before.length < limit;
  });
}
