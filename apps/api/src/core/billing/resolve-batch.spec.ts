import { type ChargeResult, resolveBatch } from './resolve-batch';

const result = (refusal: ChargeResult['refusal']): ChargeResult => ({ refusal, balanceMicros: 4n });

describe('resolveBatch', () => {
  const ofOneAccount = [{ accountId: 1 }, { accountId: 1 }, { accountId: 1 }];

  it('asks again for what a cap refused behind a request that the balance refused', () => {
    const results = [result('balance'), result('daily_cap'), result('monthly_cap')];
    expect(resolveBatch(ofOneAccount, results)).toEqual([result('balance'), result('retry'), result('retry')]);
    expect(resolveBatch(ofOneAccount.slice(1), results.slice(1))).toEqual(results.slice(1));
  });

  it('lets every other refusal stand, and what a cap refused before', () => {
    const results = [result('daily_cap'), result('balance'), result('balance')];
    expect(resolveBatch(ofOneAccount, results)).toEqual(results);
    const others = [result('balance'), result('suspended'), result('repeat')];
    expect(resolveBatch(ofOneAccount, others)).toEqual(others);
  });

  it('does not hold one account’s shortage against another', () => {
    const results = [result('balance'), result('daily_cap')];
    expect(resolveBatch([{ accountId: 1 }, { accountId: 2 }], results)).toEqual(results);
  });
});
