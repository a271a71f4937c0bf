import { createServer, type Server } from 'node:http';
import { UpstreamClient } from '@loupe/upstream-client';
import { DataSource } from 'typeorm';
import { ChargeQueues } from '../../src/core/billing/charge-queues';
import { Metrics } from '../../src/platform/observability/metrics';
import { endServer, listenLocally } from '../support/local-server';
import { noteLogLines } from '../support/log-lines';
import { type AnyJson, type SentReply, send } from '../support/send';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';
import { until } from '../support/until';

describe('answers of a connection that then delivers a foreign answer', () => {
  let upstream: Server;
  let api: TestApi;
  let one: Tenant;
  let other: Tenant;
  const requested: string[] = [];
  const errors: AnyJson[] = [];
  let foreignFor: string | undefined;

  beforeAll(async () => {
    upstream = createServer(({ url }, response) => {
      const [, kind, pk] = /\/(users|friendships)\/(\d+)\//.exec(url!)!;
      requested.push(pk!);
      const user = { pk: pk === foreignFor ? 1 : Number(pk), username: `u${pk}` };
      if (pk === foreignFor) foreignFor = undefined;
      response.end(JSON.stringify(kind === 'users' ? { user } : { users: [user] }));
    });
    // On a busy machine, the connection waits long for its next request, and must stay open.
    upstream.keepAliveTimeout = 60_000;
    api = await startTestApi({ LOG_LEVEL: 'error', UPSTREAM_BASE_URL: await listenLocally(upstream) });
    noteLogLines(api, (line) => errors.push(line));
    one = await api.tenants.create('10');
    other = await api.tenants.create('10');
  });
  afterAll(async () => {
    await api.stop();
    endServer(upstream);
  });

  const ask = ({ key }: Tenant, path: string, headers = {}): Promise<SentReply> =>
    send(api.baseUrl, path, { key, headers });
  const untilReusable = () =>
    until('the connection is reusable', () => api.app.get(UpstreamClient).connectionsInQuarantine === 0);

  it('are free 502s if they are not charged yet; charged ones are logged, counted and never replayed', async () => {
    const cached = { 'cache-control': 'max-age=600' };
    const charged = await ask(one, '/users/7001/followers', cached);
    expect([charged.status, charged.headers['x-cost-usd']]).toEqual([200, '0.000600']);
    await untilReusable();

    // The lock keeps this charge waiting.
    const holder = api.app.get(DataSource).createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM ledger.accounts WHERE account_id = $1 FOR UPDATE', [other.accountId]);
    try {
      const waiting = ask(other, '/users/7002/followers');
      await until('the charge waits', () => api.app.get(ChargeQueues).lockedAccounts === 1);
      await untilReusable();
      foreignFor = '7003';
      expect((await ask(one, '/users/7003')).json.pk).toBe('7003');
      expect(requested).toEqual(['7001', '7002', '7003', '7003']);
      const { status, json } = await waiting;
      expect([status, json.code, json.charged_usd]).toEqual([502, 'upstream_error', '0']);
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
    expect(await api.tenants.balanceMicros(other.accountId)).toBe(10_000_000n);

    const text = 'a request was charged for an answer that may belong to another request';
    const ids = errors.filter(({ msg }) => msg === text).map(({ request_id }) => request_id);
    expect(ids).toEqual([charged.headers['x-request-id']]);
    expect(await api.app.get(Metrics).registry.getSingleMetricAsString('loupe_upstream_suspect_charges_total')).toMatch(
      /^loupe_upstream_suspect_charges_total 1$/m,
    );
    expect((await ask(one, '/users/7001/followers', cached)).headers.age).toBeUndefined();
  });
});
