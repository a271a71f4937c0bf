import { type Refusal, refusedCharge } from './charge-outcome';

const refused = (reason: Refusal) => refusedCharge({ reason, requiredMicros: 1_200n, balanceMicros: 700n });

describe('refusedCharge', () => {
  it.each([
    ['balance', 'balance'],
    ['daily_cap', 'cap for the day'],
    ['monthly_cap', 'cap for the month'],
  ] as const)('says which bound was met: %s', (reason, words) => {
    const problem = refused(reason);
    expect(problem.code).toBe('insufficient_balance');
    expect(problem.detail).toContain(words);
    expect(problem.members).toEqual({ required_usd: '0.001200', balance_usd: '0.000700' });
  });

  it('tells the caller of a suspended account nothing of its balance', () => {
    expect(refused('suspended')).toMatchObject({ code: 'account_suspended', members: undefined });
  });
});
