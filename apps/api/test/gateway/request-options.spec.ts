import type { Server } from 'node:http';
import { connect } from 'node:net';
import { UpstreamClient } from '@loupe/upstream-client';
import { DataSource } from 'typeorm';
import { reconcile } from '../../src/core/billing/reconcile/reconcile';
import { UsageLog } from '../../src/core/usage/usage-log';
import { clock } from '../../src/platform/clock';
import { expectProblem } from '../endpoints/answer-checks';
import { known } from '../endpoints/known';
import { afterTest } from '../support/after-test';
import { send } from '../support/send';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';
import { until } from '../support/until';

const profile = `/users/${known.marta}`;

function sendAndLeave(baseUrl: string, path: string, key: string): Promise<void> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.on('close', () => resolve()).on('error', reject);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n\r\n`, () => socket.destroy());
  });
}

describe('request options', () => {
  let api: TestApi;
  let tenant: Tenant;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(async () => {
    expect(await reconcile(api.database.dataSource)).toEqual([]);
    await api.stop();
  });
  beforeEach(async () => {
    tenant = await api.tenants.create('10');
    await api.simulator.clearFaults();
    await api.simulator.forget();
  });

  const ask = (headers: Record<string, string>, path = profile, { key } = tenant, signal?: AbortSignal) =>
    send(api.baseUrl, path, { key, headers, ...(signal && { signal }) });
  const maxAge = (seconds: number, path = profile, owner = tenant) =>
    ask({ 'cache-control': `max-age=${seconds}` }, path, owner);
  const upstreamCount = async () => (await api.simulator.seen()).length;
  const chargedMicros = async () => 10_000_000n - (await api.tenants.balanceMicros(tenant.accountId));

  describe('Cache-Control: max-age', () => {
    it('still finds the cached second page after the first page is fetched again', async () => {
      const list = `${profile}/followers`;
      const next = async () => `${list}?cursor=${(await ask({}, list)).json.next_cursor}`;
      const page = await maxAge(300, await next());
      const again = await maxAge(300, await next());
      expect(again).toMatchObject({ status: 200, text: page.text });
      expect(again.headers['x-original-request-id']).toBe(page.headers['x-request-id']);
      expect(await upstreamCount()).toBe(3);
    });

    it('returns the account’s cached response, free of charge, with its age', async () => {
      // With a stopped clock, the age stays zero.
      const time = jest.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
      afterTest(() => time.mockRestore());
      const fresh = await maxAge(300);
      expect(fresh.headers).toMatchObject({ 'x-cost-usd': '0.000600', 'cache-control': 'private, no-store' });
      expect(fresh.headers).not.toHaveProperty('age');
      const cached = await maxAge(300);
      expect(cached).toMatchObject({ status: 200, text: fresh.text });
      expect(cached.headers).toMatchObject({
        'x-cost-usd': '0',
        'x-balance-usd': '9.999400',
        'x-original-request-id': fresh.headers['x-request-id'],
        'cache-status': expect.stringMatching(/^loupe; hit; ttl=(299|300)$/),
        age: expect.stringMatching(/^[0-9]$/),
        'x-media-expires-at': fresh.headers['x-media-expires-at'],
      });
      expect(await upstreamCount()).toBe(1);
      expect(await chargedMicros()).toBe(600n);
      await api.app.get(UsageLog).flush();
      const rows = await api.app
        .get(DataSource)
        .query('SELECT charged, source FROM usage_rows WHERE account_id = $1 ORDER BY request_id', [tenant.accountId]);
      expect(rows).toEqual([
        { charged: true, source: null },
        { charged: false, source: 'kept' },
      ]);
    });

    it.each(['no-cache', 'max-age=0', 'no-store, max-age=300', ''])(
      'fetches a fresh response for %p',
      async (directive) => {
        await maxAge(300);
        const fresh = await ask({ 'cache-control': directive });
        expect(fresh.headers).toMatchObject({ 'x-cost-usd': '0.000600' });
        expect(await upstreamCount()).toBe(2);
      },
    );

    it('caches only responses to requests with max-age', async () => {
      await ask({});
      expect((await maxAge(300)).headers['x-cost-usd']).toBe('0.000600');
    });

    it('caches per account, operation and parameters, whatever their spelling and order', async () => {
      const reels = `/users/${known.marta}/reels?fields=pk`;
      await maxAge(300, reels);
      const spelled = `/users/00${known.marta}/reels?sort_by_views=false&fields=pk`;
      for (const path of [reels, spelled]) expect((await maxAge(300, path)).headers['x-cost-usd']).toBe('0');
      expect((await maxAge(300, `/users/${known.marta}/reels`)).headers['x-cost-usd']).not.toBe('0');
      expect((await maxAge(300, reels, await api.tenants.create('10'))).headers['x-cost-usd']).not.toBe('0');
    });

    it('returns a free 504 when only a cached response is accepted and there is none', async () => {
      expectProblem(await ask({ 'cache-control': 'only-if-cached' }), 504, 'not_cached', 0n);
      expect(await upstreamCount()).toBe(0);
      await maxAge(300);
      expect((await ask({ 'cache-control': 'only-if-cached, max-age=60' })).headers['x-cost-usd']).toBe('0');
    });

    it('refuses a revoked key although the response is cached', async () => {
      await maxAge(300);
      await api.tenants.changeKey(tenant.keyId, 'revoked_at = now()');
      expectProblem(await maxAge(300), 401, 'unauthorized', 0n);
    });
  });

  describe('identical concurrent calls', () => {
    const hold = () => api.simulator.fault({ operation: 'users.info', fault: 'hold' });
    const release = async () => {
      await api.simulator.clearFaults();
      await api.simulator.release();
    };

    it('share one upstream request, and each is charged', async () => {
      await hold();
      const first = ask({});
      await api.simulator.held(1);
      const others = Array.from({ length: 9 }, () => ask({}));
      await api.underWay(10);
      await release();
      const replies = await Promise.all([first, ...others]);
      expect(await upstreamCount()).toBe(1);
      for (const reply of replies) {
        expect(reply).toMatchObject({ status: 200, text: replies[0]!.text });
        expect(reply.headers['x-cost-usd']).toBe('0.000600');
      }
      expect(await chargedMicros()).toBe(6_000n);
      const collapsed = replies.filter(({ headers }) => headers['cache-status'] === 'loupe; fwd=miss; collapsed');
      expect(collapsed).toHaveLength(9);
      await ask({});
      expect(await upstreamCount()).toBe(2);
    });

    it('continue when a caller disconnects, even the first one', async () => {
      await hold();
      const leaving = new AbortController();
      const first = ask({}, profile, tenant, leaving.signal).catch(() => 'gone');
      await api.simulator.held(1);
      const second = ask({});
      const third = ask({}, profile, tenant, leaving.signal).catch(() => 'gone');
      await api.underWay(3);
      leaving.abort();
      expect(await Promise.all([first, third])).toEqual(['gone', 'gone']);
      await api.underWay(1);
      await release();
      expect((await second).status).toBe(200);
      expect(await upstreamCount()).toBe(1);
      expect(await chargedMicros()).toBe(600n);
    });

    it('leave no bytes in memory when a caller disconnects before it joins the shared request', async () => {
      await hold();
      const first = ask({});
      await api.simulator.held(1);
      let arrived = 0;
      const count = () => arrived++;
      const server: Server = api.app.getHttpServer();
      server.on('request', count);
      for (let leaving = 0; leaving < 5; leaving++) {
        // The API first reads the caps of a new key, so these callers leave before they join.
        const { key } = await api.tenants.addKey(tenant.accountId);
        await sendAndLeave(api.baseUrl, profile, key);
      }
      await until('five requests arrived', () => arrived === 5);
      server.off('request', count);
      await api.underWay(1);
      await release();
      expect((await first).status).toBe(200);
      await ask({}, `/users/${known.marta}/reels`);
      await until('no bytes are left', () => api.app.get(UpstreamClient).bufferedBytes === 0);
    });

    it('fail together when the upstream fails, free of charge', async () => {
      await api.simulator.fault({ operation: 'users.info', fault: 'http_500', delay_ms: 200 });
      const replies = await Promise.all(Array.from({ length: 5 }, () => ask({})));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([502]));
      expect(await chargedMicros()).toBe(0n);
    });

    it('are coalesced only within one account', async () => {
      const other = await api.tenants.create('10');
      await hold();
      const both = [ask({}), ask({}, profile, other)];
      await api.simulator.held(2);
      await release();
      for (const { status } of await Promise.all(both)) expect(status).toBe(200);
    });
  });

  describe('x-max-cost-usd', () => {
    it('refuses a higher price, free of charge, before the upstream call and before the balance check', async () => {
      const poor = await api.tenants.create('0');
      for (const owner of [tenant, poor]) {
        const refused = await ask({ 'x-max-cost-usd': '0.000599' }, profile, owner);
        expectProblem(refused, 402, 'price_above_ceiling', 0n);
        expect(refused.json.price_usd).toBe('0.000600');
      }
      expect(await upstreamCount()).toBe(0);
      expect((await ask({ 'x-max-cost-usd': '0.0006' })).status).toBe(200);
      expectProblem(await ask({ 'x-max-cost-usd': 'cheap' }), 422, 'unprocessable_entity', 0n);
    });

    it('accepts a response that costs nothing', async () => {
      await maxAge(300);
      expect((await ask({ 'x-max-cost-usd': '0', 'cache-control': 'max-age=300' })).status).toBe(200);
    });
  });

  describe('/system/balance', () => {
    it('returns the caps of the key, their spending and their reset times', async () => {
      const none = {
        daily_cap_usd: null,
        daily_spent_usd: null,
        daily_resets_at: null,
        monthly_cap_usd: null,
        monthly_spent_usd: null,
        monthly_resets_at: null,
      };
      expect((await ask({}, '/system/balance')).json).toEqual({ balance_usd: '10.000000', currency: 'USD', key: none });
      await api.database.dataSource.query(
        'INSERT INTO ledger.key_caps (key_family_id, account_id, shard, daily_cap_micros) VALUES ($1, $2, shard_of($2), 5000)',
        [tenant.keyId, tenant.accountId],
      );
      await ask({});
      expect((await ask({}, '/system/balance')).json.key).toEqual({
        ...none,
        daily_cap_usd: '0.005000',
        daily_spent_usd: '0.000600',
        daily_resets_at: expect.stringMatching(/T00:00:00\.000Z$/),
      });
    });
  });

  describe('fields', () => {
    it('reduce an object to the named members at the same price', async () => {
      const whole = await ask({});
      const cut = await ask({}, `${profile}?fields=pk,username,hd_profile_pic_versions.url`);
      const { pk, username, hd_profile_pic_versions: versions } = whole.json;
      expect(cut.json).toEqual({
        pk,
        username,
        hd_profile_pic_versions: versions.map(({ url }: { url: string }) => ({ url })),
      });
      expect(cut.headers['x-cost-usd']).toBe('0.000600');
      expect(cut.bytes.length).toBeLessThan(whole.bytes.length / 4);
    });

    it('reduce the items of a list, and leave its paging members', async () => {
      const path = `/users/${known.marta}/followers`;
      const whole = (await ask({}, path)).json;
      const cut = (await ask({}, `${path}?fields=username,absent`)).json;
      expect(cut.items).toEqual(whole.items.map(({ username }: { username: string }) => ({ username })));
      expect(cut).toMatchObject({ has_more: whole.has_more });
      const next = await ask({}, `${path}?fields=pk&cursor=${encodeURIComponent(cut.next_cursor)}`);
      expect(next.status).toBe(200);
    });

    it('name the paths that matched nothing, also in a replay and in a cached response', async () => {
      const path = `${profile}?fields=pk,nope,a$b.c`;
      const headers = { 'cache-control': 'max-age=60', 'idempotency-key': 'names-unmatched-fields' };
      for (const one of [headers, headers, { 'cache-control': 'max-age=60' }])
        expect((await ask(one, path)).headers['x-fields-unmatched']).toBe('nope,a%24b.c');
      expect((await ask({}, `${profile}?fields=pk`)).headers).not.toHaveProperty('x-fields-unmatched');
      const list = await ask({}, `/users/${known.marta}/followers?fields=username,absent`);
      expect(list.headers['x-fields-unmatched']).toBe('absent');
      const long = await ask({}, `${profile}?fields=${'a'.repeat(600)},${'b'.repeat(600)}`);
      expect(long.headers['x-fields-unmatched']).toBe('a'.repeat(600));
    });

    it('also reduce the response that describes a decoded share link', async () => {
      const link = `https://www.instagram.com/s/${Buffer.from(`story:${known.storyTeller}`).toString('base64url')}`;
      const { json } = await ask({}, `/oembed?url=${encodeURIComponent(link)}&fields=type,author_id`);
      expect(json).toEqual({ type: 'story', author_id: known.storyTeller });
    });

    it('may be fifty paths of eight names, but not longer than 8,000 characters', async () => {
      const path = Array(8).fill('hd_profile_pic_versions').join('.');
      const fields = Array.from({ length: 40 }, (_, number) => `${path}${number}`);
      expect((await ask({}, `${profile}?fields=${fields},${Array(10).fill('a.a.a.a.a.a.a.a')}`)).status).toBe(200);
      expectProblem(await ask({}, `${profile}?fields=${'a'.repeat(8_001)}`), 422, 'unprocessable_entity', 0n);
    });

    it('omit x-media-expires-at when no media remain in the response', async () => {
      expect((await ask({}, `${profile}?fields=pk`)).headers).not.toHaveProperty('x-media-expires-at');
    });

    it.each(['', 'a,', 'a..b', Array(51).fill('a').join(','), 'a.a.a.a.a.a.a.a.a'])(
      'are refused when they are %p',
      async (fields) => {
        expectProblem(await ask({}, `${profile}?fields=${fields}`), 422, 'unprocessable_entity', 0n);
      },
    );
  });
});

