import { emptyKeyForm, keyBodyOf, keyChangesOf, keyFormOf, newKeyBodyOf } from './key-form';

const key = {
  id: '7',
  line_id: '7',
  refused_last_24_hours: 0,
  requests_by_day: [],
  name: 'Production',
  mode: 'live' as const,
  prefix: 'loupe_4hTz9QxB',
  state: 'active' as const,
  built_in: false,
  rate_limit_per_second: 10,
  daily_cap_usd: '25.000000',
  developer_daily_cap_usd: null,
  monthly_cap_usd: '100.500000',
  spent_today_usd: '0.000000',
  spent_this_month_usd: '0.000000',
  allowed_ips: ['203.0.113.0/24', '2001:db8::/32'],
  requests_last_24_hours: 0,
  last_used_at: null,
  last_used_from: null,
  created_at: '2026-11-01T00:00:00.000Z',
  expires_at: '2026-12-31T12:34:56.000Z',
  retires_at: null,
  revoked_at: null,
  rotated_from_id: null,
  rate_request: null,
};

describe('the form of a key', () => {
  it('fills the key form with plain amounts and one IP address per line', () => {
    expect(keyFormOf(key)).toMatchObject({
      daily_cap_usd: '25',
      monthly_cap_usd: '100.5',
      allowed_ips: '203.0.113.0/24\n2001:db8::/32',
    });
    expect(keyFormOf({ ...key, daily_cap_usd: '100.000000' }).daily_cap_usd).toBe('100');
  });

  it('sends no spending limit when a developer creates a key', () => {
    const values = { ...emptyKeyForm, name: 'CI', daily_cap_usd: '5' };
    expect(newKeyBodyOf(values, true)).toEqual(keyBodyOf(values));
    expect(newKeyBodyOf(values, false)).toEqual({ name: 'CI', mode: 'live', expires_at: null, allowed_ips: [] });
  });

  it('sends null, which means no limit, for an empty field of the key form', () => {
    expect(keyBodyOf({ ...emptyKeyForm, name: ' CI ' })).toEqual({
      name: 'CI',
      mode: 'live',
      expires_at: null,
      daily_cap_usd: null,
      monthly_cap_usd: null,
      allowed_ips: [],
    });
  });

  it('reads IP addresses of the key form, however they are separated', () => {
    expect(keyBodyOf({ ...emptyKeyForm, allowed_ips: '10.0.0.1, 10.0.0.2\n\n10.1.0.0/16 ' }).allowed_ips).toEqual([
      '10.0.0.1',
      '10.0.0.2',
      '10.1.0.0/16',
    ]);
  });

  it('lets a key expire on the chosen day', () => {
    const { expires_at } = keyBodyOf({ ...emptyKeyForm, expires_at: '2026-12-31' });
    expect(keyFormOf({ ...key, expires_at: expires_at ?? '' }).expires_at).toBe('2026-12-31');
  });

  it('sends only the changed fields of a key', () => {
    const before = keyFormOf(key);
    expect(keyChangesOf(before, before)).toEqual({});
    expect(keyChangesOf(before, { ...before, daily_cap_usd: '' })).toEqual({ daily_cap_usd: null });
  });
});
