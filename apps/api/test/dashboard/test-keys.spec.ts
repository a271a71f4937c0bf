import { UsageLog } from '../../src/core/usage/usage-log';
import { startSimulator } from '../support/per-worker/simulator';
import { type Browser, DashboardWorld, type OwnerOfAccount } from './dashboard-world';

describe('test keys in the dashboard', () => {
  let world: DashboardWorld;
  let owner: Browser & OwnerOfAccount;
  let stopSandbox: () => Promise<void>;
  beforeAll(async () => {
    const sandbox = await startSimulator();
    stopSandbox = () => sandbox.stop();
    world = await DashboardWorld.start({ SANDBOX_UPSTREAM_URL: sandbox.baseUrl });
    owner = await world.ownerBrowser();
  });
  afterAll(async () => {
    await world.stop();
    await stopSandbox();
  });

  const create = async (mode?: string) => (await owner.post('/keys', { name: `${mode}`, mode })).json;

  it('are created beside live ones, marked as test keys, and stay test keys when rotated', async () => {
    const [live, test] = [await create(), await create('test')];
    expect(live).toMatchObject({ mode: 'live', key: expect.stringMatching(/^loupe_[0-9A-Za-z]{33}$/) });
    expect(test).toMatchObject({ mode: 'test', key: expect.stringMatching(/^loupe_test_[0-9A-Za-z]{33}$/) });
    expect(test.key.startsWith(test.prefix)).toBe(true);
    expect(test.prefix).toMatch(/^loupe_test_.{8}$/);
    const listed = (await owner.get('/keys')).json.items as { id: string; mode: string; prefix: string }[];
    for (const { id, mode, prefix } of [live, test])
      expect(listed).toContainEqual(expect.objectContaining({ id, mode, prefix }));
    const rotated = (await owner.post(`/keys/${test.id}/rotate`, { overlap_seconds: 60 })).json;
    expect(rotated).toMatchObject({
      mode: 'test',
      key: expect.stringMatching(/^loupe_test_/),
      rotated_from_id: test.id,
    });
    for (const { key } of [test, rotated]) {
      const { status, headers } = await world.api.get('/users/1001', key);
      expect([status, headers.get('x-loupe-mode'), headers.get('x-cost-usd')]).toEqual([200, 'test', '0']);
    }
    expect((await owner.post('/keys', { name: 'X', mode: 'both' })).json.errors).toMatchObject([{ parameter: 'mode' }]);
  });

  it('are found by support by their prefix', async () => {
    const { prefix, id } = await create('test');
    const support = await world.supportBrowser();
    const { json } = await support.get(`/support/accounts?query=${prefix}`);
    expect(json.items).toMatchObject([{ id: `${owner.accountId}`, match: { kind: 'key', key_id: id } }]);
  });

  it('are excluded from totals, and marked in the list of requests', async () => {
    const [live, test] = [await create('live'), await create('test')];
    await world.topUp(await world.supportBrowser(), owner.accountId);
    const before = (await owner.get('/usage?group_by=total')).json.items[0]?.requests ?? 0;
    for (let call = 0; call < 3; call++) await world.api.get('/users/1001', test.key);
    await world.api.get('/users/1001', live.key);
    const filtered = async (filter: string) => (await owner.get(`/requests?key_id=${test.id}${filter}`)).json.items;
    await world.api.app.get(UsageLog).flush();
    const [request] = await filtered('&mode=test');
    expect(request).toMatchObject({ key: { id: test.id, mode: 'test', prefix: test.prefix }, cost_usd: '0' });
    expect(await filtered('&mode=live')).toEqual([]);
    const receipt = (await owner.get(`/requests/${request.request_id}`)).json;
    expect(receipt).toMatchObject({
      ledger: null,
      price: { charged: false, reason: expect.stringContaining('test key') },
    });
    const total = async (query: string) => (await owner.get(`/usage?group_by=total${query}`)).json.items[0]?.requests;
    expect(await total('')).toBe(before + 1);
    expect(await total('&mode=live')).toBe(before + 1);
    expect(await total('&mode=test')).toBeGreaterThanOrEqual(3);
    expect(await total(`&key_id=${test.id}`)).toBe(3);
    const overview = (await owner.get('/overview')).json;
    expect(overview.totals.requests).toBe(before + 1);
    expect(overview.by_key.map(({ key_id }: { key_id: string }) => key_id)).not.toContain(test.id);
  });
});

describe('the dashboard without a simulator', () => {
  let world: DashboardWorld;
  beforeAll(async () => {
    world = await DashboardWorld.start();
  });
  afterAll(() => world.stop());

  it('refuses to create a test key, and says why', async () => {
    const owner = await world.ownerBrowser();
    const { status, json } = await owner.post('/keys', { name: 'CI', mode: 'test' });
    expect(status).toBe(422);
    expect(json.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(['mode']);
    expect(json.detail).toContain('SANDBOX_UPSTREAM_URL');
    expect((await owner.get('/keys')).json.items).toEqual([]);
  });
});
