import { DataSource } from 'typeorm';
import { generateApiKey } from '../../src/core/auth/api-key-format';
import { KeyUses } from '../../src/core/auth/key-uses';
import { clock } from '../../src/platform/clock';
import { send } from '../support/send';
import { startTestApi, type TestApi } from '../support/test-api';
import { until } from '../support/until';

/** A free request, so that only the key and the rate decide its status. */
const path = '/resolve/media?pk=1';

describe('the key of a request', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ RATE_LIMIT_PER_SECOND: '1000', TRUSTED_PROXIES: '127.0.0.0/8,::1' });
  });
  afterAll(() => api.stop());

  const from = (address: string) => ({ 'x-forwarded-for': address });

  it('is refused with a reason, which has more detail for the holder of the plaintext', async () => {
    const { keyId, key, accountId } = await api.tenants.create();
    expect((await api.get(path)).json).toMatchObject({ status: 401, detail: expect.stringContaining('x-api-key') });
    const typo = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    for (const text of ['x', typo, `${key},${key}`]) {
      expect((await api.get(path, text)).json).toMatchObject({
        status: 401,
        detail: expect.stringContaining('complete'),
      });
    }
    const unknown = await api.get(path, generateApiKey());
    expect(unknown.json).toMatchObject({
      code: 'unauthorized',
      detail: expect.stringContaining('API key does not exist'),
    });
    await api.tenants.changeKey(keyId, `expires_at = now() - interval '1 second'`);
    expect((await api.get(path, key)).json).toMatchObject({
      status: 401,
      detail: expect.stringContaining('expired at'),
    });
    await api.tenants.changeKey(keyId, 'revoked_at = now()');
    expect((await api.get(path, key)).json).toMatchObject({
      status: 401,
      detail: expect.stringContaining('revoked at'),
    });
    const other = await api.tenants.addKey(accountId);
    await api.app.get(DataSource).query(`UPDATE accounts SET status = 'suspended' WHERE id = $1`, [accountId]);
    await api.tenants.changeKey(other.keyId, 'change_mark = 0');
    expect((await api.get(path, other.key)).json).toMatchObject({ status: 403, code: 'account_suspended' });
  });

  it('works only from the allowed IPs, as reported by the trusted proxy', async () => {
    const { keyId, key } = await api.tenants.create();
    await api.tenants.changeKey(keyId, `allowed_ips = '{203.0.113.0/24,2001:db8::/32}'`);
    for (const address of ['203.0.113.9', '1.1.1.1, 203.0.113.9', '2001:db8::9']) {
      expect((await api.get(path, key, from(address))).status).toBe(200);
    }
    for (const address of ['198.51.100.1', '203.0.113.9, 198.51.100.1', 'nonsense']) {
      const { json } = await api.get(path, key, from(address));
      expect(json).toMatchObject({
        code: 'unauthorized',
        detail: expect.stringContaining('cannot use this API key from'),
      });
    }
  });

  it('has its last use recorded to the minute, with the client IP, however often it is used', async () => {
    const { keyId, key } = await api.tenants.create();
    const startedAtMs = Date.now();
    await Promise.all([1, 2, 3].map(() => api.get(path, key, from('203.0.113.9'))));
    await api.app.get(KeyUses).flush();
    await api.app.get(KeyUses).flush();
    const rows = await api.app
      .get(DataSource)
      .query('SELECT last_used_at, last_used_from FROM api_key_uses WHERE key_id = $1', [keyId]);
    expect(rows[0].last_used_from).toBe('203.0.113.9');
    const usedAtMs = rows[0].last_used_at.getTime();
    expect(usedAtMs % 60_000).toBe(0);
    expect(usedAtMs).toBeGreaterThan(startedAtMs - 60_000);
    expect(usedAtMs).toBeLessThanOrEqual(Date.now());
  });
});

describe('the rate of a key', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ RATE_LIMIT_PER_SECOND: '5' });
  });
  afterAll(() => api.stop());

  it('is reported on every response, and a refusal says how long to wait', async () => {
    const { key } = await api.tenants.create();
    const answers = await Promise.all(Array.from({ length: 30 }, () => api.get(path, key)));
    for (const { status, headers, json } of answers) {
      expect(headers.get('ratelimit-policy')).toBe('"key";q=5;w=1');
      if (status === 200) {
        expect(headers.get('ratelimit')).toMatch(/^"key";r=[0-4];t=1$/);
        expect(headers.get('retry-after')).toBeNull();
        continue;
      }
      expect(json).toMatchObject({ status: 429, code: 'too_many_requests', charged_usd: '0', retryable: true });
      expect(json.detail).toMatch(/5 requests per second\. Try again in 0\.\d{3} s\.$/);
      expect(headers.get('ratelimit')).toBe('"key";r=0;t=1');
      expect(headers.get('retry-after')).toBe('1');
    }
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });

  it('covers all routes, and also counts requests that later checks reject', async () => {
    const { key } = await api.tenants.create();
    const left = async (path: string) => {
      const { status, headers } = await api.get(path, key);
      return [status, headers.get('ratelimit')];
    };
    // With a stopped clock, no request leaves the rate window.
    const time = jest.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
    const together = [
      left(path),
      left('/system/balance'),
      left('/resolve/media'),
      left('/users/x'),
      left(path),
      left(path),
    ];
    const outcomes = await Promise.all(together);
    time.mockRestore();
    expect(outcomes.map(([status]) => status).sort()).toEqual([200, 200, 200, 422, 422, 429]);
  });

  it('is the key’s own when support has set one', async () => {
    const { key } = await api.tenants.create('10', { rate_per_second: 25 });
    expect((await api.get(path, key)).headers.get('ratelimit')).toBe('"key";r=24;t=1');
  });
});

describe('concurrent requests of a key', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ MAX_CONCURRENT_REQUESTS: '9' });
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => api.stop());

  it('are limited; refused requests do not count against the rate, and a request that ends frees its slot at once', async () => {
    const { key } = await api.tenants.create('10', { rate_per_second: 4 });
    await api.simulator.fault({ operation: 'users.info', fault: 'hold' });
    // With a stopped clock, no request leaves the rate window: it has room for one more than the three in flight.
    jest.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
    const callers = new AbortController();
    const waiting = [1, 2, 3].map((id) =>
      send(api.baseUrl, `/users/2502532${id}`, { key, signal: callers.signal }).catch(() => undefined),
    );
    await api.simulator.held(3);
    const refused = await Promise.all([1, 2, 3].map(() => api.get('/users/25025320', key)));
    expect(refused.map(({ status }) => status)).toEqual([429, 429, 429]);
    expect(refused[0]!.json).toMatchObject({ limit: 'concurrency', detail: expect.stringContaining('in flight') });
    expect(refused[0]!.headers.get('retry-after')).toBe('1');
    callers.abort();
    await Promise.all(waiting);
    await until('there is room again', async () => (await api.get(path, key)).status === 200);
    expect((await api.get(path, key)).json.detail).toContain('4 requests per second');
  });
});
