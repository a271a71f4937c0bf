import type { ParameterError } from '@loupe/dto';
import { readRequestOptions } from './request-options';

const read = (headers: Record<string, string>) => {
  const errors: ParameterError[] = [];
  return { options: readRequestOptions(headers, errors), errors };
};

describe('readRequestOptions', () => {
  it('returns no options without headers', () => {
    expect(read({ accept: '*/*' })).toEqual({ options: undefined, errors: [] });
  });

  it.each([
    ['max-age=300', 300, false],
    ['Max-Age=300', 300, false],
    ['max-age="60", max-stale', 60, false],
    ['max-age=999999', 3_600, false],
    [`max-age=${'9'.repeat(400)}`, 3_600, false],
    ['max-age=0', 0, false],
    ['no-cache, max-age=300', 0, false],
    ['max-age=300, no-store', 0, false],
    ['only-if-cached', 3_600, true],
    ['max-age=10,only-if-cached', 10, true],
    ['only-if-cached, no-cache', 0, true],
    ['nonsense', 0, false],
  ])('reads %p as a maximum age of %p and only-if-cached as %p', (header, maxAgeSeconds, isOnlyIfCached) => {
    expect(read({ 'cache-control': header })).toMatchObject({
      options: { maxAgeSeconds, isOnlyIfCached },
      errors: [],
    });
  });

  it.each(['max-age=-1', 'max-age=5m', 'max-age', 'max-age = 300', 'max-age:300', 'no-cache, max-age=', 'MAX-AGE=1.5'])(
    'refuses %p instead of charging for a fresh response',
    (header) => {
      const message = 'must have max-age as a whole number of seconds, such as max-age=300';
      expect(read({ 'cache-control': header }).errors).toEqual([{ in: 'header', parameter: 'Cache-Control', message }]);
    },
  );

  it.each([
    ['0f2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d', '0f2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d'],
    ['"0123456789abcdef"', '0123456789abcdef'],
    ['!'.repeat(128), '!'.repeat(128)],
  ])('accepts %p as an idempotency key', (header, idempotencyKey) => {
    expect(read({ 'idempotency-key': header })).toMatchObject({ options: { idempotencyKey }, errors: [] });
  });

  it.each(['short', '!'.repeat(129), '0123456789 abcdef', '0123456789abcdé!!', '', '""'])(
    'refuses %p as an idempotency key',
    (header) => {
      expect(read({ 'idempotency-key': header }).errors).toMatchObject([
        { in: 'header', parameter: 'Idempotency-Key' },
      ]);
    },
  );

  it('reads the maximum cost, and reports all validation errors', () => {
    expect(read({ 'x-max-cost-usd': '0.001' }).options).toMatchObject({ maxCostMicros: 1_000n });
    expect(read({ 'x-max-cost-usd': '0' }).options).toMatchObject({ maxCostMicros: 0n });
    const { errors } = read({ 'x-max-cost-usd': '-1', 'idempotency-key': 'x' });
    expect(errors.map(({ parameter }) => parameter)).toEqual(['Idempotency-Key', 'x-max-cost-usd']);
  });
});
