import type { IncomingHttpHeaders } from 'node:http';
import { InvalidValue, type ParameterError, usdAmount } from '@loupe/dto';

export interface RequestOptions {
  readonly idempotencyKey: string | undefined;
  /** The maximum age of a cached response; 0 accepts no cached response. */
  readonly maxAgeSeconds: number;
  readonly isOnlyIfCached: boolean;
  readonly maxCostMicros: bigint | undefined;
}

export const maxAnswerAgeSeconds = 3_600;
const visible = /^[\x21-\x7e]*$/;
const keyLength = { min: 16, max: 128 };
const uncached = { maxAgeSeconds: 0, isOnlyIfCached: false };

/**
 * Reads the option headers. Validation errors are added to `errors`.
 * @returns undefined when the request has none of the headers
 */
export function readRequestOptions(headers: IncomingHttpHeaders, errors: ParameterError[]): RequestOptions | undefined {
  const { 'idempotency-key': key, 'cache-control': cacheControl, 'x-max-cost-usd': maxCost } = headers;
  if (key === undefined && cacheControl === undefined && maxCost === undefined) return undefined;
  const addError = (parameter: string, message: string) => errors.push({ in: 'header', parameter, message });
  const unquoted = key === undefined ? undefined : withoutQuotes(`${key}`);
  if (unquoted !== undefined && !isKey(unquoted))
    addError('Idempotency-Key', 'must be 16 to 128 visible ASCII characters, such as a UUID, and be sent once');
  const maxCostMicros = maxCost === undefined ? undefined : usdAmount(`${maxCost}`);
  if (maxCostMicros instanceof InvalidValue) addError('x-max-cost-usd', maxCostMicros.message);
  const { maxAgeSeconds, isOnlyIfCached } = cacheControl === undefined ? uncached : readCacheControl(cacheControl);
  return {
    maxAgeSeconds,
    isOnlyIfCached,
    idempotencyKey: unquoted,
    maxCostMicros: maxCostMicros instanceof InvalidValue ? undefined : maxCostMicros,
  };
}

function withoutQuotes(key: string): string {
  return key.length > 1 && key.startsWith('"') && key.endsWith('"') ? key.slice(1, -1) : key;
}

function isKey(key: string): boolean {
  return key.length >= keyLength.min && key.length <= keyLength.max && visible.test(key);
}

/** Ignores unknown directives (RFC 9111, section 5.2). */
function readCacheControl(text: string): Pick<RequestOptions, 'maxAgeSeconds' | 'isOnlyIfCached'> {
  const directives = text.split(',').map((one) => one.trim().toLowerCase());
  const ages = directives.flatMap((one) => /^max-age="?(\d+)"?$/.exec(one)?.slice(1) ?? []).map(Number);
  const isOnlyIfCached = directives.includes('only-if-cached');
  const isFresh = directives.includes('no-cache') || directives.includes('no-store');
  const [maxAge = isOnlyIfCached ? maxAnswerAgeSeconds : 0] = ages;
  return { maxAgeSeconds: isFresh ? 0 : Math.min(maxAge, maxAnswerAgeSeconds), isOnlyIfCached };
}
