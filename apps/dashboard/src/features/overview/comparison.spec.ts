import { comparisonOf } from './comparison';

const row = (time: string, requests: number, spend_usd: string) => ({
  time: `${time}:00:00.000Z`,
  operation: 'users.by_id',
  key_id: null,
  key_name: null,
  requests,
  charged_requests: requests,
  errors: 0,
  spend_usd,
});

const earlier = {
  from: '2026-11-18',
  to: '2026-11-19',
  rows: [row('2026-11-18T00', 3, '0.25'), row('2026-11-19T00', 1, '0.50'), row('2026-11-19T00', 4, '0.25')],
};
const days = { interval: 'day', starts: ['2026-11-20', '2026-11-21'] } as const;

describe('comparisonOf', () => {
  it('aligns the previous period with the chart, bar by bar', () => {
    const { starts, values } = comparisonOf(earlier, '2026-11-20', days, 'requests', 10);
    expect(starts).toEqual(['2026-11-18', '2026-11-19']);
    expect(values).toEqual([3, 5]);
  });

  it('compares the previous period by the hour when the chart is drawn in hours', () => {
    const hours = { interval: 'hour', starts: ['2026-11-22T04', '2026-11-22T05'] } as const;
    const day = { from: '2026-11-21', to: '2026-11-21', rows: [row('2026-11-21T05', 2, '0.002')] };
    const { starts, values, summary } = comparisonOf(day, '2026-11-22', hours, 'spend', 1_000);
    expect([starts, values]).toEqual([
      ['2026-11-21T04', '2026-11-21T05'],
      [0, 2_000],
    ]);
    expect(summary).toBe('On 21 Nov, $0.0020 was spent. This period: $0.0010 less (−50%).');
  });

  it.each([
    ['spend', 1_250_000, 'From 18 Nov to 19 Nov, $1.00 was spent. This period: $0.25 more (+25%).'],
    ['spend', 1_000_000, 'From 18 Nov to 19 Nov, $1.00 was spent. This period: the same.'],
    ['requests', 6, 'From 18 Nov to 19 Nov, 8 requests were made. This period: 2 fewer (−25%).'],
  ] as const)('summarises the comparison with the previous period: %s, now %d', (measure, total, summary) => {
    expect(comparisonOf(earlier, '2026-11-20', days, measure, total).summary).toBe(summary);
  });

  it('gives no percentage when the previous period is zero', () => {
    const { summary } = comparisonOf({ ...earlier, rows: [] }, '2026-11-20', days, 'requests', 7);
    expect(summary).toBe('From 18 Nov to 19 Nov, 0 requests were made. This period: 7 more.');
  });
});
