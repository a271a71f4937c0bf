import { type Browser, DashboardWorld, type OwnerOfAccount } from './dashboard-world';

describe('playground calls', () => {
  let world: DashboardWorld;
  let support: Browser;
  let owner: Browser & OwnerOfAccount;
  beforeAll(async () => {
    // Three calls fit the daily cap of 0.25 USD.
    world = await DashboardWorld.start({ PRICE_PER_REQUEST_USD: '0.08' });
    support = await world.supportBrowser();
  });
  beforeEach(async () => {
    owner = await world.ownerBrowser();
    await world.topUp(support, owner.accountId, '5');
  });
  afterAll(() => world.stop());

  const call = (path: string, headers?: Record<string, string>) => owner.post('/playground', { path }, headers);
  const keys = async () => (await owner.get('/keys')).json.items;

  it('respond, cost and are logged like calls of the data API, with a built-in key', async () => {
    expect(await keys()).toEqual([]);
    const { status, json, headers } = await call('/users/1001/followers');
    expect(status).toBe(200);
    expect(json.items.length).toBeGreaterThan(0);
    expect(headers.get('x-cost-usd')).toBe('0.080000');
    expect(headers.get('x-balance-usd')).toBe('4.920000');
    expect(headers.get('ratelimit-policy')).toMatch(/^"key";q=\d+;w=1$/);
    const [key] = await keys();
    expect(key).toMatchObject({ name: 'Playground', built_in: true, state: 'active', daily_cap_usd: '0.250000' });
    const [logged] = (await owner.get('/requests')).json.items;
    expect(logged).toMatchObject({
      request_id: headers.get('x-request-id'),
      operation: 'users.followers',
      cost_usd: '0.080000',
      key: { id: key.id },
    });
  });

  it('are refused beyond their own small daily cap, free of charge', async () => {
    for (let calls = 0; calls < 3; calls++) expect((await call('/users/1001')).status).toBe(200);
    const { status, json } = await call('/users/1001');
    expect(status).toBe(402);
    expect(json).toMatchObject({ code: 'key_cap_reached', period: 'day', cap_usd: '0.250000', charged_usd: '0' });
    const [{ id }] = await keys();
    await owner.send('PATCH', `/keys/${id}`, { body: { daily_cap_usd: '1' } });
    expect((await call('/users/1001')).status).toBe(200);
  });

  it('fail like calls of the data API', async () => {
    const refused = await call('/users/1001?Cursor=x');
    expect(refused.status).toBe(422);
    expect(refused.json).toMatchObject({ code: 'unprocessable_entity', charged_usd: '0' });
    expect((await call('/users/999999999999')).json).toMatchObject({ status: 404, charged_usd: '0.080000' });
  });

  it('reach only operations of the data API', async () => {
    for (const path of ['/dashboard/api/keys', '/nothing', 'users/1001', 'http://other.example/users/1001', '//x/y']) {
      const { status, json } = await call(path);
      expect({ path, status, parameter: json.errors[0].parameter }).toEqual({ path, status: 422, parameter: 'path' });
    }
  });

  it('share one key, even if several first calls run at once', async () => {
    const answers = await Promise.all(Array.from({ length: 3 }, () => call('/users/1001')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await keys()).toHaveLength(1);
  });

  it('use a key that can be neither rotated nor revoked', async () => {
    await call('/users/1001');
    const [{ id }] = await keys();
    expect((await owner.send('DELETE', `/keys/${id}`)).status).toBe(409);
    expect((await owner.post(`/keys/${id}/rotate`, { overlap_seconds: 0 })).status).toBe(409);
    expect((await call('/users/1001')).status).toBe(200);
  });
});
