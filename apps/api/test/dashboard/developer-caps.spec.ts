import { type Browser, DashboardWorld, type OwnerOfAccount } from './dashboard-world';

describe('keys that developers create', () => {
  let world: DashboardWorld;
  let owner: Browser & OwnerOfAccount;
  let developer: Browser;
  beforeAll(async () => {
    world = await DashboardWorld.start({ SANDBOX_UPSTREAM_URL: 'http://127.0.0.1:9' });
  });
  beforeEach(async () => {
    owner = await world.ownerBrowser();
    developer = await world.memberBrowser(owner.accountId, 'developer');
  });
  afterAll(() => world.stop());

  const create = (by: Browser, body: object = {}) => by.post('/keys', { name: 'Importer', ...body });
  const setCap = (developer_daily_cap_usd: unknown) =>
    owner.send('PATCH', '/account', { body: { developer_daily_cap_usd } });
  const capOf = async (by: Browser) => (await by.get('/account')).json.developer_daily_cap_usd;

  it('show the daily limit of their developer, $0.25 until the owner sets another, and change with it', async () => {
    expect(await capOf(developer)).toBe('0.250000');
    const first = (await create(developer)).json;
    expect(first).toMatchObject({ daily_cap_usd: '0.250000', monthly_cap_usd: null });
    const { status, json } = await setCap('0.0012');
    expect({ status, json }).toMatchObject({ status: 200, json: { developer_daily_cap_usd: '0.001200' } });
    expect((await create(developer)).json).toMatchObject({ daily_cap_usd: '0.001200' });
    expect((await setCap(null)).json).toMatchObject({ developer_daily_cap_usd: '0.250000' });
    expect((await create(developer)).json).toMatchObject({ daily_cap_usd: '0.250000' });
    const limits = () =>
      owner.get('/keys').then(({ json }) => json.items.map((key: { daily_cap_usd: string }) => key.daily_cap_usd));
    await setCap('0.5');
    expect(await limits()).toEqual(['0.500000', '0.500000', '0.500000']);
    const ownCap = await owner.send('PATCH', `/keys/${first.id}`, { body: { daily_cap_usd: '0.1' } });
    expect(ownCap.json).toMatchObject({ daily_cap_usd: '0.100000', developer_daily_cap_usd: '0.500000' });
    const without = await owner.send('PATCH', `/keys/${first.id}`, { body: { daily_cap_usd: null } });
    expect(without.json).toMatchObject({ daily_cap_usd: '0.500000', developer_daily_cap_usd: '0.500000' });
    expect((await create(owner)).json).toMatchObject({ daily_cap_usd: null, developer_daily_cap_usd: null });
  });

  const call = (key: string) => world.api.get('/users/1001', key);
  const withMoney = async () => {
    await world.topUp(await world.supportBrowser(), owner.accountId, '5');
    await setCap('0.0012');
  };

  it('spend together what the developer may spend a day, however many are created, revoked or rotated', async () => {
    await withMoney();
    const outcomes: number[] = [];
    for (let n = 0; n < 4; n++) {
      const { id, key } = (await create(developer)).json;
      const rotated = (await developer.post(`/keys/${id}/rotate`, { overlap_seconds: 60 })).json;
      for (const text of [key, rotated.key]) outcomes.push((await call(text)).status);
      for (const revoked of [id, rotated.id]) await developer.send('DELETE', `/keys/${revoked}`);
    }
    expect(outcomes).toEqual([200, 200, ...Array(6).fill(402)]);
    const { key } = (await create(developer)).json;
    expect((await call(key)).json).toMatchObject({
      code: 'key_cap_reached',
      period: 'day',
      cap_usd: '0.001200',
      spent_usd: '0.001200',
      detail: expect.stringContaining('the keys of its developer have spent $0.001200'),
    });
    const { daily_cap_usd, daily_spent_usd } = (await world.api.get('/system/balance', key)).json.key;
    expect([daily_cap_usd, daily_spent_usd]).toEqual(['0.001200', '0.001200']);
  });

  it('follow a changed limit with the next request, and do not count what owners and other developers spend', async () => {
    await withMoney();
    const [mine, others, owners] = await Promise.all(
      [developer, await world.memberBrowser(owner.accountId, 'developer'), owner].map(
        async (by) => (await create(by)).json.key,
      ),
    );
    const spend = async (key: string, times: number) => {
      const statuses: number[] = [];
      for (let n = 0; n < times; n++) statuses.push((await call(key)).status);
      return statuses;
    };
    expect(await spend(owners, 3)).toEqual([200, 200, 200]);
    expect(await spend(others, 3)).toEqual([200, 200, 402]);
    expect(await spend(mine, 3)).toEqual([200, 200, 402]);
    await setCap('0.0018');
    expect(await spend(mine, 2)).toEqual([200, 402]);
    await setCap('0.0006');
    expect(await spend(others, 1)).toEqual([402]);
    await setCap(null);
    expect(await spend(mine, 1)).toEqual([200]);
  });

  it('count towards the limit of a developer who was promoted or removed, and who has rotated them', async () => {
    await withMoney();
    const { userId } = Object.assign(developer, { userId: Number((await developer.get('/session')).json.user.id) });
    const { id, key } = (await create(developer)).json;
    await owner.send('PATCH', `/members/${userId}`, { body: { role: 'owner' } });
    const rotated = (await owner.post(`/keys/${id}/rotate`, { overlap_seconds: 60 })).json.key;
    const later = (await create(developer)).json.key;
    await owner.send('DELETE', `/members/${userId}`);
    const outcomes: number[] = [];
    for (const text of [key, rotated, rotated, later, later, later]) outcomes.push((await call(text)).status);
    expect(outcomes).toEqual([200, 200, 402, 200, 200, 200]);
  });

  it.each([
    { daily_cap_usd: '100' },
    { daily_cap_usd: '0.1' },
    { daily_cap_usd: null },
    { monthly_cap_usd: '100' },
    { monthly_cap_usd: null },
  ])('cannot get the cap %j from a developer, at creation or later', async (caps) => {
    expect((await create(developer, caps)).json).toMatchObject({ status: 403, code: 'forbidden' });
    const { id } = (await create(developer)).json;
    expect((await developer.send('PATCH', `/keys/${id}`, { body: caps })).json).toMatchObject({ status: 403 });
    expect((await owner.get('/keys')).json.items).toMatchObject([{ daily_cap_usd: '0.250000', monthly_cap_usd: null }]);
    expect(await owner.send('PATCH', `/keys/${id}`, { body: caps })).toMatchObject({ status: 200 });
  });

  it('cannot be rotations of a live key that has no cap', async () => {
    const rotate = (id: string) => developer.post(`/keys/${id}/rotate`, { overlap_seconds: 60 });
    const { id } = (await create(owner)).json;
    expect((await rotate(id)).json).toMatchObject({ status: 403, code: 'forbidden' });
    await owner.send('PATCH', `/keys/${id}`, { body: { monthly_cap_usd: '40' } });
    expect(await rotate(id)).toMatchObject({
      status: 201,
      json: { daily_cap_usd: null, monthly_cap_usd: '40.000000' },
    });
    const test = (await create(owner, { mode: 'test' })).json;
    expect((await rotate(test.id)).status).toBe(201);
  });

  it('still have the cap when they expire and are extended', async () => {
    const { id } = (await create(developer, { expires_at: '2099-01-01' })).json;
    await world.dataSource.query(`UPDATE api_keys SET expires_at = now() - interval '1 hour' WHERE id = $1`, [id]);
    const back = await developer.send('PATCH', `/keys/${id}`, { body: { expires_at: null } });
    expect(back.json).toMatchObject({ state: 'active', daily_cap_usd: '0.250000' });
  });

  it('get their cap only from the owner with a fresh password, and the change is audited', async () => {
    for (const by of [developer, await world.memberBrowser(owner.accountId, 'viewer')])
      expect((await by.send('PATCH', '/account', { body: { developer_daily_cap_usd: '9' } })).status).toBe(403);
    for (const wrong of ['', '-1', 'much', '1e3'])
      expect((await setCap(wrong)).json.errors).toMatchObject([{ in: 'body', parameter: 'developer_daily_cap_usd' }]);
    await setCap('3');
    const audit = (await (await world.supportBrowser()).get(`/support/audit?account_id=${owner.accountId}`)).json.items;
    expect(audit[0]).toMatchObject({
      action: 'account.developer_cap',
      actor: { label: owner.email },
      details: { developer_daily_cap_usd: '3.000000' },
    });
    await world.dataSource.query(`UPDATE sessions SET password_checked_at = now() - interval '1 hour'`);
    expect((await setCap('9')).json).toMatchObject({ status: 403, reason: 'fresh_password_required' });
    expect(await capOf(owner)).toBe('3.000000');
  });

  it('have a cap that is independent of the low-balance threshold', async () => {
    await owner.send('PATCH', '/account', { body: { low_balance_threshold_usd: '2' } });
    expect((await setCap('3')).json).toMatchObject({ low_balance_threshold_usd: '2.000000' });
    const { json } = await owner.send('PATCH', '/account', { body: { low_balance_threshold_usd: null } });
    expect(json).toMatchObject({ low_balance_threshold_usd: null, developer_daily_cap_usd: '3.000000' });
  });
});
