import { refusedCharge } from './charge-outcome';

const refused = (reason: 'balance' | 'suspended') =>
  refusedCharge({ reason, requiredMicros: 1_200n, balanceMicros: 700n });

describe('refusedCharge', () => {
  it('says what was needed and what there is', () => {
    expect(refused('balance')).toMatchObject({
      code: 'insufficient_balance',
      members: { required_usd: '0.001200', balance_usd: '0.000700' },
    });
  });

  it('tells the caller of a suspended account nothing of its balance', () => {
    expect(refused('suspended')).toMatchObject({ code: 'account_suspended', members: undefined });
  });
});
