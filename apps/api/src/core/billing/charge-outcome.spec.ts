import { refusedCharge } from './charge-outcome';

const refused = (reason: 'balance' | 'suspended') =>
  refusedCharge({ reason, requiredMicros: 1_200n, balanceMicros: 700n });

describe('refusedCharge', () => {
  it('names the required and the available amount', () => {
    expect(refused('balance')).toMatchObject({
      code: 'insufficient_balance',
      members: { required_usd: '0.001200', balance_usd: '0.000700' },
    });
  });

  it('does not reveal the balance of a suspended account', () => {
    expect(refused('suspended')).toMatchObject({ code: 'account_suspended', members: undefined });
  });
});
