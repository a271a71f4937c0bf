/** The product's clocks. Tests replace these functions; libraries use the real clock. */
export const clock = {
  /** Monotonic clock in milliseconds, for durations and deadlines. */
  nowMs: (): number => performance.now(),
  /** Wall clock, in milliseconds since the epoch. */
  wallMs: (): number => Date.now(),
};
