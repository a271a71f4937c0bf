import { v7 } from 'uuid';
import { HealthService } from '../../src/console/oversight/health.service';
import { PublishedQuality } from '../../src/core/usage/published-quality';
import { UsageLog } from '../../src/core/usage/usage-log';
import { ensureUsagePartitions } from '../../src/core/usage/usage-partitions.repository';
import { UsageTotals } from '../../src/core/usage/usage-totals';
import { utcDay } from '../../src/platform/utc-days';
import { usageRecord } from '../billing/charge-fixtures';
import { FlakyProxy } from '../billing/flaky-proxy';
import { type AnyJson, send } from '../support/send';
import { usagePartitionsOn } from '../support/services';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
/** Errors that the caller causes. They are not counted. */
const callersFaults: [status: number, code: string][] = [
  [402, 'insufficient_balance'],
  [422, 'unprocessable_entity'],
  [429, 'too_many_requests'],
  [504, 'not_cached'],
  [409, 'idempotency_key_used_up'],
];
const tooFew = {
  calls: null,
  answered: null,
  failed_upstream: null,
  failed_in_loupe: null,
  median_ms: null,
  p95_ms: null,
};
const percent = (value: number) => `${Number((value * 100).toFixed(2))}%`;
const share = (value: number) => Math.round(value * 10_000) / 10_000;

