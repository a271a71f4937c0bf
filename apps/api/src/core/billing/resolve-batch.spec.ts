import fc from 'fast-check';
import { type ChargeResult, resolveBatch } from './resolve-batch';

/** What the database says: it adds up all that is asked for, in order, the refused too. */
function databaseChargeResults(prices: bigint[], opening: bigint): ChargeResult[] {
  let running = 0n;
  return prices.map((price) => {
    running += price;
    const fits = running <= opening;
    return { refusal: fits ? null : 'balance', balanceMicros: fits ? opening - running : opening };
  });
}

const prices = fc.array(fc.bigInt({ min: 1n, max: 9n }), { minLength: 1, maxLength: 20 });

describe('resolveBatch', () => {
  it('never lets a refusal stand that the rest would pay for, and always settles somebody', () => {
    fc.assert(
      fc.property(prices, fc.bigInt({ min: 0n, max: 60n }), (asked, opening) => {
        const records = asked.map((priceMicros) => ({ accountId: 1, priceMicros }));
        const resolved = resolveBatch(records, databaseChargeResults(asked, opening));
        expect(resolved.some((result) => result.refusal !== 'retry')).toBe(true);
        for (const [index, { refusal, balanceMicros }] of resolved.entries()) {
          if (refusal === 'balance') expect(asked[index]! > balanceMicros).toBe(true);
          if (refusal === 'retry') expect(asked[index]! <= balanceMicros).toBe(true);
        }
      }),
    );
  });

  it('does not hold one account’s shortage against another', () => {
    const records = [
      { accountId: 1, priceMicros: 5n },
      { accountId: 2, priceMicros: 1n },
    ];
    const refused = (balanceMicros: bigint): ChargeResult => ({ refusal: 'balance', balanceMicros });
    expect(resolveBatch(records, [refused(4n), refused(0n)])).toEqual([refused(4n), refused(0n)]);
  });

  it('asks again for what a cap refused behind a request that the balance refused', () => {
    const records = [
      { accountId: 1, priceMicros: 5n },
      { accountId: 1, priceMicros: 2n },
    ];
    const results: ChargeResult[] = [
      { refusal: 'balance', balanceMicros: 4n },
      { refusal: 'daily_cap', balanceMicros: 4n },
    ];
    expect(resolveBatch(records, results).map((result) => result.refusal)).toEqual(['balance', 'retry']);
    expect(resolveBatch(records.slice(1), results.slice(1))).toEqual(results.slice(1));
  });
});
