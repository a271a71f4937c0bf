/** The product's clocks. Tests replace these functions; libraries use the real clock. */
export const clock = {
  nowMs: (): number => performance.now(),
  wallMs: (): number => Date.now(),
};
