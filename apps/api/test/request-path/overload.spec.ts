import { setMaxListeners } from 'node:events';
import type { Server } from 'node:http';
import { LoadShedder } from '../../src/core/rate-limit/load-shedder';
import { Metrics } from '../../src/platform/observability/metrics';
import { expectProblem } from '../endpoints/answer-checks';
import { known } from '../endpoints/known';
import { send } from '../support/send';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';
import { until } from '../support/until';

const profile = `/users/${known.marta}`;

describe('an overloaded process', () => {
  let api: TestApi;
  let load: LoadShedder;
  let callers: AbortController;
  let waiting: Promise<unknown>[];
  beforeAll(async () => {
    api = await startTestApi({ MAX_CONCURRENT_REQUESTS: '20' });
    load = api.app.get(LoadShedder);
  });
  afterAll(() => api.stop());
  beforeEach(() => {
    callers = new AbortController();
    waiting = [];
  });
  afterEach(async () => {
    callers.abort();
    await Promise.all(waiting);
    await api.underWay(0);
    await api.simulator.clearFaults();
  });

  async function occupy(keys: string[], count: number): Promise<void> {
    const { signal } = callers;
    setMaxListeners(0, signal);
    const sum = load.underWay + count;
    for (let sent = 0; sent < count; sent++) {
      // Each request is for another user, because identical requests are coalesced.
      const path = `/users/${1_000 + sent}`;
      waiting.push(send(api.baseUrl, path, { key: keys[sent % keys.length], signal }).catch(() => undefined));
    }
    await api.underWay(sum);
  }

  const stall = () => api.simulator.fault({ operation: 'users.info', fault: 'hold' });
  const ask = ({ key }: Tenant) => send(api.baseUrl, profile, { key });

  it('refuses the busy account first, then everybody, free of charge and before any upstream request', async () => {
    const tenants = await Promise.all(Array.from({ length: 5 }, () => api.tenants.create('10')));
    const [busy, ...quiet] = tenants as [Tenant, ...Tenant[]];
    await stall();
    await api.simulator.forget();
    // A key may have a third of the slots, and an account half.
    const { key: secondKey } = await api.tenants.addKey(busy.accountId);
    await occupy([busy.key, secondKey], 10);
    const refused = await ask(busy);
    expectProblem(refused, 503, 'service_unavailable', 0n);
    expect(refused.headers).toMatchObject({ 'retry-after': '1', 'x-cost-usd': '0' });
    for (const [index, count] of [4, 3, 2, 1].entries()) await occupy([quiet[index]!.key], count);
    expect(load.underWay).toBe(20);
    await until('the upstream has all requests', async () => (await api.simulator.seen()).length === 20);
    // These are refused before authentication.
    for (const key of [quiet[0]!.key, 'x']) {
      const reply = await send(api.baseUrl, profile, { key });
      expectProblem(reply, 503, 'service_unavailable', 0n);
      expect(reply.headers).toMatchObject({
        'retry-after': '1',
        'x-cost-usd': '0',
        'cache-control': 'private, no-store',
      });
      expect(reply.headers).not.toHaveProperty('ratelimit');
    }
    for (const path of ['/system/health', '/openapi.json', '/docs/', '/errors/service_unavailable'])
      expect((await send(api.baseUrl, path)).status).toBe(200);
    expect((await send(api.baseUrl, '/dashboard/api/session')).status).toBe(401);
    await api.simulator.held(20);
    expect(await api.simulator.seen()).toHaveLength(20);
    const { values } = await api.app.get(Metrics).registry.getSingleMetric('loupe_requests_refused_total')!.get();
    expect(Object.fromEntries(values.map(({ labels, value }) => [labels.reason, value]))).toEqual({
      account: 1,
      requests_under_way: 2,
    });
    callers.abort();
    await Promise.all(waiting);
    await api.simulator.clearFaults();
    await api.underWay(0);
    expect((await ask(busy)).status).toBe(200);
  });

  it('has a longer listen queue than Node’s default', () => {
    const server = api.app.getHttpServer() as Server;
    const listen = jest.spyOn(server, 'listen').mockReturnValue(server);
    api.app.getHttpAdapter().listen(0, '127.0.0.1', () => undefined);
    expect(listen).toHaveBeenCalledWith({ port: 0, host: '127.0.0.1', backlog: 4_096 }, expect.any(Function));
    listen.mockRestore();
  });
});
