import { formatDay, formatHourOfDay, formatInstant, formatMinute, formatRelative, formatSpan, timeZone } from './time';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('times', () => {
  it.each([
    ['2026-11-21T11:59:58Z', 'just now'],
    ['2026-11-21T11:57:00Z', '3 minutes ago'],
    ['2026-11-20T12:00:00Z', 'yesterday'],
    ['2026-11-24T13:00:00Z', 'in 3 days'],
    ['2026-11-21T12:00:30Z', 'in a moment'],
  ])('describes a time by its distance from now: %s is %s', (iso, text) => {
    expect(formatRelative(iso, now)).toBe(text);
  });

  it('shows a UTC day as the same day in every time zone', () => {
    expect(formatDay('2026-11-01')).toBe('1 Nov');
    expect(formatDay('2026-11-01T00:00:00.000Z')).toBe('1 Nov');
  });

  it('names the time zone of each moment, which is UTC unless the user wants their own', () => {
    const at = '2026-11-21T20:05:06Z';
    const shown = () => [formatInstant(at), formatMinute(at, new Date(now)), formatHourOfDay('2026-11-21T20')];
    expect(shown()).toEqual(['21 Nov 2026, 20:05:06 UTC', '21 Nov, 20:05 UTC', '21 Nov, 20:00 UTC']);
    timeZone.set('local');
    const own = new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
    expect(shown()[1]).toContain(own);
    timeZone.set('utc');
  });

  it('describes a time span in the largest exact unit', () => {
    expect([0, 45, 60, 7_200, 604_800, 90].map(formatSpan)).toEqual([
      '0 seconds',
      '45 seconds',
      '1 minute',
      '2 hours',
      '7 days',
      '90 seconds',
    ]);
  });
});
