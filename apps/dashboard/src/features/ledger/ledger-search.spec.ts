import { ledgerSearch, monthChoices, monthRange } from './ledger-search';

describe('the month of a statement', () => {
  it('is one of the calendar, or the present one', () => {
    expect(ledgerSearch({ month: '2026-11' })).toEqual({ month: '2026-11' });
    expect(ledgerSearch({ month: '2026-13' })).toEqual({});
  });

  it('is covered to its last moment, December too', () => {
    expect(monthRange('2026-12')).toEqual({ from: '2026-12-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z' });
  });

  it('is chosen from twelve without a hole, whatever the day, and from one more where that is shown', () => {
    const valuesOf = (shown: string) => monthChoices(shown, new Date('2026-03-31T23:00:00Z')).map(({ value }) => value);
    const months = valuesOf('2026-03');
    expect(months.slice(0, 4)).toEqual(['2026-03', '2026-02', '2026-01', '2025-12']);
    expect(new Set(months).size).toBe(12);
    expect(valuesOf('2024-05').at(-1)).toBe('2024-05');
  });
});