describe('a cached response with a price', () => {
  it('costs the configured percentage, is in the ledger, and is marked in the usage log', async () => {
    const api = await startTestApi({ CACHED_PRICE_PERCENT: '50' });
    afterTest(() => api.stop());
    const { key, accountId } = await api.tenants.create('10');
    const ask = (headers = {}) =>
      send(api.baseUrl, profile, { key, headers: { 'cache-control': 'max-age=60', ...headers } });
    const fresh = await ask();
    const cached = await ask();
    expect(cached).toMatchObject({ status: 200, text: fresh.text });
    expect(cached.headers).toMatchObject({ 'x-cost-usd': '0.000300', 'x-balance-usd': '9.999100' });
    const rows = await api.database.dataSource.query(
      'SELECT price_micros, charged, source FROM usage_rows WHERE account_id = $1 ORDER BY request_id',
      [accountId],
    );
    expect(rows).toEqual([
      { price_micros: '600', charged: true, source: null },
      { price_micros: '300', charged: true, source: 'kept' },
    ]);
    const tooExpensive = await ask({ 'x-max-cost-usd': '0.0002' });
    expect(tooExpensive).toMatchObject({ status: 402, json: { code: 'price_above_ceiling' } });
    expect(tooExpensive.headers).not.toHaveProperty('cache-status');
    const missing = () => send(api.baseUrl, '/users/404404404', { key, headers: { 'cache-control': 'max-age=60' } });
    await missing();
    const cachedMissing = await missing();
    expect(cachedMissing).toMatchObject({ status: 404, headers: { 'x-cost-usd': '0.000300' } });
    expect(cachedMissing.json).toMatchObject({
      charged_usd: '0.000300',
      request_id: cachedMissing.headers['x-request-id'],
    });
    const once = { 'idempotency-key': 'cached-answer-is-paid-once' };
    const [paid, repeated] = [await ask(once), await ask(once)];
    expect(paid.headers['x-cost-usd']).toBe('0.000300');
    expect(repeated).toMatchObject({ status: 200, text: fresh.text });
    expect(repeated.headers).toMatchObject({
      'x-cost-usd': '0',
      'idempotency-replayed': 'true',
      'x-original-request-id': paid.headers['x-request-id'],
    });
    expect(await reconcile(api.database.dataSource)).toEqual([]);
  });

  it('is never found when CACHE_MEMORY_MB is 0, so a repeated call costs the full price', async () => {
    const api = await startTestApi({ CACHE_MEMORY_MB: '0' });
    afterTest(() => api.stop());
    const { key } = await api.tenants.create('10');
    const ask = () => send(api.baseUrl, profile, { key, headers: { 'cache-control': 'max-age=60' } });
    await ask();
    expect((await ask()).headers['x-cost-usd']).toBe('0.000600');
  });
});
