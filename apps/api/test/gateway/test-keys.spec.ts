import { randomUUID } from 'node:crypto';
import { faultNames } from '@loupe/dto';
import { DataSource } from 'typeorm';
import { patience } from '../../../../scripts/lib/patience.cjs';
import { KeySetRefresher } from '../../src/core/auth/key-set.refresher';
import { reconcile } from '../../src/core/billing/reconcile/reconcile';
import { UsageLog } from '../../src/core/usage/usage-log';
import { clock } from '../../src/platform/clock';
import { Metrics } from '../../src/platform/observability/metrics';
import { expectProblem } from '../endpoints/answer-checks';
import { known } from '../endpoints/known';
import { afterTest } from '../support/after-test';
import { type Simulator, startSimulator } from '../support/per-worker/simulator';
import { type SendOptions, type SentReply, send } from '../support/send';
import { startTestApi, type TestApi } from '../support/test-api';

const profile = `/users/${known.marta}`;
const followers = `${profile}/followers`;

describe('a test key', () => {
  let api: TestApi;
  let sandbox: Simulator;
  let accountId: number;
  let testKey: string;
  let testKeyId: number;
  let liveKey: string;
  beforeAll(async () => {
    sandbox = await startSimulator();
    api = await startTestApi({ SANDBOX_UPSTREAM_URL: sandbox.baseUrl, UPSTREAM_TIMEOUT_MS: `${3_000 * patience}` });
  });
  afterAll(async () => {
    await api.app.get(UsageLog).flush();
    expect(await reconcile(api.database.dataSource)).toEqual([]);
    await api.stop();
    await sandbox.stop();
  });
  beforeEach(async () => {
    ({ accountId, key: liveKey } = await api.tenants.create('0'));
    ({ key: testKey, keyId: testKeyId } = await api.tenants.addKey(accountId, { mode: 'test' }));
    for (const simulator of [api.simulator, sandbox]) {
      await simulator.clearFaults();
      await simulator.forget();
    }
  });

  const ask = (path: string, headers: Record<string, string> = {}, key = testKey) =>
    send(api.baseUrl, path, { key, headers } satisfies SendOptions);
  const rows = async (table: string) => {
    const statement = `SELECT count(*)::int AS rows FROM ${table} WHERE account_id = $1`;
    return (await api.app.get(DataSource).query(statement, [accountId]))[0].rows as number;
  };
  const expectFree = (reply: SentReply) =>
    expect(reply.headers).toMatchObject({ 'x-cost-usd': '0', 'x-loupe-mode': 'test' });
  const expectNothingSpent = async () => {
    expect(await rows('transfers')).toBe(0);
    expect(await api.simulator.seen()).toEqual([]);
  };

  it('is served by the simulator at a balance of zero, and nothing is written to the ledger', async () => {
    const reply = await ask(profile);
    expect(reply).toMatchObject({ status: 200, json: { username: 'marta.trails' } });
    expectFree(reply);
    expect(reply.headers['x-balance-usd']).toBe('0');
    expect(await sandbox.seen()).toMatchObject([{ operation: 'users.info' }]);
    expectProblem(await ask(profile, {}, liveKey), 402, 'insufficient_balance', 0n);
    await expectNothingSpent();
  });

  it('costs nothing with any request option, however many requests run at once', async () => {
    await api.tenants.credit(accountId, 1_000_000n);
    const ways = [
      {},
      { 'cache-control': 'max-age=60' },
      { 'idempotency-key': randomUUID() },
      { 'x-max-cost-usd': '0' },
    ];
    const paths = [profile, followers, `${profile}/stories`, '/users/username/marta.trails', '/users/404404404'];
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => paths.flatMap((path) => ways.map((headers) => ask(path, headers)))).flat(),
    );
    for (const reply of replies) {
      expectFree(reply);
      if (reply.status === 404) expect(reply.json).toMatchObject({ charged_usd: '0' });
      else expect([200, 422]).toContain(reply.status);
    }
    expect(await api.tenants.balanceMicros(accountId)).toBe(1_000_000n);
    expect(await rows('ledger.charge_keys')).toBe(0);
    expect(await rows('transfers')).toBe(1);
  });

  it('calls only the simulator, and a live key only the upstream', async () => {
    await api.tenants.credit(accountId, 1_000_000n);
    const paths = [
      profile,
      followers,
      `${profile}/posts`,
      `${profile}/highlights`,
      '/search/users?q=marta',
      '/hashtags/sea',
    ];
    for (const path of paths) await ask(path);
    expect(await api.simulator.seen()).toEqual([]);
    const requests = (await sandbox.seen()).length;
    expect(requests).toBeGreaterThanOrEqual(paths.length);
    for (const path of paths) expect((await ask(path, {}, liveKey)).headers).not.toHaveProperty('x-loupe-mode');
    expect(await sandbox.seen()).toHaveLength(requests);
    expect(await api.simulator.seen()).toHaveLength(requests);
  });

  describe('x-loupe-fault', () => {
    it.each([
      ['http_502', 502],
      ['timeout', 504],
      ['login_required', 502],
      ['rate_429', 503],
      ['cut_body', 502],
      ['oversized', 502],
    ])('%s causes a free %d', async (fault, status) => {
      const reply = await ask(profile, { 'x-loupe-fault': fault });
      expectProblem(reply, status, 'upstream_error', 0n);
      expectFree(reply);
      await expectNothingSpent();
    });

    it.each([
      ['private_400', 403, 'private_account'],
      ['user_not_found_404', 404, 'profile_not_found'],
    ] as const)('%s causes a free %d, although a live key pays for it', async (fault, status, code) => {
      expectProblem(await ask(followers, { 'x-loupe-fault': fault }), status, code, 0n);
      await expectNothingSpent();
    });

    it('affects only the requests that carry it, however often it is sent', async () => {
      const other = await api.tenants.addKey(accountId, { mode: 'test' });
      const askOften = async (fault: string) => {
        for (let time = 0; time < 15; time++) await ask(profile, { 'x-loupe-fault': fault });
      };
      await Promise.all(['http_500', 'login_required', 'challenge', 'reset'].map(askOften));
      for (const key of [testKey, other.key]) expect((await ask(profile, {}, key)).status).toBe(200);
      await api.tenants.credit(accountId, 1_000_000n);
      expect((await ask(profile, {}, liveKey)).status).toBe(200);
    });

    it('bypasses the cache, and its response is not cached', async () => {
      const maxAge = { 'cache-control': 'max-age=60' };
      // With a stopped clock, the age stays zero.
      const time = jest.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
      afterTest(() => time.mockRestore());
      await ask(followers, maxAge);
      expect((await ask(followers, { ...maxAge, 'x-loupe-fault': 'private_400' })).status).toBe(403);
      expect(await ask(followers, maxAge)).toMatchObject({ status: 200, headers: { age: '0' } });
    });

    it('is refused with a list of the known faults when its value is unknown, together with other validation errors', async () => {
      const reply = await ask(`${profile}?x=1`, { 'x-loupe-fault': 'constructor' });
      expect(reply).toMatchObject({ status: 422, json: { code: 'unprocessable_entity' } });
      const [fault, other] = reply.json.errors;
      expect(fault).toMatchObject({ in: 'header', parameter: 'x-loupe-fault' });
      for (const name of faultNames) expect(fault.message).toContain(name);
      expect(other).toMatchObject({ parameter: 'x' });
      expect(await sandbox.seen()).toEqual([]);
    });

    it('is refused with a live key, free of charge, without an upstream request', async () => {
      await api.tenants.credit(accountId, 1_000_000n);
      expectProblem(await ask(profile, { 'x-loupe-fault': 'http_502' }, liveKey), 422, 'unprocessable_entity', 0n);
      for (const name of ['x-sim-fault', 'X-Sim-Fault'])
        expect((await ask(profile, { [name]: 'http_502' }, liveKey)).status).toBe(200);
      expect(await api.tenants.balanceMicros(accountId)).toBe(998_800n);
      expect(await sandbox.seen()).toEqual([]);
    });

    it('accepts all faults of the simulator except hold, which only a test can end', async () => {
      const { faults } = (await (await fetch(`${sandbox.baseUrl}/_sim/faults`)).json()) as { faults: string[] };
      expect([...faultNames].sort()).toEqual(faults.filter((name) => name !== 'hold').sort());
    });
  });

  it('shares neither responses nor idempotency keys with a live key of its account', async () => {
    await api.tenants.credit(accountId, 1_000_000n);
    const headers = { 'idempotency-key': randomUUID(), 'cache-control': 'max-age=60' };
    for (const key of [testKey, liveKey]) {
      const first = await ask(profile, headers, key);
      expect(first.headers).not.toHaveProperty('age');
      expect(first.headers).not.toHaveProperty('idempotency-replayed');
      const again = await ask(profile, headers, key);
      expect(again).toMatchObject({ text: first.text, headers: { 'idempotency-replayed': 'true', 'x-cost-usd': '0' } });
      expect(again.headers['x-original-request-id']).toBe(first.headers['x-request-id']);
      expectProblem(await ask(followers, headers, key), 422, 'idempotency_key_reused', 0n);
    }
    const maxAge = { 'cache-control': 'max-age=60' };
    const [live, test] = await Promise.all([ask(profile, maxAge, liveKey), ask(profile, maxAge)]);
    expect(live.headers['x-original-request-id']).not.toBe(test.headers['x-original-request-id']);
    expect(await api.tenants.balanceMicros(accountId)).toBe(999_400n);
  });

  it('has its own cursors', async () => {
    await api.tenants.credit(accountId, 1_000_000n);
    const [test, live] = [
      (await ask(followers)).json.next_cursor,
      (await ask(followers, {}, liveKey)).json.next_cursor,
    ];
    const at = (cursor: string) => `${followers}?cursor=${cursor}`;
    expect((await ask(at(test))).status).toBe(200);
    expect((await ask(at(live), {}, liveKey)).status).toBe(200);
    const wrong = await ask(at(test), {}, liveKey);
    expectProblem(wrong, 400, 'invalid_cursor', 0n);
    expect(wrong.json.detail).toContain('test key');
    expect((await ask(at(live))).json).toMatchObject({
      code: 'invalid_cursor',
      detail: expect.stringContaining('live key'),
    });
  });

  it('obeys every other rule: parameters, rate, revocation, suspension', async () => {
    expectProblem(await ask('/users/abc'), 422, 'unprocessable_entity', 0n);
    expectProblem(await ask(`${profile}?fields=a..b`), 422, 'unprocessable_entity', 0n);
    expect((await ask(`${profile}?fields=pk`)).text).toBe('{"pk":"1001"}');
    await api.tenants.changeKey(testKeyId, 'rate_per_second = 2');
    const replies = await Promise.all(Array.from({ length: 6 }, () => ask(profile)));
    for (const reply of replies) expectFree(reply);
    expect(replies.filter(({ status }) => status === 429)).not.toHaveLength(0);
    await api.tenants.changeKey(testKeyId, 'revoked_at = now()');
    expectProblem(await ask(profile), 401, 'unauthorized', 0n);
    const other = await api.tenants.addKey(accountId, { mode: 'test' });
    await api.tenants.suspend(accountId);
    expectProblem(await ask(profile, {}, other.key), 403, 'account_suspended', 0n);
  });

  it('is in the usage log, and excluded from the metrics of live responses', async () => {
    const answers = async () => await api.app.get(Metrics).registry.getSingleMetricAsString('loupe_answers_total');
    const before = await answers();
    await ask(profile, { 'x-loupe-fault': 'http_502' });
    await ask(profile);
    expect(await answers()).toBe(before);
    expect(await api.app.get(Metrics).registry.getSingleMetricAsString('loupe_test_answers_total')).toMatch(
      /status="502",code="upstream_error"\} \d/,
    );
    await api.app.get(UsageLog).flush();
    expect(await rows('usage_rows')).toBe(2);
  });
});

describe('an API without a simulator, as in production', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.stop());

  it('refuses a test key with a 401 that says that test keys are switched off, without an upstream request', async () => {
    const { accountId } = await api.tenants.create('10');
    const { key } = await api.tenants.addKey(accountId, { mode: 'test' });
    await api.app.get(KeySetRefresher).refresh();
    const reply = await send(api.baseUrl, profile, { key });
    expectProblem(reply, 401, 'unauthorized', 0n);
    expect(reply.headers['x-loupe-mode']).toBe('test');
    expect(reply.json.detail).toContain('Test keys are switched off');
    expect(await api.simulator.seen()).toEqual([]);
  });
});
