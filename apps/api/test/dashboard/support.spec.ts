import { randomUUID } from 'node:crypto';
import { UsageLog } from '../../src/core/usage/usage-log';
import { type Browser, DashboardWorld, type OwnerOfAccount, password } from './dashboard-world';

describe('support', () => {
  let world: DashboardWorld;
  let support: Browser & { email: string };
  let owner: Browser & OwnerOfAccount;
  beforeAll(async () => {
    world = await DashboardWorld.start();
    support = await world.supportBrowser();
  });
  beforeEach(async () => {
    owner = await world.ownerBrowser();
  });
  afterAll(() => world.stop());

  const email = () => `new-${randomUUID()}@example.com`;

  describe('POST /support/accounts/{id}/top-ups', () => {
    const topUp = (body: object) =>
      support.post(`/support/accounts/${owner.accountId}/top-ups`, body, { 'idempotency-key': randomUUID() });

    it('returns 201 and credits the account, which pays for the very next request', async () => {
      const { key } = (await owner.post('/keys', { name: 'x' })).json;
      expect((await world.api.get('/users/1001', key)).status).toBe(402);
      const { status, json } = await topUp({ amount_usd: '25.00', note: 'Invoice 1' });
      expect(status).toBe(201);
      expect(json).toEqual({ entry_id: expect.stringMatching(/^[0-9a-f-]{36}$/), balance_usd: '25.000000' });
      expect((await world.api.get('/users/1001', key)).status).toBe(200);
    });

    it.each([undefined, ' ', 'x'.repeat(256)])('returns 422 for the Idempotency-Key %p', async (key) => {
      const headers = key === undefined ? {} : { 'idempotency-key': key };
      const path = `/support/accounts/${owner.accountId}/top-ups`;
      const { status, json } = await support.post(path, { amount_usd: '5', note: 'a' }, headers);
      expect(status).toBe(422);
      expect(json.errors).toMatchObject([{ in: 'header', parameter: 'Idempotency-Key' }]);
    });

    it.each(['0', '-5', '1e2', '0.0000001', '1,5', '', null, 1e-7, 5e-7, 1e21, {}])(
      'returns 422 for the amount %p',
      async (amount) => {
        const { status, json } = await topUp({ amount_usd: amount, note: 'a' });
        expect(status).toBe(422);
        expect(json.errors).toMatchObject([{ in: 'body', parameter: 'amount_usd' }]);
      },
    );

    it('returns 422 for a large amount that is not confirmed', async () => {
      const refused = await topUp({ amount_usd: '1000.01', note: 'large' });
      expect(refused.json).toMatchObject({ status: 422, reason: 'confirmation_required' });
      expect(refused.json.errors).toMatchObject([{ in: 'body', parameter: 'confirm_amount_usd' }]);
      expect((await topUp({ amount_usd: '1000.01', confirm_amount_usd: '1000', note: 'large' })).status).toBe(422);
      const confirmed = await topUp({ amount_usd: '1000.01', confirm_amount_usd: '1000.010', note: 'large' });
      expect(confirmed.json.balance_usd).toBe('1000.010000');
    });
  });

  describe('suspend and resume', () => {
    it('return 200, stop an account’s keys with the very next request, and restart them', async () => {
      const { key } = (await owner.post('/keys', { name: 'x' })).json;
      const works = async () => (await world.api.get('/system/balance', key)).status;
      const path = `/support/accounts/${owner.accountId}`;
      const suspended = await support.post(`${path}/suspend`, { note: 'Abuse' });
      expect(suspended).toMatchObject({ status: 200, json: { id: `${owner.accountId}`, status: 'suspended' } });
      expect(await works()).toBe(403);
      expect((await owner.get('/account')).json.status).toBe('suspended');
      expect((await support.post(`${path}/suspend`)).status).toBe(409);
      expect((await support.post(`${path}/resume`)).json.status).toBe('active');
      expect(await works()).toBe(200);
      expect((await support.post(`${path}/resume`)).status).toBe(409);
    });
  });

  describe('POST /support/accounts', () => {
    const create = (body: object) => support.post('/support/accounts', body);

    it('returns 201 and creates an account with its owner, who signs in with the given password', async () => {
      const address = email();
      const body = { name: 'New Ltd', owner_email: address.toUpperCase(), owner_password: password };
      const { status, json } = await create(body);
      expect(status).toBe(201);
      const id = expect.stringMatching(/^\d+$/);
      expect(json).toEqual({ id, name: 'New Ltd', owner: { id, email: address } });
      const browser = await world.browser().signIn(address);
      expect((await browser.get('/account')).json).toMatchObject({ id: json.id, balance_usd: '0' });
      const audit = (await support.get(`/support/audit?account_id=${json.id}`)).json.items.slice(-2);
      expect(audit).toMatchObject([
        { action: 'user.create', actor: { label: support.email }, details: { email: address, role: 'owner' } },
        { action: 'account.create', actor: { label: support.email }, details: { name: 'New Ltd' } },
      ]);
    });

    it('returns 201 with a link when no password was given, and nobody can sign in before it is used', async () => {
      const address = email();
      const { json } = await create({ name: 'Invited Ltd', owner_email: address });
      expect(json.invitation_url).toMatch(new RegExp(`^${world.api.baseUrl}/dashboard/welcome#[\\w-]{43}$`));
      expect((await world.browser().post('/session', { email: address, password: '' })).status).toBe(422);
      expect((await world.browser().post('/session', { email: address, password })).status).toBe(401);
      const { owners } = (await support.get(`/support/accounts/${json.id}`)).json;
      expect(owners).toMatchObject([{ email: address, has_joined: false, last_seen_at: null }]);
    });

    it('returns 409 to one of two requests that race for an email, and leaves no account without an owner', async () => {
      const address = email();
      const name = `Race ${address}`;
      const answers = await Promise.all([1, 2].map(() => create({ name, owner_email: address })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      const { items } = (await support.get(`/support/accounts?query=${encodeURIComponent(name)}`)).json;
      expect(items).toHaveLength(1);
    });

    it('returns 422 with every validation error', async () => {
      const { json } = await create({ name: '', owner_email: 'x', owner_password: 7 });
      expect(json.errors.map(({ parameter }: { parameter: string }) => parameter).sort()).toEqual([
        'name',
        'owner_email',
        'owner_password',
      ]);
      const poor = await create({ name: 'x', owner_email: email(), owner_password: 'qwerty123456' });
      expect(poor.json.errors).toMatchObject([{ in: 'body', parameter: 'owner_password' }]);
    });
  });

  describe('GET /support/accounts', () => {
    const find = async (query: string) =>
      (await support.get(`/support/accounts?query=${encodeURIComponent(query)}`)).json;

    it('returns 200 with accounts found by name, email address, id, key, request or ledger entry', async () => {
      const entryId = await world.topUp(support, owner.accountId);
      const key = (await owner.post('/keys', { name: 'x' })).json;
      const requestId = (await world.api.get('/users/1001', key.key)).headers.get('x-request-id')!;
      await world.api.app.get(UsageLog, { strict: false }).flush();
      const { name } = (await owner.get('/account')).json;
      const expected = { id: `${owner.accountId}`, owner: { email: owner.email } };
      for (const [query, match] of [
        [name.toUpperCase().slice(2), { kind: 'name' }],
        [owner.email.slice(0, 12).toUpperCase(), { kind: 'email' }],
        [`${owner.accountId}`, { kind: 'id' }],
        [key.prefix, { kind: 'key', key_id: key.id }],
        [key.key, { kind: 'key', key_id: key.id }],
        [key.prefix.slice('loupe_'.length), { kind: 'key', key_id: key.id }],
        [requestId, { kind: 'request', entry_id: requestId }],
        [entryId, { kind: 'entry', entry_id: entryId }],
      ] as const) {
        const { items } = await find(query);
        expect(items).toContainEqual(
          expect.objectContaining({
            ...expected,
            owner: expect.objectContaining(expected.owner),
            match: expect.objectContaining(match),
          }),
        );
      }
    });

    it('returns 200 for a search that treats no character as a wildcard, and may find nothing', async () => {
      await owner.post('/keys', { name: 'x' });
      const { id } = (await support.post('/support/accounts', { name: '100% \\o/ ___', owner_email: email() })).json;
      for (const query of ['%', '\\', '___']) {
        expect((await find(query)).items).toMatchObject([{ id, match: { kind: 'name' } }]);
      }
      for (const query of ['_____', 'no such customer', randomUUID(), 'loupe_', 'loupe_%', 'loupe________']) {
        expect({ query, found: (await find(query)).items }).toEqual({ query, found: [] });
      }
    });

    it('returns 200 with all accounts page by page, newest first, without system accounts', async () => {
      const seen: number[] = [];
      let cursor: string | null = '';
      do {
        const { json } = await support.get(`/support/accounts?limit=3${cursor ? `&cursor=${cursor}` : ''}`);
        seen.push(...json.items.map(({ id }: { id: string }) => Number(id)));
        cursor = json.next_cursor;
      } while (cursor !== null);
      expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
      expect(seen).toContain(owner.accountId);
      expect(Math.min(...seen)).toBeGreaterThan(1000);
      expect((await support.get('/support/accounts?cursor=x')).json.code).toBe('invalid_cursor');
    });
  });

  it('GET /support/audit returns the actor, action, target and IP of each change', async () => {
    const entryId = await world.topUp(support, owner.accountId, '7');
    await support.post(`/support/accounts/${owner.accountId}/suspend`, { note: 'Abuse' });
    await owner.post('/keys', { name: 'Mine' });
    const { json } = await support.get(`/support/audit?account_id=${owner.accountId}`);
    expect(json.items.map(({ action }: { action: string }) => action)).toEqual([
      'key.create',
      'account.suspend',
      'account.top_up',
      'user.sign_in',
    ]);
    expect(json.items[2]).toMatchObject({
      actor: { label: support.email, address: support.address },
      target: { type: 'entry', id: entryId },
      details: { amount_usd: '7.000000', note: 'test' },
    });
    const page = await support.get(`/support/audit?account_id=${owner.accountId}&limit=1&action=account.top_up`);
    expect(page.json).toMatchObject({ items: [{ target: { id: entryId } }], has_more: false });
    const [newest] = json.items;
    const before = await support.get(`/support/audit?account_id=${owner.accountId}&to=${newest.time}`);
    expect(before.json.items).toEqual(json.items.slice(1));
    const since = await support.get(`/support/audit?account_id=${owner.accountId}&from=${newest.time}`);
    expect(since.json.items).toEqual([newest]);
  });

  it('GET /support/health returns the state of the service', async () => {
    const { status, json } = await support.get('/support/health');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ok: true,
      upstream: { breaker: 'closed', sessions: 1_000, healthy_sessions: 1_000 },
      charge_queue: { waiting: 0 },
    });
    expect(json.charge_queue.capacity).toBeGreaterThan(0);
    expect(json.key_set.keys).toBeGreaterThanOrEqual(1);
    expect([null, expect.any(Number)]).toContainEqual(json.quality.calls);
  });
});
