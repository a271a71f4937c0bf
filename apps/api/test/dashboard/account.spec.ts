import { type Browser, DashboardWorld, type OwnerOfAccount } from './dashboard-world';

describe('the account', () => {
  let world: DashboardWorld;
  let owner: Browser & OwnerOfAccount;
  beforeAll(async () => {
    world = await DashboardWorld.start();
  });
  beforeEach(async () => {
    owner = await world.ownerBrowser();
  });
  afterAll(() => world.stop());

  const setThreshold = (low_balance_threshold_usd: unknown) =>
    owner.send('PATCH', '/account', { body: { low_balance_threshold_usd } });

  it('returns 200 with the balance and status of the account', async () => {
    await world.topUp(await world.supportBrowser(), owner.accountId, '12.34');
    const { status, json } = await owner.get('/account');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      id: `${owner.accountId}`,
      status: 'active',
      balance_usd: '12.340000',
      low_balance_threshold_usd: null,
      low_balance_since: null,
    });
  });

  it('returns 200 and sets the low-balance threshold, which null removes', async () => {
    expect((await setThreshold('2')).json).toMatchObject({
      low_balance_threshold_usd: '2.000000',
      low_balance_since: expect.any(String),
    });
    expect((await setThreshold(null)).json).toMatchObject({ low_balance_threshold_usd: null, low_balance_since: null });
  });

  it.each([undefined, '', 'much', '-1', '1e3', '0.0000001', 1e-7, true, ['1']])(
    'returns 422 for the threshold %p',
    async (value) => {
      const { status, json } = await setThreshold(value);
      expect(status).toBe(422);
      expect(json.errors).toMatchObject([{ in: 'body', parameter: 'low_balance_threshold_usd' }]);
    },
  );

  it('returns 201 for a top-up request, which support sees until it is fulfilled', async () => {
    const support = await world.supportBrowser();
    const asking = async () =>
      (await support.get('/support/accounts?view=asking')).json.items.map(({ id }: { id: string }) => id);
    const { status, json } = await owner.post('/account/top-up-request', { amount_usd: '25', note: 'Please' });
    expect(status).toBe(201);
    expect(json.top_up_request).toEqual({ asked_at: expect.any(String), amount_usd: '25.000000', note: 'Please' });
    await owner.post('/account/top-up-request', {});
    expect((await owner.get('/account')).json.top_up_request).toMatchObject({ amount_usd: null, note: null });
    expect(await asking()).toContain(`${owner.accountId}`);
    await world.topUp(support, owner.accountId, '5');
    expect((await owner.get('/account')).json.top_up_request).toBeNull();
    expect(await asking()).not.toContain(`${owner.accountId}`);
    const refused = await owner.post('/account/top-up-request', { amount_usd: '0' });
    expect(refused.json.errors).toMatchObject([{ in: 'body', parameter: 'amount_usd' }]);
  });

  it('returns 200 with the operations, their parameters and prices', async () => {
    const { json } = await owner.get('/operations');
    const followers = json.items.find(({ name }: { name: string }) => name === 'users.followers');
    expect(followers).toMatchObject({ path: '/users/{user_id}/followers', price_usd: '0.000600' });
    expect(followers.parameters[0]).toMatchObject({ name: 'user_id', in: 'path', required: true });
    expect(json.items.find(({ name }: { name: string }) => name === 'users.by_username')?.price_usd).toBe('0.001200');
  });
});
