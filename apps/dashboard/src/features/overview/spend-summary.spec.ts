import { spendSummary } from './spend-summary';

const totals = (requests: number, spend_usd: string) => ({
  requests,
  charged_requests: requests,
  errors: 0,
  spend_usd,
});

const overview = {
  balance_usd: '9.000000',
  burn_rate_usd_per_day: '0.100000',
  days_left: 90,
  from: '2026-10-23',
  to: '2026-11-21',
  totals: totals(100, '0.090000'),
  by_day: [],
  by_operation: [
    { ...totals(50, '0.060000'), operation: 'users.stories' },
    { ...totals(50, '0.030000'), operation: 'users.by_id' },
  ],
  by_key: [{ ...totals(100, '0.090000'), key_id: '1', key_name: 'Production' }],
  errors_by_code: [],
};

describe('spendSummary', () => {
  it('names the largest spender and its share of the total', () => {
    expect(spendSummary(overview, 'operation', 'spend')).toBe('Biggest cost: users.stories, $0.06, 67%.');
    expect(spendSummary(overview, 'key', 'requests')).toBe('Most requests: Production, 100, 100%.');
    const named = spendSummary(overview, 'operation', 'spend', (id) => `Stories (${id})`);
    expect(named).toBe('Biggest cost: Stories (users.stories), $0.06, 67%.');
  });

  it('says that nothing was charged when every request was free', () => {
    const free = { ...overview, by_operation: [{ ...totals(3, '0.000000'), operation: 'resolve.media' }] };
    expect(spendSummary(free, 'operation', 'spend')).toBe('Nothing was charged.');
  });
});
