import { stackedDays } from './stacked-days';

function row(day: string, operation: string, requests: number, spend: string) {
  return {
    time: `${day}T00:00:00.000Z`,
    operation,
    key_id: null,
    key_name: null,
    requests,
    charged_requests: requests,
    errors: 0,
    spend_usd: spend,
  };
}

const days = ['2026-11-20', '2026-11-21'];

describe('stackedDays', () => {
  it('gives every chart series a value for every day, the largest series first', () => {
    const rows = [
      row('2026-11-20', 'users.by_id', 10, '0.006000'),
      row('2026-11-21', 'users.stories', 6, '0.007200'),
      row('2026-11-21', 'users.by_id', 1, '0.000600'),
    ];
    expect(stackedDays(rows, days, 'operation', 'spend')).toEqual([
      { id: 'users.stories', label: 'users.stories', values: [0, 7200], total: 7200 },
      { id: 'users.by_id', label: 'users.by_id', values: [6000, 600], total: 6600 },
    ]);
    expect(stackedDays(rows, days, 'operation', 'requests').map(({ total }) => total)).toEqual([11, 6]);
  });

  it('leaves usage before the period and free usage out of the spend chart', () => {
    const rows = [row('2026-11-01', 'users.by_id', 5, '0.003'), row('2026-11-20', 'system.balance', 5, '0')];
    expect(stackedDays(rows, days, 'operation', 'spend')).toEqual([]);
  });

  it('combines the smallest chart series without losing any value', () => {
    const rows = Array.from({ length: 9 }, (_, index) => row('2026-11-20', `operation.${index}`, 9 - index, '0'));
    const series = stackedDays(rows, days, 'operation', 'requests');
    expect(series.map(({ label }) => label).at(-1)).toBe('4 others');
    expect(series).toHaveLength(6);
    expect(series.reduce((total, one) => total + one.total, 0)).toBe(45);
  });
});
