import fc from 'fast-check';
import { retryDelayMs } from './retry.ts';

const random = fc.double({ min: 0, max: 1, noNaN: true });
const retries = fc.nat(40);
const nowMs = Date.UTC(2026, 10, 20);

describe('retryDelayMs', () => {
  it('never retries a 402, 403, 404 or 422, even if the response is marked retryable', () => {
    const status = fc.constantFrom(402, 403, 404, 422);
    fc.assert(
      fc.property(status, retries, random, fc.constantFrom('1', null), (status, retries, random, retryAfter) => {
        expect(retryDelayMs({ status, retryable: true, retryAfter }, retries, random)).toBeUndefined();
      }),
    );
  });

  it('never retries a failure that is not retryable', () => {
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 599 }), retries, random, (status, retries, random) => {
        expect(retryDelayMs({ status, retryable: false, retryAfter: '1' }, retries, random)).toBeUndefined();
      }),
    );
  });

  it('doubles the delay from half a second to eight, minus up to a quarter', () => {
    fc.assert(
      fc.property(retries, random, (retries, random) => {
        const fullMs = Math.min(500 * 2 ** retries, 8_000);
        const ms = retryDelayMs({ status: undefined, retryable: true }, retries, random)!;
        expect(ms).toBeGreaterThanOrEqual(fullMs * 0.75);
        expect(ms).toBeLessThanOrEqual(fullMs);
      }),
    );
    expect(retryDelayMs({ status: 502, retryable: true }, 0, 0)).toBe(500);
  });

  it('obeys a Retry-After in seconds or as a date, up to a minute', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.boolean(), retries, (seconds, isDate, retries) => {
        const retryAfter = isDate ? new Date(nowMs + seconds * 1_000).toUTCString() : `${seconds}`;
        expect(retryDelayMs({ status: 429, retryable: true, retryAfter }, retries, 0.5, nowMs)).toBe(seconds * 1_000);
      }),
    );
  });

  it('does not retry if Retry-After is longer than a minute', () => {
    for (const retryAfter of ['61', new Date(nowMs + 61_000).toUTCString()])
      expect(retryDelayMs({ status: 503, retryable: true, retryAfter }, 0, 0, nowMs)).toBeUndefined();
  });

  it.each(['', 'soon', null, undefined])('ignores the Retry-After %p', (retryAfter) => {
    expect(retryDelayMs({ status: 503, retryable: true, retryAfter }, 1, 0)).toBe(1_000);
  });
});
