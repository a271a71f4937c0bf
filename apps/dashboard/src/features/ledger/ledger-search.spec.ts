import { ledgerSearch, monthChoices, monthRange } from './ledger-search';

describe('the choice of a statement’s month', () => {
  it('falls back to the current month for an invalid month of the ledger', () => {
    expect(ledgerSearch({ month: '2026-11' })).toEqual({ month: '2026-11' });
    expect(ledgerSearch({ month: '2026-13' })).toEqual({});
  });

  it('ends December’s range at the start of the next year', () => {
    expect(monthRange('2026-12')).toEqual({ from: '2026-12-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z' });
  });

  it('offers twelve consecutive ledger months, and the shown month if it is older', () => {
    const valuesOf = (shown: string) => monthChoices(shown, new Date('2026-03-31T23:00:00Z')).map(({ value }) => value);
    const months = valuesOf('2026-03');
    expect(months.slice(0, 4)).toEqual(['2026-03', '2026-02', '2026-01', '2025-12']);
    expect(new Set(months).size).toBe(12);
    expect(valuesOf('2024-05').at(-1)).toBe('2024-05');
  });
});
