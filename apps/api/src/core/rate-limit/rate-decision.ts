/** What a rate store says of one request. */
export interface RateDecision {
  readonly admitted: boolean;
  /** Requests that the key may make at once after this one. */
  readonly remaining: number;
  /** Milliseconds until it may make one more than that; more than 0. */
  readonly waitMs: number;
}
