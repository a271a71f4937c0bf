export const dayMs = 86_400_000;

/** The day of a moment, of UTC, as `YYYY-MM-DD`. */
export function utcDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}