describe('GET /status', () => {
  let api: TestApi;
  let tenant: Tenant;
  let others: Tenant[];
  let testKey: { keyId: number; key: string };
  let published: AnyJson;
  const query = (sql: string, values: unknown[] = []): Promise<AnyJson[]> => api.database.dataSource.query(sql, values);
  const get = async (of = api) => (await send(of.baseUrl, '/status', { headers: { accept: 'application/json' } })).json;

  async function publish(): Promise<void> {
    await api.app.get(UsageLog).flush();
    await api.app.get(UsageTotals).count();
    await query(`UPDATE quality_figures SET at = 'epoch'`);
    await api.app.get(PublishedQuality).refresh();
    published = await get();
  }

  beforeAll(async () => {
    api = await startTestApi();
    published = await get();
    tenant = await api.tenants.create('10');
    others = [await api.tenants.create('10'), await api.tenants.create('10')];
    testKey = await api.tenants.addKey(tenant.accountId, { mode: 'test' });
    await ensureUsagePartitions(
      api.database.dataSource,
      [1, 2].map((ago) => utcDay(Date.now() - ago * dayMs)),
    );
  });
  afterAll(() => api.stop());

  /** Records calls of an account, by default with `users.by_id`, now. */
  async function recordCalls(
    { accountId, keyId }: Tenant,
    count: number,
    like = {},
    msecs = Date.now(),
  ): Promise<void> {
    const log = api.app.get(UsageLog);
    for (let index = 0; index < count; index++) {
      const record = { keyId, operation: 'users.by_id', totalMs: 100, requestId: v7({ msecs }), ...like };
      log.record(usageRecord(accountId, record));
    }
    await log.flush();
  }

  it('reports no calls of any operation before the first call', async () => {
    await publish();
    expect(published.service.last_30_days).toEqual(tooFew);
    expect(published.days).toEqual([]);
    const { text } = await send(api.baseUrl, '/status', { headers: browser });
    expect(text).toContain(
      `All ${Object.keys(published.operations).length} operations have had too little traffic to tell.`,
    );
    expect(text.match(/<i title="\d{4}-\d\d-\d\d: too few calls">/g)).toHaveLength(90);
    const page = await send(api.baseUrl, '/docs/reference/posts.comments.md');
    expect(page.text).toContain('\n\nLast 30 days: too little traffic to tell. [Status](/status)\n\n');
  });

  it('counts what callers paid for and what failed, but not what costs nothing', async () => {
    const repeat = { 'idempotency-key': 'a-key-of-sixteen-characters', 'cache-control': 'max-age=60' };
    const statuses: number[] = [];
    const call = async (path: string, key = tenant.key, headers = {}) =>
      statuses.push((await api.get(path, key, headers)).status);
    await call('/users/1001', tenant.key, repeat);
    await call('/users/1001', tenant.key, repeat);
    await call('/users/1001', tenant.key, { 'cache-control': 'max-age=60' });
    await call('/users/999999999999');
    await call('/users/abc');
    await call('/users/1003', tenant.key, { 'cache-control': 'only-if-cached, max-age=1' });
    await recordCalls({ ...tenant, ...testKey }, 20);
    await call('/resolve/media?code=DWuSqme4xKp');
    await api.simulator.fault({ operation: 'users.info', fault: 'http_500' });
    await call('/users/1002');
    await api.simulator.clearFaults();
    expect(statuses).toEqual([200, 200, 200, 404, 422, 504, 200, 502]);
    for (const other of others) await recordCalls(other, 10);
    await publish();
    expect(published.operations['users.by_id'].last_hour).toMatchObject({
      calls: 23,
      answered: share(22 / 23),
      failed_upstream: share(1 / 23),
      failed_in_loupe: 0,
      median_ms: expect.any(Number),
    });
    expect(published.operations['resolve.media']).toBeUndefined();
  });

  it('does not count a request that is refused at once because it keeps failing', async () => {
    const before = published.operations['users.by_id'].last_hour;
    const problem = JSON.stringify({ code: 'upstream_error', reason: 'request_keeps_failing' });
    await recordCalls(tenant, 300, { status: 503, code: 'upstream_error', problem });
    await publish();
    expect(published.operations['users.by_id'].last_hour).toEqual(before);
  });

  it('moves by at most ten calls of one account, however many it makes', async () => {
    const { last_hour: before } = published.operations['users.by_id'];
    expect(before.calls).toBe(23);
    await recordCalls(tenant, 500, { status: 502, code: 'upstream_error', totalMs: 9_000 });
    await publish();
    const { last_hour: after } = published.operations['users.by_id'];
    expect(after.calls).toBe(30);
    expect(after.failed_upstream).toBeGreaterThan(0.3);
    expect(after.failed_upstream).toBeLessThanOrEqual(0.3334);
    await recordCalls(others[0]!, 500);
    await publish();
    expect(published.operations['users.by_id'].last_hour).toEqual(after);
  });

  it.each([
    ['one account', [100, 0, 0]],
    ['two accounts', [100, 100, 0]],
    ['three accounts with nine calls together', [3, 3, 3]],
  ])('says that there is too little traffic to tell for the calls of %s, as without calls', async (_, counts) => {
    const operation = `audio.${['trending', 'by_id', 'medias'][counts.filter(Boolean).length === 3 ? 2 : counts.filter(Boolean).length - 1]}`;
    const without = published.operations[operation];
    for (const [index, count] of counts.entries()) await recordCalls([tenant, ...others][index]!, count, { operation });
    await publish();
    expect(published.operations[operation]).toEqual(without);
    expect(without.last_hour).toEqual(tooFew);
    await recordCalls(tenant, 1, { operation });
    await recordCalls(others[0]!, 1, { operation });
    await recordCalls(others[1]!, 1, { operation });
    await publish();
    const isEnough = counts.every((count) => count > 0) || counts[0]! > 9;
    expect(published.operations[operation].last_hour.calls !== null).toBe(isEnough);
  });

  it('has calls, shares and percentiles of each period, in which an upstream outage of hours ago counts', async () => {
    const operation = 'posts.comments';
    const failed = { status: 504, code: 'upstream_error', totalMs: 15_000 };
    for (const [index, one] of [tenant, ...others].entries()) {
      const record = (agoMs: number, count: number, like: object) =>
        recordCalls(one, count, { operation, ...like }, Date.now() - agoMs);
      await record(hourMs / 2, 6, { totalMs: 200 });
      await record(hourMs / 2, 1, { totalMs: 200, status: 403, code: 'private_account' });
      await record(hourMs / 2, 2, { totalMs: 1_000 });
      await record(hourMs / 2, 1, index === 0 ? { status: 500, code: 'internal_error' } : failed);
      await record(3 * hourMs, 10, failed);
      await record(2 * dayMs, 10, { totalMs: 200 });
    }
    for (const [status, code] of callersFaults) await recordCalls(tenant, 20, { operation, status, code, totalMs: 1 });
    await recordCalls({ ...tenant, ...testKey }, 20, { operation, totalMs: 90_000 });
    await publish();
    const of = published.operations[operation];
    const times = { calls: 30, median_ms: expect.any(Number), p95_ms: expect.any(Number) };
    const shares = (answered: number, failed_upstream: number, failed_in_loupe: number) => ({
      ...times,
      answered: share(answered / 90),
      failed_upstream: share(failed_upstream / 90),
      failed_in_loupe: share(failed_in_loupe / 90),
    });
    // An account counts with ten calls, so those of the last hour count a half of a day's, and a third of a month's.
    expect(of).toEqual({
      last_hour: shares(81, 6, 3),
      last_24_hours: shares(40.5, 48, 1.5),
      last_30_days: shares(57, 32, 1),
    });
    for (const [shownMs, exactMs] of [
      [of.last_hour.median_ms, 200],
      [of.last_hour.p95_ms, 1_000],
    ]) {
      expect(shownMs).toBeGreaterThan(exactMs / 1.17);
      expect(shownMs).toBeLessThan(exactMs * 1.17);
    }
    expect(published.days).toContainEqual({ date: utcDay(Date.now() - 2 * dayMs), calls: 30, answered: 1 });
    const all = Object.values<AnyJson>(published.operations).map(({ last_hour }) => last_hour);
    const calls = all.reduce((sum, one) => sum + one.calls, 0);
    const answered = all.reduce((sum, one) => sum + one.calls * one.answered, 0);
    expect(published.service.last_hour.calls / calls).toBeCloseTo(1, 1);
    expect(published.service.last_hour.answered).toBeCloseTo(answered / calls, 2);
  });

  it('is an HTML page with the headers of the other pages, cached for a minute', async () => {
    await publish();
    const { status, headers, text } = await send(api.baseUrl, '/status', { headers: browser });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['cache-control']).toBe('public, max-age=60');
    expect(headers.vary).toMatch(/(^|, )accept(,|$)/i);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['set-cookie']).toBeUndefined();
    const { calls, answered } = published.operations['posts.comments'].last_24_hours;
    const cell = `data-label="Last 24 hours">${percent(answered)} of ${calls.toLocaleString('en-US')}</td>`;
    expect(text.split('<tr>').find((row) => row.includes('>posts.comments</a>'))).toContain(cell);
    expect(text).not.toContain('/docs/reference/hashtags.top">hashtags.top</a></td>');
    for (const day of published.days)
      expect(text).toContain(
        `title="${day.date}: ${percent(day.answered)} of ${day.calls.toLocaleString('en-US')} calls answered"`,
      );
    expect(text).toContain(`As of ${published.time}.`);
  });

  it('explains what is counted on the page itself, where the old address of the explanation leads', async () => {
    const { text } = await send(api.baseUrl, '/status', { headers: browser });
    expect(text).toContain('What is counted');
    const old = await send(api.baseUrl, '/docs/status');
    expect([old.status, old.headers.location]).toEqual([301, '/status']);
  });

  it('is JSON for a program, and accepts only GET and HEAD', async () => {
    await publish();
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }])
      expect((await send(api.baseUrl, '/status', { headers: headers as Record<string, string> })).json).toEqual(
        published,
      );
    const head = await send(api.baseUrl, '/status', { method: 'HEAD' });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    const post = await send(api.baseUrl, '/status/', { method: 'POST' });
    expect([post.status, post.headers.allow, post.json.code]).toEqual([405, 'GET, HEAD', 'method_not_allowed']);
    expect((await send(api.baseUrl, '/status/users')).json.code).toBe('unknown_route');
  });

  it('reveals no account, key, subject or host of the upstream', async () => {
    const { hostname, port } = new URL(api.simulator.baseUrl);
    const secrets = [
      tenant.key,
      `${tenant.accountId}`,
      tenant.key.slice(0, 14),
      `${hostname}:${port}`,
      'loupe_',
      '999999999999',
    ];
    const page = (await send(api.baseUrl, '/status', { headers: browser })).text;
    for (const text of [JSON.stringify(published), page])
      for (const secret of secrets) expect(text.includes(secret) ? secret : undefined).toBeUndefined();
    const [{ columns }] = await query(
      `SELECT array_agg(attname::text ORDER BY attnum) AS columns FROM pg_attribute WHERE attrelid = 'operation_quality'::regclass AND attnum > 0`,
    );
    expect(columns).toEqual(['minutes', 'since', 'operation', 'outcome', 'bucket', 'requests', 'account_id']);
  });

  it('has its figures on an operation’s page and the dashboard’s health page, and appears in the documentation', async () => {
    await publish();
    const { last_30_days: quality } = published.operations['posts.comments'];
    const line = `Last 30 days: ${quality.calls.toLocaleString('en-US')} calls, ${percent(quality.answered)} answered`;
    for (const path of ['/docs/reference/posts.comments.md', '/docs/reference/posts.comments'])
      expect((await send(api.baseUrl, path, { headers: browser })).text).toContain(line);
    const health = await api.app.get(HealthService).read();
    expect(health.quality).toEqual({ time: published.time, ...published.service.last_24_hours });
    expect((await send(api.baseUrl, '/llms.txt')).text).toContain('GET /status');
    expect((await send(api.baseUrl, '/openapi.json')).json.paths['/status'].get.operationId).toBe('status');
    expect((await send(api.baseUrl, '/docs/')).text).toContain('href="/status"');
  });

  it('is the same in two processes, of which one computes it, and stays available when the database is down', async () => {
    const proxy = await FlakyProxy.before(api.database.url);
    const other = await startTestApi({ DATABASE_URL: proxy.url });
    try {
      const quality = other.app.get(PublishedQuality);
      await publish();
      await quality.refresh();
      expect(await get(other)).toEqual(published);
      proxy.close();
      await expect(quality.refresh()).rejects.toThrow();
      expect(await get(other)).toEqual(published);
      const page = await send(other.baseUrl, '/status', { headers: browser });
      expect([page.status, page.text.includes(`As of ${published.time}.`)]).toEqual([200, true]);
    } finally {
      await other.stop();
    }
  });

  it('is computed by one of several processes, and again only if it is old or from the future', async () => {
    const { dataSource } = api.database;
    await query(`UPDATE quality_figures SET at = 'epoch'`);
    const processes = [1, 2, 3].map(() => new PublishedQuality(dataSource));
    await Promise.all(processes.map((quality) => quality.refresh()));
    const [{ at, version }] = await query('SELECT at, xmin AS version FROM quality_figures');
    expect(processes.map(({ latest }) => latest.time)).toEqual(processes.map(() => at.toISOString()));
    await processes[0]!.refresh();
    expect(await query('SELECT at, xmin AS version FROM quality_figures')).toEqual([{ at, version }]);
    // Figures from the future (the database's clock was ahead) are computed again.
    await query(`UPDATE quality_figures SET at = now() + interval '1 day'`);
    await processes[0]!.refresh();
    expect((await query('SELECT at > now() AS is_ahead FROM quality_figures'))[0].is_ahead).toBe(false);
  });

  it('drops daily figures after 91 days, and five-minute figures after 26 hours', async () => {
    await query(`INSERT INTO operation_quality SELECT minutes, now() - age::interval, age, 'answered', 1, 1, 1001
      FROM (VALUES (5, '25 hours'), (5, '27 hours'), (1440, '90 days'), (1440, '92 days')) AS old (minutes, age)`);
    await usagePartitionsOn(api.database.dataSource, 90).runToday();
    expect(await query(`SELECT operation FROM operation_quality WHERE operation ~ 'hours|days' ORDER BY 1`)).toEqual([
      { operation: '25 hours' },
      { operation: '90 days' },
    ]);
  });
});

describe('PUBLIC_STATUS=false', () => {
  it('removes every trace of /status', async () => {
    const api = await startTestApi({ PUBLIC_STATUS: 'false' });
    try {
      const reply = await send(api.baseUrl, '/status');
      expect([reply.status, reply.json.code]).toEqual([404, 'unknown_route']);
      for (const path of [
        '/docs/',
        '/docs/index.md',
        '/docs/reference/posts.comments',
        '/docs/search.json',
        '/llms.txt',
        '/openapi.json',
      ])
        expect((await send(api.baseUrl, path)).text.match(/\/status\b|Last 30 days|ServiceStatus/g)).toBeNull();
      expect((await send(api.baseUrl, '/docs/status')).status).toBe(404);
    } finally {
      await api.stop();
    }
  });
});
