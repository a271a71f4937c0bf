import fc from 'fast-check';
import { siftVerdicts, type Verdict } from './sift-verdicts';

/** What the database says: it adds up all that is asked for, in order, the refused too. */
function databaseVerdicts(prices: bigint[], opening: bigint): Verdict[] {
  let running = 0n;
  return prices.map((price) => {
    running += price;
    const fits = running <= opening;
    return { refusal: fits ? null : 'balance', balanceMicros: fits ? opening - running : opening };
  });
}

const prices = fc.array(fc.bigInt({ min: 1n, max: 9n }), { minLength: 1, maxLength: 20 });

describe('siftVerdicts', () => {
  it('never lets a refusal stand that the rest would pay for, and always settles somebody', () => {
    fc.assert(
      fc.property(prices, fc.bigInt({ min: 0n, max: 60n }), (asked, opening) => {
        const records = asked.map((priceMicros) => ({ accountId: 1, priceMicros }));
        const sifted = siftVerdicts(records, databaseVerdicts(asked, opening));
        expect(sifted.some((verdict) => verdict.refusal !== 'again')).toBe(true);
        for (const [index, { refusal, balanceMicros }] of sifted.entries()) {
          if (refusal === 'balance') expect(asked[index]! > balanceMicros).toBe(true);
          if (refusal === 'again') expect(asked[index]! <= balanceMicros).toBe(true);
        }
      }),
    );
  });

  it('does not hold one account’s shortage against another', () => {
    const records = [
      { accountId: 1, priceMicros: 5n },
      { accountId: 2, priceMicros: 1n },
    ];
    const refused = (balanceMicros: bigint): Verdict => ({ refusal: 'balance', balanceMicros });
    expect(siftVerdicts(records, [refused(4n), refused(0n)])).toEqual([refused(4n), refused(0n)]);
  });

  it('asks again for what a cap refused behind a request that the balance refused', () => {
    const records = [
      { accountId: 1, priceMicros: 5n },
      { accountId: 1, priceMicros: 2n },
    ];
    const verdicts: Verdict[] = [
      { refusal: 'balance', balanceMicros: 4n },
      { refusal: 'daily_cap', balanceMicros: 4n },
    ];
    expect(siftVerdicts(records, verdicts).map((verdict) => verdict.refusal)).toEqual(['balance', 'again']);
    expect(siftVerdicts(records.slice(1), verdicts.slice(1))).toEqual(verdicts.slice(1));
  });
});
