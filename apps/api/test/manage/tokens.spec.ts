import { randomUUID } from 'node:crypto';
import { type Browser, DashboardWorld, type OwnerOfAccount } from '../dashboard/dashboard-world';
import { untilBlocked } from '../support/test-database';
import { newToken, Program } from './program';

describe('management tokens', () => {
  let world: DashboardWorld;
  let owner: Browser & OwnerOfAccount;
  beforeAll(async () => {
    world = await DashboardWorld.start();
    owner = await world.ownerBrowser();
  });
  afterAll(() => world.stop());

  const programOf = async (by: Browser = owner) => {
    const created = await newToken(by);
    return Object.assign(new Program(world, created.token), { id: created.id });
  };

  it('are shown once, listed without their text, and stored as a hash', async () => {
    const { token, ...shown } = await newToken(owner, { name: 'Vault', daily_cap_usd: '2.5' });
    expect(token).toMatch(/^loupe_manage_[0-9A-Za-z]{33}$/);
    expect(shown).toMatchObject({ state: 'active', prefix: token.slice(0, 21), daily_cap_usd: '2.500000' });
    const { items } = (await owner.get('/management-tokens')).json;
    expect(items[0]).toEqual(shown);
    expect(await world.rowsWith('management_tokens', token)).toEqual([]);
    expect(await world.rowsWith('audit_log', token)).toEqual([]);
  });

  it('need a fresh password to be created and confirmed, and none to be revoked', async () => {
    const { id } = await newToken(owner);
    await world.dataSource.query(
      `UPDATE sessions SET password_checked_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [owner.userId],
    );
    for (const path of ['/management-tokens', `/management-tokens/${id}/confirm`])
      expect((await owner.post(path, { name: 'Late' })).json).toMatchObject({ reason: 'fresh_password_required' });
    expect((await owner.send('DELETE', `/management-tokens/${id}`)).status).toBe(204);
    await owner.signIn(owner.email);
  });

  it('stop with the next request after they are revoked, and are then listed with what they did', async () => {
    const program = await programOf();
    const key = (await program.post('/manage/keys', { name: 'Made' })).json;
    expect((await owner.send('DELETE', `/management-tokens/${program.id}`)).status).toBe(204);
    expect((await program.get('/manage/keys')).json).toMatchObject({ status: 401, code: 'unauthorized' });
    const { items } = (await owner.get(`/management-tokens/${program.id}/actions`)).json;
    expect(items).toEqual([
      expect.objectContaining({
        action: 'key.create',
        target: { type: 'key', id: key.id },
        actor: {
          user_id: null,
          token_id: program.id,
          label: expect.stringContaining('Pipeline'),
          address: '203.0.113.7',
        },
      }),
    ]);
    expect((await owner.post(`/management-tokens/${program.id}/confirm`)).status).toBe(409);
  });

  it('change nothing when they are revoked while a change waits for the lock of its account', async () => {
    const program = await programOf();
    const runner = world.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT FROM account_profiles WHERE id = $1 FOR UPDATE', [owner.accountId]);
    const change = program.post('/manage/keys', { name: 'Too late' });
    await untilBlocked(world.dataSource);
    await runner.query('UPDATE management_tokens SET revoked_at = now() WHERE id = $1', [program.id]);
    await runner.commitTransaction();
    await runner.release();
    expect((await change).json).toMatchObject({ status: 401, code: 'unauthorized' });
    expect((await owner.get('/keys')).text).not.toContain('Too late');
  });

  it.each([
    ['demoted', (id: number) => owner.send('PATCH', `/members/${id}`, { body: { role: 'developer' } })],
    ['removed', (id: number) => owner.send('DELETE', `/members/${id}`)],
  ])('stop when their owner is %s, until another owner confirms them', async (_how, leave) => {
    const second = await world.memberBrowser(owner.accountId, 'owner');
    const program = await programOf(second);
    expect((await program.get('/manage/balance')).status).toBe(200);
    expect((await leave(second.userId)).status).toBeLessThan(300);
    // Neither the former owner nor the role's return lets it go on.
    await owner.send('PATCH', `/members/${second.userId}`, { body: { role: 'owner' } });
    expect((await program.get('/manage/balance')).json.detail).toContain('Another owner can confirm it');
    expect((await owner.get('/management-tokens')).json.items).toContainEqual(
      expect.objectContaining({ id: program.id, state: 'unconfirmed', owner_email: null }),
    );
    const confirmed = await owner.post(`/management-tokens/${program.id}/confirm`);
    expect(confirmed.json).toMatchObject({ state: 'active', owner_email: owner.email });
    expect((await program.get('/manage/balance')).status).toBe(200);
  });

  it('are refused while their account is suspended, and when they have expired', async () => {
    const [other, support] = [await world.ownerBrowser(), await world.supportBrowser()];
    const program = await programOf(other);
    await support.post(`/support/accounts/${other.accountId}/suspend`);
    expect((await program.get('/manage/keys')).json.code).toBe('account_suspended');
    await support.post(`/support/accounts/${other.accountId}/resume`);
    await world.dataSource.query('UPDATE management_tokens SET expires_at = now() WHERE id = $1', [program.id]);
    expect((await program.get('/manage/keys')).json.detail).toContain('has expired');
  });

  it('are at most twenty for an account, and revoked ones do not count', async () => {
    const other = await world.ownerBrowser();
    const tokens = [];
    while (tokens.length < 20) tokens.push(await newToken(other));
    expect((await other.post('/management-tokens', { name: 'One more' })).json.detail).toContain(
      '20 management tokens',
    );
    await other.send('DELETE', `/management-tokens/${tokens[0]!.id}`);
    expect((await other.post('/management-tokens', { name: 'One more' })).status).toBe(201);
  });

  it('create, change, rotate and revoke keys, which work and stop at once', async () => {
    const program = await programOf();
    const made = await program.post('/manage/keys', { name: 'Server', monthly_cap_usd: '9' });
    expect(made.status).toBe(201);
    const status = async (key: string) => (await world.api.get('/system/balance', key)).status;
    expect(await status(made.json.key)).toBe(200);
    const renamed = await program.send('PATCH', `/manage/keys/${made.json.id}`, { name: 'Renamed' });
    expect(renamed.json).toMatchObject({ name: 'Renamed', monthly_cap_usd: '9.000000' });
    const rotated = await program.post(`/manage/keys/${made.json.id}/rotate`, { overlap_seconds: 0 });
    expect(rotated.json).toMatchObject({ name: 'Renamed', rotated_from_id: made.json.id, monthly_cap_usd: '9.000000' });
    expect([await status(made.json.key), await status(rotated.json.key)]).toEqual([401, 200]);
    expect((await program.send('DELETE', `/manage/keys/${rotated.json.id}`)).status).toBe(204);
    expect((await program.send('DELETE', `/manage/keys/${rotated.json.id}`)).status).toBe(204);
    expect(await status(rotated.json.key)).toBe(401);
    const listed = (await program.get('/manage/keys')).json;
    const { key, ...shown } = rotated.json;
    expect(listed.items.find(({ id }: { id: string }) => id === shown.id)).toMatchObject({
      ...shown,
      state: 'revoked',
      revoked_at: expect.any(String),
    });
    expect(JSON.stringify(listed)).not.toContain(key);
  });

  it('make a change once for an idempotency key, and give every repeat the first answer with the key', async () => {
    const program = await programOf();
    const { id } = (await program.post('/manage/keys', { name: 'Once' })).json;
    const headers = { 'idempotency-key': `run-4711-${randomUUID()}` };
    const rotate = (seconds = 60) => program.post(`/manage/keys/${id}/rotate`, { overlap_seconds: seconds }, headers);
    const answers = await Promise.all([rotate(), rotate(), rotate()]);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.json.key).toMatch(/^loupe_/);
    expect((await rotate(30)).json).toMatchObject({ status: 409, code: 'conflict' });
    for (const key of [undefined, 'short'])
      expect((await program.post('/manage/keys', { name: 'No' }, { 'idempotency-key': key })).json).toMatchObject({
        status: 422,
        errors: [{ in: 'header', parameter: 'Idempotency-Key' }],
      });
    const others = await programOf();
    const same = await others.post('/manage/keys', { name: 'Another token' }, headers);
    expect(same.status).toBe(201);
  });

  it('read usage by day, key and operation, page by page, and the balance', async () => {
    const [other, support] = [await world.ownerBrowser(), await world.supportBrowser()];
    await world.topUp(support, other.accountId, '1');
    const program = await programOf(other);
    const keys = [];
    for (const name of ['a', 'b']) keys.push((await program.post('/manage/keys', { name })).json);
    for (const { key } of keys)
      for (const path of ['/users/1001', '/users/1001/about'])
        expect((await world.api.get(path, key)).status).toBe(200);
    expect((await program.get('/manage/balance')).json).toEqual({ balance_usd: '0.997600', currency: 'USD' });
    const usage = async (query: string) => (await program.get(`/manage/usage?${query}`)).json;
    expect((await usage('group_by=operation')).items).toEqual([
      expect.objectContaining({
        operation: 'users.about',
        key_id: null,
        day: null,
        requests: 2,
        spend_usd: '0.001200',
      }),
      expect.objectContaining({ operation: 'users.by_id', requests: 2 }),
    ]);
    const first = await usage('group_by=key&limit=1');
    expect(first).toMatchObject({ items: [{ key_id: keys[0].id, requests: 2 }], has_more: true });
    const second = await usage(`group_by=key&limit=1&cursor=${first.next_cursor}`);
    expect(second).toMatchObject({ items: [{ key_id: keys[1].id }], has_more: false, next_cursor: null });
    expect((await usage('')).items).toEqual([expect.objectContaining({ day: expect.any(String), requests: 4 })]);
    expect((await usage('group_by=week')).errors[0].parameter).toBe('group_by');
    expect((await usage('groupby=key')).errors).toEqual([
      { in: 'query', parameter: 'groupby', message: 'is not allowed: the nearest name is group_by' },
    ]);
    expect((await usage('group_by=day&cursor=x')).code).toBe('invalid_cursor');
  });

  it('have a document of their own', async () => {
    const { json } = await world.api.get('/manage/openapi.json');
    expect(json).toMatchObject({ openapi: '3.1.0', info: { title: 'Loupe management API' } });
    expect(Object.keys(json.paths).sort()).toEqual([
      '/manage/audit',
      '/manage/balance',
      '/manage/keys',
      '/manage/keys/{id}',
      '/manage/keys/{id}/rotate',
      '/manage/monitors',
      '/manage/monitors/{id}',
      '/manage/monitors/{id}/run',
      '/manage/monitors/{id}/runs',
      '/manage/usage',
    ]);
    expect((await world.api.get('/openapi.json')).text).not.toContain('/manage/');
  });
});
