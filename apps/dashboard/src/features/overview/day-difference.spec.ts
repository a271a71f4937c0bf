import { differencesOf, usualDaysOf } from './day-difference';

const row = (time: string, operation: string, spend_usd: string) => ({
  time,
  operation,
  key_id: '7',
  key_name: 'Nightly import',
  requests: 1,
  charged_requests: 1,
  errors: 0,
  spend_usd,
});

describe('the comparison of a day with usual days', () => {
  it('names the operation and key whose cost rose most on a day, with its peak hours', () => {
    const hours = [
      row('2026-11-20T02:00:00.000Z', 'users.followers', '0.3'),
      row('2026-11-20T03:00:00.000Z', 'users.followers', '0.3'),
      row('2026-11-20T12:00:00.000Z', 'users.followers', '0.1'),
      row('2026-11-20T09:00:00.000Z', 'users.by_id', '0.2'),
    ];
    const earlier = [
      row('2026-11-13T00:00:00.000Z', 'users.followers', '0.4'),
      row('2026-11-06T00:00:00.000Z', 'users.followers', '0.2'),
      row('2026-11-12T00:00:00.000Z', 'users.followers', '9'),
      row('2026-11-13T00:00:00.000Z', 'users.by_id', '0.5'),
    ];
    const [first, second] = differencesOf(hours, earlier, ['2026-11-13', '2026-11-06']);
    expect(first).toMatchObject({
      operation: 'users.followers',
      keyName: 'Nightly import',
      micros: 700_000,
      usualMicros: 300_000,
      peak: { from: 2, to: 3 },
    });
    expect(second).toMatchObject({ operation: 'users.by_id', micros: 200_000, usualMicros: 250_000 });
  });

  it('lists the largest decrease first for a day that cost less, and leaves out free usage', () => {
    const hours = [
      row('2026-11-20T09:00:00.000Z', 'users.by_id', '0.2'),
      row('2026-11-20T10:00:00.000Z', 'system.health', '0'),
    ];
    const earlier = [
      row('2026-11-13T00:00:00.000Z', 'users.by_id', '0.1'),
      row('2026-11-13T00:00:00.000Z', 'users.reels', '0.3'),
      row('2026-11-13T00:00:00.000Z', 'users.followers', '0.9'),
    ];
    const operations = differencesOf(hours, earlier, ['2026-11-13']).map(({ operation }) => operation);
    expect(operations).toEqual(['users.followers', 'users.reels', 'users.by_id']);
  });

  it('compares a day only with the same weekdays after the account was opened', () => {
    expect(usualDaysOf('2026-11-20', '2026-01-01')).toEqual(['2026-11-13', '2026-11-06', '2026-10-30', '2026-10-23']);
    expect(usualDaysOf('2026-11-20', '2026-11-06')).toEqual(['2026-11-13']);
  });
});
