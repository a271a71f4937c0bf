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
  const { status = 0, retryable, retryAfter } = failure;
  if (!retryable || final.includes(status)) return undefined;
  // Seconds or a date (RFC 9110); not a number for anything else.
  const askedMs = Math.max(0, Number(retryAfter) * 1_000 || Date.parse(`${retryAfter}`) - nowMs);
  if (askedMs >= 0) return askedMs <= maxWaitMs ? askedMs : undefined;
  return Math.min(500 * 2 ** retries, maxBackoffMs) * (1 - random / 4);
}
