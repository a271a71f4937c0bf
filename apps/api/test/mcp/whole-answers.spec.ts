import { createServer, type Server } from 'node:http';
import { endServer, listenLocally } from '../support/local-server';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';
import { Agent } from './agent';

const unseen = /[\p{Cf}\p{Cs}\p{Variation_Selector}\u{e0000}-\u{e01ef}]/u;
/** Hostile text, as characters and as escapes: tag characters, joiners, variation selectors and reversed writing. */
const biography = String.raw`see me\udb40\udc4f\udb40\udc42 and\u200b me\u202e, \ud83d\udc69\u200d\ud83d\udd2c ${'\u{e0041}\u2066\ufe0f'}too\n\\u200b`;
const shown = 'see me and me, 👩🔬 too\n\\u200b';

describe('a whole response that an agent reads', () => {
  let upstream: Server;
  let api: TestApi;
  let tenant: Tenant;
  let agent: Agent;
  beforeAll(async () => {
    upstream = createServer(({ url }, response) => {
      const [, pk] = /users\/(\d+)\/info/.exec(url!) ?? [];
      response.setHeader('content-type', 'application/json');
      response.end(`{"user":{"pk":${pk},"username":"u${pk}","full_name":"F","is_private":false,"is_verified":false,
        "biography":"${biography}", "weight" : 1.50,"sum":12345678901234567890123},"status":"ok"}`);
    });
    api = await startTestApi({ UPSTREAM_BASE_URL: await listenLocally(upstream), CACHED_PRICE_PERCENT: '50' });
  });
  afterAll(async () => {
    await api.stop();
    endServer(upstream);
  });
  beforeEach(async () => {
    tenant = await api.tenants.create('10');
  });
  afterEach(() => agent.close());

  const connect = async (budgetUsd: string) => {
    agent = await Agent.connect(api.baseUrl, { 'x-api-key': tenant.key, 'x-loupe-budget-usd': budgetUsd });
  };
  const spentMicros = async () => 10_000_000n - (await api.tenants.balanceMicros(tenant.accountId));

  it('is refused when it would cost more than is left of the session’s budget', async () => {
    await connect('0.0013');
    const { link } = await agent.use('loupe_user', { user: '7001' });
    await agent.read(link!);
    await agent.read(link!);
    expect(await spentMicros()).toBe(1_200n);
    await expect(agent.read(link!)).rejects.toThrow(
      /more than is left.*spent \$0\.001200 of its budget of \$0\.001300/,
    );
    expect(await spentMicros()).toBe(1_200n);
    expect((await agent.use('loupe_balance')).summary).toContain('session $0.001200 of $0.001300');
  });

  it('never exceeds the session’s budget when it is read many times at once', async () => {
    await connect('0.0016');
    const { link } = await agent.use('loupe_user', { user: '7002' });
    const read = await Promise.allSettled(Array.from({ length: 20 }, () => agent.read(link!)));
    expect(read.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(await spentMicros()).toBeLessThanOrEqual(1_600n);
  });

  it('omits invisible characters, and shows all others unchanged', async () => {
    await connect('1');
    const { link } = await agent.use('loupe_user', { user: '7003' });
    const text = await agent.read(link!);
    expect(JSON.parse(text).biography).toBe(shown);
    for (const passage of ['"pk":"7003"', '"weight" : 1.50', '"sum":"12345678901234567890123"'])
      expect(text).toContain(passage);
  });

  it('has sanitised text with `detail`, with `fields`, with both and with neither', async () => {
    await connect('1');
    for (const view of [{}, { detail: 'full' }, { fields: ['biography'] }, { detail: 'full', fields: ['biography'] }]) {
      const { data } = await agent.use('loupe_user', { user: '7004', ...view });
      expect(JSON.parse(data).biography).toBe(shown);
      expect(data).not.toMatch(unseen);
    }
  });
});
