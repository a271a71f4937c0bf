/** A request as its sender saw it, on one clock. It was decided between `sentMs` and `answeredMs`. */
export interface RateSample {
  keyId: number;
  sentMs: number;
  answeredMs: number;
  admitted: boolean;
}

/** Admitted requests at the start of a span of less than a second in which certainly more than the limit were admitted. */
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

/** Refused requests which, whenever each was decided, had less than a full window before them. */
export function unfairlyRefused(samples: readonly RateSample[], limit: number): RateSample[] {
  return samples.filter((refused) => {
    const before = samples.filter(
      ({ admitted, sentMs, answeredMs }) =>
        admitted && answeredMs > refused.sentMs - 1_000 && sentMs < refused.answeredMs,
    );
    return !refused.admitted && before.length < limit;
  });
}
