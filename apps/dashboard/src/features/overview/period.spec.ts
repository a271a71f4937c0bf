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
  ])('is read from the address, and is the usual one where that makes no sense: %j', (address, search) => {
    expect(periodSearch(address)).toEqual(search);
  });

  it('keeps in the address how the chart is drawn, but not what is usual or makes no sense', () => {
    const drawn = { days: 7, by: 'key', measure: 'requests', before: true, table: true };
    expect(overviewSearch(drawn)).toEqual(drawn);
    expect(overviewSearch({ by: 'operation', measure: 'spend', before: false, table: 'yes', create: true })).toEqual(
      {},
    );
  });

  it('has a name', () => {
    expect(periodName(periodOf({}))).toBe('in the last 30 days');
    expect(periodName(periodOf({ from: '2026-11-03', to: '2026-11-09' }))).toBe('from 3 Nov to 9 Nov');
  });

  it('of one’s own begins with the last seven days', () => {
    expect(lastWeek(Date.parse('2026-11-21T23:00:00Z'))).toEqual({ from: '2026-11-15', to: '2026-11-21' });
  });

  it('comes after one as long, which ends the day before', () => {
    expect(periodBefore({ from: '2026-11-16', to: '2026-11-22' })).toEqual({ from: '2026-11-09', to: '2026-11-15' });
    expect(periodBefore({ from: '2026-11-22', to: '2026-11-22' })).toEqual({ from: '2026-11-21', to: '2026-11-21' });
  });
});
