import { ledgerParams, ledgerSearch, recentMonths } from './ledger-search';

describe('the filters of the ledger', () => {
  it('drop what is no kind and no month', () => {
    expect(ledgerSearch({ kind: 'top_up', month: '2026-11' })).toEqual({ kind: 'top_up', month: '2026-11' });
    expect(ledgerSearch({ kind: 'gift', month: '2026-13' })).toEqual({});
  });

  it('cover a month to its last moment, December too', () => {
    expect(ledgerParams({ month: '2026-12' })).toEqual({
      from: '2026-12-01T00:00:00.000Z',
      to: '2027-01-01T00:00:00.000Z',
    });
  });

  it('offer twelve months without a hole, whatever the day', () => {
    const months = recentMonths(new Date('2026-03-31T23:00:00Z')).map(({ value }) => value);
    expect(months.slice(0, 4)).toEqual(['2026-03', '2026-02', '2026-01', '2025-12']);
    expect(new Set(months).size).toBe(12);
  });
});
