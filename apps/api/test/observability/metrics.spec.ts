import { connect } from 'node:net';
import { problemCodes, servedOperations } from '@loupe/dto';
import { allBounds, UpstreamClient } from '@loupe/upstream-client';
import { DataSource } from 'typeorm';
import { KeySetRefresher } from '../../src/core/auth/key-set.refresher';
import { shedReasons } from '../../src/core/rate-limit/load-shedder';
import { Metrics } from '../../src/platform/observability/metrics';
import { commit, version } from '../../src/platform/version';
import { kinds } from '../endpoints/failure-table';
import { send } from '../support/send';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';
import { until } from '../support/until';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await startTestApi();
  tenant = await api.tenants.create('100');
});
afterAll(() => api.stop());

const scrape = () => api.app.get(Metrics).registry.metrics();

function labelsOf(text: string): Map<string, Set<string>> {
  const values = new Map<string, Set<string>>();
  for (const line of text.split('\n').filter((line) => line.startsWith('loupe_'))) {
    for (const [, label, value] of line.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
      values.set(label!, (values.get(label!) ?? new Set()).add(value!));
  }
  return values;
}

async function amountOf(series: string): Promise<number> {
  const line = (await scrape()).split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1));
}

const seriesOfLoupe = async () => (await scrape()).split('\n').flatMap((line) => /^loupe_\S+/.exec(line)?.[0] ?? []);

describe('the metric series', () => {
  const hostile = [
    '/users/1001%22%7D%0Aloupe_injected 1',
    '/no/such/route',
    '/users/1001?cursor=%00&x={"y"}',
    '/posts/%F0%9F%92%A9/comments',
    `/users/${'9'.repeat(2_000)}`,
    '/search/users?query=%22%7D',
    '/metrics',
    '//evil/../users/1',
  ];

  test('have labels from closed sets only, whatever callers send', async () => {
    const methods = ['GET', 'POST', 'TRACE', 'PURGE'];
    for (const method of methods)
      for (const [index, path] of hostile.entries()) {
        const headers = { traceparent: `${index}-"}`, 'x-request-id': `"} ${index}`, 'user-agent': `a"{${index}` };
        for (const key of [tenant.key, `loupe_${index}"}`, undefined])
          await send(api.baseUrl, path.replace(/ /g, '%20'), { method, key, headers }).catch(() => undefined);
      }
    await sendRaw('BREW /users/1 HTTP/1.1\r\nhost: x\r\nx-api-key: "}\r\n\r\n');
    await api.simulator.fault({ operation: '*', fault: 'login_required' });
    await send(api.baseUrl, kinds.object, { key: tenant.key });
    await api.simulator.clearFaults();

    const known: Record<string, (value: string) => boolean> = {
      operation: (value) => servedOperations.some(({ name }) => name === value),
      status: (value) => /^[1-5]\d\d$/.test(value),
      code: (value) => value === '' || (problemCodes as readonly string[]).includes(value),
      family: (value) => api.app.get(UpstreamClient).families.all.some(({ name }) => name === value),
      bound: (value) => (allBounds as readonly string[]).includes(value),
      outcome: (value) => /^[a-z_]{2,10}$/.test(value),
      state: (value) => ['ready', 'resting', 'dead', 'in_use', 'idle', 'active', 'paused'].includes(value),
      reason: (value) => [...shedReasons, ...readinessFaults].includes(value),
      of: (value) => ['requests', 'refusals', 'addresses'].includes(value),
      version: (value) => value === version,
      commit: (value) => value === commit,
      le: (value) => value === '+Inf' || Number(value) > 0,
    };
    const labels = labelsOf(await scrape());
    for (const [label, values] of labels)
      for (const value of values)
        expect({ label, value, isKnown: known[label]?.(value) }).toEqual({ label, value, isKnown: true });
    expect([...labels.keys()].sort()).toEqual(Object.keys(known).sort());
  });

  const readinessFaults = ['draining', 'API keys cannot be checked', 'charges cannot be committed'];

  test('do not multiply with the number of callers', async () => {
    const ask = async ({ key }: Tenant) => {
      for (const path of hostile) await send(api.baseUrl, path.replace(/ /g, '%20'), { key });
      await send(api.baseUrl, kinds.media, { key });
    };
    await ask(tenant);
    const before = await seriesOfLoupe();
    for (let other = 0; other < 3; other++) await ask(await api.tenants.create());
    expect(await seriesOfLoupe()).toEqual(before);
  });

  test('exist before the first event if an alert depends on their increase', async () => {
    const fresh = await startTestApi();
    const text = await fresh.app.get(Metrics).registry.metrics();
    await fresh.stop();
    for (const start of [
      'loupe_answers_total{operation="users.by_id",status="500",code="internal_error"} 0',
      'loupe_requests_refused_total{reason="account"} 0',
      'loupe_upstream_bounds_passed_total{bound="waiting"} 0',
      'loupe_monitor_runs_total{outcome="failed"} 0',
      'loupe_usage_rows_dropped_total{of="requests"} 0',
      'loupe_webhook_attempts_total{outcome="failed"} 0',
    ])
      expect(text).toContain(start);
  });
});

