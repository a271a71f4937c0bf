import type { IncomingHttpHeaders } from 'node:http';
import { InvalidValue, type ParameterError, usdAmount } from '@loupe/dto';
import type { InternalCaller } from '../platform/http/loopback';
import { idempotencyKeyOf, idempotencyKeyRule } from '../platform/idempotency-key';

export interface RequestOptions {
  readonly idempotencyKey: string | undefined;
  /** The maximum age of a cached response; 0 accepts no cached response. */
  readonly maxAgeSeconds: number;
  readonly isOnlyIfCached: boolean;
  readonly maxCostMicros: bigint | undefined;
  /** Whether the response is stored for replays. */
  readonly isReplayed: boolean;
}

export const maxAnswerAgeSeconds = 3_600;
const ageDirective = /^max-age="?(\d+)"?$/i;
const uncached = { maxAgeSeconds: 0, isOnlyIfCached: false };

/**
 * Reads the option headers. Validation errors are added to `errors`.
 * @returns undefined when the request has none of the headers
 */
export function readRequestOptions(headers: IncomingHttpHeaders, errors: ParameterError[]): RequestOptions | undefined {
  const { 'idempotency-key': key, 'cache-control': cacheControl, 'x-max-cost-usd': maxCost } = headers;
  if (key === undefined && cacheControl === undefined && maxCost === undefined) return undefined;
  const addError = (parameter: string, message: string) => errors.push({ in: 'header', parameter, message });
  const idempotencyKey = key === undefined ? undefined : idempotencyKeyOf(`${key}`);
  if (key !== undefined && idempotencyKey === undefined) addError('Idempotency-Key', idempotencyKeyRule);
  const maxCostMicros = maxCost === undefined ? undefined : usdAmount(`${maxCost}`);
  if (maxCostMicros instanceof InvalidValue) addError('x-max-cost-usd', maxCostMicros.message);
  if (cacheControl !== undefined && hasMalformedAge(cacheControl))
    addError('Cache-Control', 'must have max-age as a whole number of seconds, such as max-age=300');
  const { maxAgeSeconds, isOnlyIfCached } = cacheControl === undefined ? uncached : readCacheControl(cacheControl);
  return {
    maxAgeSeconds,
    isOnlyIfCached,
    idempotencyKey,
    maxCostMicros: maxCostMicros instanceof InvalidValue ? undefined : maxCostMicros,
    isReplayed: true,
  };
}

/** A call of a monitor. It is repeated only after its process was killed, so storing its response would waste memory. */
export function internalOptions({ idempotencyKey }: InternalCaller): RequestOptions {
  return { ...uncached, idempotencyKey, maxCostMicros: undefined, isReplayed: false };
}

/** A caller who misspells the age expects a free response from the cache, and must not be charged for a fresh one. */
function hasMalformedAge(text: string): boolean {
  const ages = text.split(',').filter((one) => /^\s*max-age(\W|$)/i.test(one));
  return ages.some((age) => !ageDirective.test(age.trim()));
}

/** Ignores unknown directives (RFC 9111, section 5.2). */
function readCacheControl(text: string): Pick<RequestOptions, 'maxAgeSeconds' | 'isOnlyIfCached'> {
  const directives = text.split(',').map((one) => one.trim().toLowerCase());
  const ages = directives.flatMap((one) => ageDirective.exec(one)?.slice(1) ?? []).map(Number);
  const isOnlyIfCached = directives.includes('only-if-cached');
  const isFresh = directives.includes('no-cache') || directives.includes('no-store');
  const [maxAge = isOnlyIfCached ? maxAnswerAgeSeconds : 0] = ages;
  return { maxAgeSeconds: isFresh ? 0 : Math.min(maxAge, maxAnswerAgeSeconds), isOnlyIfCached };
}
