/** The time that the product reads. Tests replace its functions; libraries keep the true clock. */
export const clock = {
  /** Milliseconds of a clock that never goes back, for durations and deadlines. */
  nowMs: (): number => performance.now(),
  /** Milliseconds since the epoch. */
  wallMs: (): number => Date.now(),
};