describe('an operator', () => {
  test('sees which version and commit a process runs', async () => {
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(commit).toMatch(/^([0-9a-f]{12}|unknown)$/);
    expect(await scrape()).toContain(`\nloupe_build_info{version="${version}",commit="${commit}"} 1\n`);
  });

  test('sees how many connections of the database pool are in use, and how many queries wait for one', async () => {
    const dataSource = api.app.get(DataSource);
    const held = Array.from({ length: 10 }, () => dataSource.createQueryRunner());
    await Promise.all(held.map((one) => one.connect()));
    const waiting = dataSource.query('SELECT 1');
    const inUse = await amountOf('loupe_database_pool_connections{state="in_use"}');
    const waitingCount = await amountOf('loupe_database_pool_waiting');
    // Released before an assertion can fail, because the tests below need these connections.
    await Promise.all(held.map((one) => one.release()));
    await waiting;
    expect(inUse).toBe(10);
    // Background work may wait for a connection as well.
    expect(waitingCount).toBeGreaterThanOrEqual(1);
    await until('nobody waits for the pool', async () => (await amountOf('loupe_database_pool_waiting')) === 0);
  });

  test('sees how large the batches of charges are, and how long the oldest charge waits', async () => {
    const before = await amountOf('loupe_charge_batch_size_sum');
    const holder = api.app.get(DataSource).createQueryRunner();
    await holder.startTransaction();
    // Locks a table that every charge needs. If only the account's row were locked, the charge would be deferred.
    await holder.query('LOCK TABLE transfers IN ACCESS EXCLUSIVE MODE');
    const pending = send(api.baseUrl, kinds.object, { key: tenant.key });
    try {
      await until('a charge waits', async () => (await amountOf('loupe_charges_oldest_seconds')) > 0.05);
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
    expect((await pending).status).toBe(200);
    expect(await amountOf('loupe_charge_batch_size_sum')).toBeGreaterThan(before);
  });

  test('sees how long a revocation took to arrive', async () => {
    const { keyId } = await api.tenants.addKey(tenant.accountId);
    expect(await amountOf('loupe_revocation_lag_seconds')).toBe(0);
    await api.tenants.changeKey(keyId, "revoked_at = now() - interval '7 seconds'");
    await api.app.get(KeySetRefresher).refresh();
    expect(await amountOf('loupe_revocation_lag_seconds')).toBeGreaterThan(7);
    expect(await amountOf('loupe_revocation_lag_seconds')).toBeLessThan(60);
  });
});

function sendRaw(text: string): Promise<void> {
  const { hostname, port } = new URL(api.baseUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.end(text));
    socket
      .on('close', () => resolve())
      .on('error', () => resolve())
      .resume();
  });
}
