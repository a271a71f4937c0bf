import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UpstreamClient } from '@loupe/upstream-client';
import { patience } from '../../../../scripts/lib/patience.cjs';
import { Metrics } from '../../src/platform/observability/metrics';
import { expectProblem } from '../endpoints/answer-checks';
import { kinds } from '../endpoints/failure-table';
import { listenLocally } from '../support/local-server';
import { send } from '../support/send';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';
import { until } from '../support/until';

const directory = mkdtempSync(join(tmpdir(), 'loupe-trouble-'));
afterAll(() => rmSync(directory, { recursive: true }));

async function metric(api: TestApi, name: string): Promise<string[]> {
  const text = await api.app.get(Metrics).registry.metrics();
  return text.split('\n').filter((line) => line.startsWith(name));
}

/** Makes calls differ, because identical calls would be coalesced. */
const unequal = (path: string, number: number) => `${path}?fields=pk,x${number}`;

describe('two hundred hanging calls of one endpoint group', () => {
  let api: TestApi;
  let stalling: Tenant;
  let other: Tenant;
  beforeAll(async () => {
    api = await startTestApi({ UPSTREAM_TIMEOUT_MS: '60000' });
    stalling = await api.tenants.create('100');
    other = await api.tenants.create('100');
  });
  afterAll(() => api.stop());

  test('leave connections free for other groups, and for other accounts in their own group', async () => {
    await api.simulator.fault({ operation: 'users.info', fault: 'hold' });
    const leaving = new AbortController();
    const hanging = Array.from({ length: 200 }, (_, number) =>
      fetch(unequal(api.baseUrl + kinds.object, number), {
        headers: { 'x-api-key': stalling.key },
        signal: leaving.signal,
      }).catch(() => undefined),
    );
    const { families } = api.app.get(UpstreamClient);
    const { bulkhead } = families.of('users.info');
    await until('all calls hang or wait for a connection', () => bulkhead.underWay + bulkhead.waiting === 200);
    // The group has an eighth of 1,024 connections, and an account at most three quarters of those.
    expect(bulkhead.underWay).toBe(96);

    const quick = Array.from({ length: 16 }, (_, number) =>
      send(api.baseUrl, unequal(kinds.media, number), { key: other.key }),
    );
    expect((await Promise.all(quick)).map(({ status }) => status)).toEqual(Array(16).fill(200));
    await api.simulator.clearFaults();
    expect((await send(api.baseUrl, kinds.object, { key: other.key })).status).toBe(200);
    expect(await metric(api, 'loupe_upstream_connections_in_use{family="users"}')).toEqual([
      'loupe_upstream_connections_in_use{family="users"} 96',
    ]);
    expect(await metric(api, 'loupe_upstream_waiting{family="users"}')).toEqual([
      'loupe_upstream_waiting{family="users"} 104',
    ]);
    leaving.abort();
    await Promise.all(hanging);
    await until('no call is in flight', () => bulkhead.underWay === 0);
    expect(bulkhead.waiting).toBe(0);
  });
});

describe('sessions that the upstream refuses', () => {
  let api: TestApi;
  let tenant: Tenant;
  beforeAll(async () => {
    const file = join(directory, 'sessions.json');
    writeFileSync(file, JSON.stringify([{ cookie: 'sessionid=one' }, { cookie: 'sessionid=two' }]));
    api = await startTestApi({ UPSTREAM_SESSIONS_FILE: file });
    tenant = await api.tenants.create('100');
  });
  afterAll(() => api.stop());

  test('cool down after they are refused a second resource; then callers get a free 503 without upstream requests', async () => {
    const refused = await send(api.baseUrl, kinds.object, { key: tenant.key });
    expectProblem(refused, 502, 'upstream_error', 0n);
    const another = await send(api.baseUrl, kinds.sections, { key: tenant.key });
    expectProblem(another, 503, 'upstream_error', 0n);
    await api.simulator.forget();
    const later = await send(api.baseUrl, kinds.media, { key: tenant.key });
    expectProblem(later, 503, 'upstream_error', 0n);
    const seconds = Number(later.headers['retry-after']);
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await api.simulator.seen()).toEqual([]);
    expect(await metric(api, 'loupe_upstream_sessions{')).toEqual([
      'loupe_upstream_sessions{state="ready"} 0',
      'loupe_upstream_sessions{state="resting"} 2',
      'loupe_upstream_sessions{state="dead"} 0',
    ]);
    expect(await metric(api, 'loupe_upstream_attempts_total{family="users",outcome="refused"}')).toEqual([
      'loupe_upstream_attempts_total{family="users",outcome="refused"} 2',
    ]);
  });
});

test('a session with a silent proxy cools down, even if the upstream timeout is short', async () => {
  const proxy = createServer();
  const file = join(directory, 'proxies.json');
  const session = { headers: { cookie: 'sessionid=test-session' } };
  writeFileSync(file, JSON.stringify([{ ...session, proxy: await listenLocally(proxy) }, session]));
  const api = await startTestApi({ UPSTREAM_TIMEOUT_MS: `${4_500 * patience}`, UPSTREAM_SESSIONS_FILE: file });
  try {
    const { key } = await api.tenants.create('100');
    expect((await send(api.baseUrl, kinds.object, { key })).status).toBe(200);
    expect(api.app.get(UpstreamClient).sessions.countByState()).toEqual({ ready: 1, resting: 1, dead: 0 });
  } finally {
    await api.stop();
    proxy.close();
  }
});

test('a response above the size limit is free and counted', async () => {
  const api = await startTestApi();
  try {
    const { key } = await api.tenants.create('100');
    await api.simulator.fault({ operation: '*', fault: 'oversized' });
    expectProblem(await send(api.baseUrl, kinds.object, { key }), 502, 'upstream_error', 0n);
    expect(await metric(api, 'loupe_upstream_bounds_passed_total{bound="answer_bytes"')).toEqual([
      'loupe_upstream_bounds_passed_total{bound="answer_bytes"} 1',
    ]);
  } finally {
    await api.stop();
  }
});
