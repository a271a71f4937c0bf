import type { IncomingMessage } from 'node:http';
import { Problem } from '../../platform/problem';
import { generateApiKey, hashApiKey } from './api-key-format';
import { ClientIps } from './client-ips';
import { KeyAuthenticator } from './key-authenticator';
import { KeySet } from './key-set';
import type { KeySetRefresher } from './key-set.refresher';
import type { KeyUses } from './key-uses';

describe('KeyAuthenticator', () => {
  const key = generateApiKey();
  const uses = { record: jest.fn() };
  let set: KeySet | undefined;
  let authenticator: KeyAuthenticator;

  beforeEach(() => {
    jest.clearAllMocks();
    set = new KeySet();
    const open = {
      endsAtMs: Number.POSITIVE_INFINITY,
      end: 'expired',
      suspended: false,
      allowedAddresses: undefined,
    } as const;
    const ids = { id: 5, accountId: 6, keyFamilyId: 5, ratePerSecond: 10, changeMark: 1 };
    set.put({ ...open, ...ids, hash: hashApiKey(key).toString('hex') }, Date.now());
    const keys = { current: () => set, databaseMs: Date.now() } as KeySetRefresher;
    authenticator = new KeyAuthenticator(keys, new ClientIps({ TRUSTED_PROXIES: [] }), uses as unknown as KeyUses, {
      SANDBOX_UPSTREAM_URL: undefined,
    });
  });

  function authenticate(text: string | undefined, remoteAddress = '203.0.113.1', sent: object = {}) {
    const headers = { 'x-api-key': text, ...sent };
    const request = { headers, url: '/', socket: { remoteAddress }, ...sent };
    return authenticator.authenticate(request as unknown as IncomingMessage);
  }

  function problemOf(text: string | undefined, address?: string): Problem {
    try {
      authenticate(text, address);
    } catch (error) {
      return error as Problem;
    }
    throw new Error('the key was accepted');
  }

  it('admits a valid key and records its use, and refuses every other key', () => {
    expect(authenticate(key)).toMatchObject({ id: 5, accountId: 6, keyFamilyId: 5 });
    for (const text of [undefined, '', 'x', generateApiKey()]) expect(problemOf(text).code).toBe('unauthorized');
    expect(uses.record.mock.calls).toEqual([[5, expect.any(Number), expect.anything()]]);
  });

  it('accepts the key as a bearer token, alone or equal to x-api-key', () => {
    const bearer = { headers: { authorization: `bearer  ${key}` } };
    expect(authenticate(undefined, undefined, bearer)).toMatchObject({ id: 5 });
    const both = { headers: { 'x-api-key': key, authorization: `Bearer ${key}` } };
    expect(authenticate(undefined, undefined, both)).toMatchObject({ id: 5 });
    const basic = { headers: { 'x-api-key': key, authorization: 'Basic eDp5' } };
    expect(authenticate(undefined, undefined, basic)).toMatchObject({ id: 5 });
  });

  it.each([
    [{}, 'no API key in its headers.'],
    [{ url: '/x?api_key=1' }, 'a key belongs there, not in the query'],
    [{ headers: { authorization: 'Basic eDp5' } }, 'has the scheme Basic, which'],
    [{ headers: { authorization: 'Bearer' } }, 'no key behind it'],
    [{ headers: { authorization: 'loupe_secret' } }, 'needs the word Bearer'],
    [{ headers: { authorization: 'Bearer eyJ.secret' } }, 'The bearer token does not contain a complete API key'],
    [{ headers: { 'x-api-key': 'Bearer loupe_secret' } }, 'begins with the word Bearer'],
    [{ headers: { 'x-api-key': '$LOUPE_API_KEY' } }, 'a variable that was not replaced'],
    [{ headers: { 'x-api-key': 'loupe_test_secret' } }, 'has 17 characters instead of 44'],
    [{ headers: { 'x-api-key': 'a', authorization: 'Bearer b' } }, 'one key in x-api-key and another'],
  ])('says what %j has in place of a key, without the text itself', (sent, seen) => {
    let detail = '';
    try {
      authenticate(undefined, undefined, sent);
    } catch (error) {
      detail = (error as Problem).detail;
    }
    expect(detail).toContain(seen);
    expect(detail).not.toMatch(/secret|eDp5/);
  });

  it('throttles an address after many wrong keys, but neither valid keys from it nor wrong keys from elsewhere', () => {
    const guesses = Array.from({ length: 1_100 }, () => problemOf(generateApiKey()).code);
    expect(guesses.filter((code) => code === 'unauthorized')).toHaveLength(1_001);
    const refused = problemOf('x');
    expect(refused).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 1 });
    expect(refused.detail).toContain('Try again in 1 s');
    expect(authenticate(key)).toMatchObject({ id: 5 });
    expect(problemOf(generateApiKey(), '203.0.113.2').code).toBe('unauthorized');
  });

  it('does not count missing keys against an address', () => {
    for (let i = 0; i < 1_100; i++) expect(problemOf(undefined).code).toBe('unauthorized');
  });

  it('refuses a well-formed key with 503 while the key set is too old, and a malformed key with 401', () => {
    set = undefined;
    expect(problemOf(key)).toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 5 });
    expect(problemOf(`${key}x`).code).toBe('unauthorized');
  });
});
