import type { ChargeResult } from './charges.repository';
import { resolveRefusals } from './refused-too-early';

const result = (refusal: ChargeResult['refusal']): ChargeResult => ({ refusal, balanceMicros: 4n });

describe('resolveRefusals', () => {
  const ofOneAccount = [{ accountId: 1 }, { accountId: 1 }, { accountId: 1 }];

  it('retries a charge that a cap refused after the balance refused another charge', () => {
    const results = [result('balance'), result('daily_cap'), result('monthly_cap')];
    expect(resolveRefusals(ofOneAccount, results)).toEqual([result('balance'), result('retry'), result('retry')]);
    expect(resolveRefusals(ofOneAccount.slice(1), results.slice(1))).toEqual(results.slice(1));
  });

  it('keeps a refusal by a cap before a refusal by the balance, and refusals for any other reason', () => {
    const results = [result('daily_cap'), result('balance'), result('balance')];
    expect(resolveRefusals(ofOneAccount, results)).toEqual(results);
    const others = [result('balance'), result('suspended'), result('repeat')];
    expect(resolveRefusals(ofOneAccount, others)).toEqual(others);
  });

  it('keeps a refusal by a cap after the balance of another account refused a charge', () => {
    const results = [result('balance'), result('daily_cap')];
    expect(resolveRefusals([{ accountId: 1 }, { accountId: 2 }], results)).toEqual(results);
  });
});
