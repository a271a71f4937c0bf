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

  it('get a daily cap of $0.25 until the owner sets another cap, which changes no existing key', async () => {
    expect(await capOf(developer)).toBe('0.250000');
    const first = (await create(developer)).json;
    expect(first).toMatchObject({ daily_cap_usd: '0.250000', monthly_cap_usd: null });
    const { status, json } = await setCap('0.0012');
    expect({ status, json }).toMatchObject({ status: 200, json: { developer_daily_cap_usd: '0.001200' } });
    expect((await create(developer)).json).toMatchObject({ daily_cap_usd: '0.001200' });
    expect((await setCap(null)).json).toMatchObject({ developer_daily_cap_usd: '0.250000' });
    expect((await create(developer)).json).toMatchObject({ daily_cap_usd: '0.250000' });
    const unchanged = (await owner.get('/keys')).json.items.find(({ id }: { id: string }) => id === first.id);
    expect(unchanged).toMatchObject({ daily_cap_usd: '0.250000' });
    expect((await create(owner)).json).toMatchObject({ daily_cap_usd: null, monthly_cap_usd: null });
  });

  it('are refused calls beyond the cap, also after a rotation', async () => {
    await world.topUp(await world.supportBrowser(), owner.accountId, '5');
    await setCap('0.0012');
    const { id, key } = (await create(developer)).json;
    const rotated = await developer.post(`/keys/${id}/rotate`, { overlap_seconds: 60 });
    expect(rotated).toMatchObject({ status: 201, json: { daily_cap_usd: '0.001200' } });
    const outcomes: number[] = [];
    for (const text of [key, rotated.json.key, rotated.json.key])
      outcomes.push((await world.api.get('/users/1001', text)).status);
    expect(outcomes).toEqual([200, 200, 402]);
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
