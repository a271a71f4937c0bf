/** What a repeat is decided by. */
export interface Failure {
  status: number | undefined;
  retryable: boolean;
  retryAfter?: string | null | undefined;
}

/** Whatever a proxy says of them: somebody has to change something first. */
const final = [402, 403, 404, 422];

const maxWaitMs = 60_000;
const maxBackoffMs = 8_000;

/**
 * Milliseconds until a failed call is repeated; undefined when it is not.
 * @param retries how often it has been repeated
 * @param random from 0 to 1
 */
export function retryDelayMs(
  failure: Failure,
  retries: number,
  random: number,
  nowMs = Date.now(),
): number | undefined {
  if (!failure.retryable || final.includes(failure.status ?? 0)) return undefined;
  const askedMs = retryAfterMs(failure.retryAfter, nowMs);
  if (askedMs !== undefined) return askedMs <= maxWaitMs ? askedMs : undefined;
  return Math.min(500 * 2 ** retries, maxBackoffMs) * (1 - random / 4);
}

/** Reads seconds or a date (RFC 9110); undefined for anything else. */
function retryAfterMs(text: string | null | undefined, nowMs: number): number | undefined {
  if (!text) return undefined;
  const waitMs = Number(text) * 1_000 || Date.parse(text) - nowMs;
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
