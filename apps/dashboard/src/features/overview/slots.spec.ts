import { namedStarts, nameOf, slotsOf, tickOf } from './slots';

const now = Date.parse('2026-11-22T09:30:00Z');

describe('the overview’s chart', () => {
  it('draws a period in days, and a few days in hours', () => {
    const month = slotsOf({ from: '2026-10-24', to: '2026-11-22' }, undefined, now);
    expect([month.interval, month.starts.length, month.starts[0], month.starts.at(-1)]).toEqual([
      'day',
      30,
      '2026-10-24',
      '2026-11-22',
    ]);
    const day = slotsOf({ from: '2026-11-20', to: '2026-11-20' }, undefined, now);
    expect([day.interval, day.starts.length, day.starts[5]]).toEqual(['hour', 24, '2026-11-20T05']);
  });

  it('ends the bars with the current hour, but shows a single day completely', () => {
    const today = slotsOf({ from: '2026-11-22', to: '2026-11-22' }, undefined, now);
    expect([today.starts.length, today.starts.at(-1)]).toEqual([24, '2026-11-22T23']);
    const days = slotsOf({ from: '2026-11-20', to: '2026-11-22' }, undefined, now);
    expect([days.starts[0], days.starts.at(-1)]).toEqual(['2026-11-20T00', '2026-11-22T09']);
  });

  it('starts the bars when the account was opened, but shows at least 24 hours', () => {
    const first = slotsOf({ from: '2026-10-24', to: '2026-11-22' }, '2026-11-22T08:10:00Z', now);
    expect([first.interval, first.starts.length, first.starts.at(-1)]).toEqual(['hour', 24, '2026-11-22T09']);
    const third = slotsOf({ from: '2026-10-24', to: '2026-11-22' }, '2026-11-20T08:10:00Z', now);
    expect([third.interval, third.starts[0], third.starts.length]).toEqual(['hour', '2026-11-20T08', 50]);
    const older = slotsOf({ from: '2026-10-24', to: '2026-11-22' }, '2026-11-15T08:10:00Z', now);
    expect([older.interval, older.starts.length]).toEqual(['day', 8]);
  });

  it('labels as many bars as fit', () => {
    expect([tickOf('2026-11-21'), tickOf('2026-11-21T05'), tickOf('2026-11-21T00')]).toEqual([
      '21 Nov',
      '05:00',
      '21 Nov',
    ]);
    expect([nameOf('2026-11-21'), nameOf('2026-11-21T05')]).toEqual(['21 Nov', '21 Nov, 05:00 UTC']);
    const day = slotsOf({ from: '2026-11-20', to: '2026-11-20' }, undefined, now);
    expect(namedStarts(day, 10).map(tickOf)).toEqual([
      '20 Nov',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
      '15:00',
      '18:00',
      '21:00',
    ]);
    expect(namedStarts(slotsOf({ from: '2026-11-13', to: '2026-11-22' }, undefined, now), 5)).toHaveLength(5);
  });
});
