import { countOf, formatBytes, formatCompact, formatDuration, formatShare } from './counts';

describe('counts', () => {
  it('uses the singular for a count of one and the plural for others', () => {
    expect([0, 1, 12345].map((count) => countOf(count, 'request'))).toEqual([
      '0 requests',
      '1 request',
      '12,345 requests',
    ]);
    expect(countOf(2, 'entry', 'entries')).toBe('2 entries');
  });

  it('shows a tiny share as below 0.1%, not as zero', () => {
    expect(formatShare(0, 10)).toBe('0%');
    expect(formatShare(1, 100_000)).toBe('< 0.1%');
    expect(formatShare(4, 1_000)).toBe('0.4%');
    expect(formatShare(1, 8)).toBe('13%');
    expect(formatShare(0, 0)).toBe('0%');
  });

  it('formats axis counts, sizes and durations in fitting units', () => {
    expect(formatCompact(12_340)).toBe('12.3k');
    expect([640, 12_400, 3_100_000].map(formatBytes)).toEqual(['640 B', '12.4 KB', '3.1 MB']);
    expect([42.6, 1_200].map(formatDuration)).toEqual(['43 ms', '1.20 s']);
  });
});
