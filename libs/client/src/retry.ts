export interface Failure {
  status: number | undefined;
  retryable: boolean;
  retryAfter?: string | null | undefined;
}

// Never retried, even if a proxy says otherwise: the request or the account must change first.
const final = [402, 403, 404, 422];

const maxWaitMs = 60_000;
const maxBackoffMs = 8_000;

/** @param random from 0 to 1 @returns milliseconds until the retry; undefined if the call must not be retried */
export function retryDelayMs(
  failure: Failure,
  retries: number,
  random: number,
  nowMs = Date.now(),
): number | undefined {
  const { status = 0, retryable, retryAfter } = failure;
  if (!retryable || final.includes(status)) return undefined;
  // Retry-After is seconds or a date (RFC 9110, section 10.2.3).
  const requestedMs = Math.max(0, Number(retryAfter) * 1_000 || Date.parse(`${retryAfter}`) - nowMs);
  if (requestedMs >= 0) return requestedMs <= maxWaitMs ? requestedMs : undefined;
  return Math.min(500 * 2 ** retries, maxBackoffMs) * (1 - random / 4);
}
