import { foundFamilies, type Key, keyFamilies, pausedUntil } from './key-families';

const key = (more: Partial<Key>): Key => ({
  id: '1',
  line_id: '1',
  name: 'Nightly import',
  mode: 'live',
  prefix: 'loupe_4hTz9QxB',
  state: 'active',
  built_in: false,
  rate_limit_per_second: 10,
  daily_cap_usd: null,
  developer_daily_cap_usd: null,
  monthly_cap_usd: null,
  spent_today_usd: '0.500000',
  spent_this_month_usd: '4.999500',
  allowed_ips: [],
  requests_last_24_hours: 0,
  refused_last_24_hours: 0,
  requests_by_day: [],
  last_used_at: null,
  last_used_from: null,
  created_at: '2026-11-01T00:00:00.000Z',
  expires_at: null,
  retires_at: null,
  revoked_at: null,
  rotated_from_id: null,
  rate_request: null,
  ...more,
});
const old = key({ retires_at: '2026-11-23T00:00:00.000Z' });
const fresh = key({ id: '3', rotated_from_id: '1', prefix: 'loupe_Zz81kPqA' });
const other = key({ id: '2', line_id: '2', name: 'Crawler', prefix: 'loupe_Crawler1', spent_this_month_usd: '9' });

describe('the list of keys', () => {
  it('groups a key with its earlier versions while they still work', () => {
    const families = keyFamilies([fresh, other, old]);
    expect(families.map(({ current, retiring }) => [current.id, retiring.map(({ id }) => id)])).toEqual([
      ['3', ['1']],
      ['2', []],
    ]);
    const replaced = keyFamilies([fresh, { ...old, state: 'replaced' }]);
    expect(replaced.map(({ current, retiring }) => [current.id, retiring])).toEqual([['3', []]]);
  });

  it('finds a key by its name, by any version’s prefix, or by the whole key', () => {
    const families = keyFamilies([fresh, other, old]);
    const found = (text: string) => foundFamilies(families, text, 'name').map(({ current }) => current.id);
    expect(found('')).toEqual(['2', '3']);
    expect(found('nightly')).toEqual(['3']);
    expect(found('loupe_4hTz')).toEqual(['3']);
    expect(found('loupe_Crawler1andmoreofit')).toEqual(['2']);
    expect(foundFamilies(families, '', 'spent').map(({ current }) => current.id)).toEqual(['2', '3']);
  });

  it('says until when a key is paused if its caps do not allow the cheapest call', () => {
    const now = new Date('2026-11-22T12:00:00Z');
    expect(pausedUntil(key({ monthly_cap_usd: '5' }), 600n, now)).toBe('2026-12-01');
    expect(pausedUntil(key({ monthly_cap_usd: '5' }), 400n, now)).toBeUndefined();
    expect(pausedUntil(key({ daily_cap_usd: '0.5' }), 600n, now)).toBe('2026-11-23');
    expect(pausedUntil(key({}), 600n, now)).toBeUndefined();
  });
});
