import { lastWeek, overviewSearch, periodBefore, periodName, periodOf, periodSearch } from './period';

describe('the period of the overview', () => {
  it.each([
    [{}, {}],
    [{ days: 30 }, {}],
    [{ days: '7' }, { days: 7 }],
    [{ days: 8 }, {}],
    [
      { from: '2026-11-03', to: '2026-11-09', days: 7 },
      { from: '2026-11-03', to: '2026-11-09' },
    ],
    [{ from: '2026-11-09', to: '2026-11-03' }, {}],
    [{ from: '2026-11-09' }, {}],
  ])('reads the overview’s period from the address, or falls back to the default: %j', (address, search) => {
    expect(periodSearch(address)).toEqual(search);
  });

  it('stores the chart’s settings in the address, without defaults and invalid values', () => {
    const drawn = { days: 7, by: 'key', measure: 'requests', table: true };
    expect(overviewSearch(drawn)).toEqual(drawn);
    expect(overviewSearch({ by: 'operation', measure: 'spend', table: 'yes', create: true })).toEqual({});
  });

  it('names the overview’s period in words', () => {
    expect(periodName(periodOf({}))).toBe('in the last 30 days');
    expect(periodName(periodOf({ from: '2026-11-03', to: '2026-11-09' }))).toBe('from 3 Nov to 9 Nov');
  });

  it('starts a custom period with the last seven days', () => {
    expect(lastWeek(Date.parse('2026-11-21T23:00:00Z'))).toEqual({ from: '2026-11-15', to: '2026-11-21' });
  });

  it('computes the previous period as the same number of days right before a period', () => {
    expect(periodBefore({ from: '2026-11-16', to: '2026-11-22' })).toEqual({ from: '2026-11-09', to: '2026-11-15' });
    expect(periodBefore({ from: '2026-11-22', to: '2026-11-22' })).toEqual({ from: '2026-11-21', to: '2026-11-21' });
  });
});
