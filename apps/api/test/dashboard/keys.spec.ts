import { UsageLog } from '../../src/core/usage/usage-log';
import { fillerName, fillKeys } from '../support/filler-keys';
import { type Browser, DashboardWorld, type OwnerOfAccount } from './dashboard-world';

describe('keys', () => {
  let world: DashboardWorld;
  let support: Browser;
  let owner: Browser & OwnerOfAccount;
  beforeAll(async () => {
    world = await DashboardWorld.start();
    support = await world.supportBrowser();
  });
  beforeEach(async () => {
    owner = await world.ownerBrowser();
  });
  afterAll(() => world.stop());

  const works = async (key: string) => (await world.api.get('/system/balance', key)).status;
  const create = async (body: object = {}) => (await owner.post('/keys', { name: 'Production', ...body })).json;
  const list = async () => (await owner.get('/keys')).json.items;

  /** Inserts revoked keys, which were created today. */
  const fillRevoked = (count: number) =>
    world.dataSource.query(
      `INSERT INTO api_keys (account_id, name, prefix, hash, allowed_ips, revoked_at)
       SELECT $1, 'Revoked', 'filler00', sha256(convert_to(gen_random_uuid()::text, 'UTF8')), '{203.0.113.9}', now()
       FROM generate_series(1, $2)`,
      [owner.accountId, count],
    );

  describe('GET /keys', () => {
    it('returns pages of 100 keys, active keys first, and ended keys without addresses and charts', async () => {
      const first = await create({ allowed_ips: ['203.0.113.9'] });
      await fillRevoked(150);
      const rotated = (await owner.post(`/keys/${first.id}/rotate`, { overlap_seconds: 600 })).json;
      const pages = [(await owner.get('/keys')).json];
      while (pages.at(-1).has_more) pages.push((await owner.get(`/keys?cursor=${pages.at(-1).next_cursor}`)).json);
      expect(pages.map(({ items }) => items.length)).toEqual([100, 52]);
      const items = pages.flatMap((page) => page.items);
      expect(new Set(items.map(({ id }) => id)).size).toBe(152);
      expect(items.slice(0, 2)).toMatchObject([{ id: rotated.id }, { id: first.id, allowed_ips: ['203.0.113.9'] }]);
      expect(items[0].requests_by_day).toHaveLength(14);
      for (const ended of items.slice(2)) expect(ended).toMatchObject({ allowed_ips: [], requests_by_day: [] });
      const ofCustomer = await support.get(`/support/accounts/${owner.accountId}/keys?cursor=${pages[0].next_cursor}`);
      expect(ofCustomer.json).toEqual(pages[1]);
      const family = (await owner.get(`/keys?id=${first.id}`)).json;
      expect(family.items.map(({ id }: { id: string }) => id)).toEqual([rotated.id, first.id]);
      expect((await owner.get('/keys?cursor=active-x')).json).toMatchObject({ status: 400, code: 'invalid_cursor' });
      const other = await world.ownerBrowser();
      expect((await other.get(`/keys?id=${first.id}`)).json.items).toEqual([]);
    });
  });

  describe('POST /keys', () => {
    it('returns 429 for the 101st key of a day, also for concurrent requests; rotations do not count', async () => {
      await fillRevoked(97);
      const secondsOfDayLeft = () => Math.ceil((86_400_000 - (Date.now() % 86_400_000)) / 1_000);
      const before = secondsOfDayLeft();
      const made = await Promise.all([1, 2, 3, 4, 5].map(() => owner.post('/keys', { name: 'Production' })));
      const created = made.filter(({ status }) => status === 201);
      expect(created).toHaveLength(3);
      const refused = made.find(({ status }) => status !== 201)!;
      expect(refused.json).toMatchObject({ status: 429, code: 'too_many_requests', limit: 'rate' });
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeLessThanOrEqual(before + 1);
      expect(seconds).toBeGreaterThanOrEqual(secondsOfDayLeft() - 1);
      expect(refused.json.detail).toContain(`Create the next one in ${refused.headers.get('retry-after')} s`);
      expect((await owner.post(`/keys/${created[0]!.json.id}/rotate`, { overlap_seconds: 0 })).status).toBe(201);
      await world.dataSource.query(
        `UPDATE api_keys SET created_at = date_trunc('day', now(), 'UTC') - interval '1 second' WHERE id = $1`,
        [created[1]!.json.id],
      );
      expect((await owner.post('/keys', { name: 'Production' })).status).toBe(201);
      expect((await owner.post('/keys', { name: 'Production' })).status).toBe(429);
    });

    it('returns 201 with the plaintext once, and the key works with the very next request', async () => {
      const { status, json } = await owner.post('/keys', { name: 'Production' });
      expect(status).toBe(201);
      expect(json).toMatchObject({ name: 'Production', state: 'active', allowed_ips: [], expires_at: null });
      expect(json.key).toMatch(/^loupe_[0-9A-Za-z]{20,}$/);
      expect(json.key.startsWith(json.prefix)).toBe(true);
      expect(await works(json.key)).toBe(200);
      // The request is counted when its row is written, which the process does within a second.
      await world.api.app.get(UsageLog, { strict: false }).flush();
      const listed = await owner.get('/keys');
      expect(listed.text).not.toContain(json.key);
      const { last_used_at, last_used_from } = listed.json.items[0];
      const requests_by_day = [...json.requests_by_day.slice(0, -1), 1];
      const used = { last_used_at, last_used_from, requests_last_24_hours: 1, requests_by_day };
      expect(listed.json.items).toEqual([{ ...json, key: undefined, ...used }]);
    });

    it('returns 201 for caps that are text or exact numbers', async () => {
      const bounds = { expires_at: '2099-01-01T00:00:00Z', allowed_ips: ['203.0.113.0/24', '2001:db8::1'] };
      const key = await create({ ...bounds, daily_cap_usd: 2.5, monthly_cap_usd: '40.000001' });
      expect(key).toMatchObject({
        expires_at: '2099-01-01T00:00:00.000Z',
        allowed_ips: bounds.allowed_ips,
        daily_cap_usd: '2.500000',
        monthly_cap_usd: '40.000001',
      });
    });

    it('returns 422 with every validation error', async () => {
      const { status, json } = await owner.post('/keys', {
        name: ' ',
        expires_at: 'tomorrow',
        daily_cap_usd: 0.1 + 0.2,
        monthly_cap_usd: -1,
        allowed_ips: 'everywhere',
        role: 'support',
      });
      expect(status).toBe(422);
      expect(json.errors.map(({ parameter }: { parameter: string }) => parameter).sort()).toEqual([
        'allowed_ips',
        'daily_cap_usd',
        'expires_at',
        'monthly_cap_usd',
        'name',
        'role',
      ]);
      expect(await list()).toEqual([]);
    });

    it('returns 422 for dates that do not exist or are past, and for invalid IPs', async () => {
      const invalidMembers = async (body: object) =>
        (await owner.post('/keys', { name: 'x', ...body })).json.errors[0].parameter;
      expect(await invalidMembers({ expires_at: '2099-02-30' })).toBe('expires_at');
      expect(await invalidMembers({ expires_at: '2020-01-01' })).toBe('expires_at');
      expect(await invalidMembers({ allowed_ips: ['300.1.1.1'] })).toBe('allowed_ips');
      const wrong = {
        name: 'x',
        expires_at: '2020-01-01',
        daily_cap_usd: '-1',
        allowed_ips: ['10.0.0.0/8', '300.1.1.1'],
      };
      expect((await owner.post('/keys', wrong)).json.errors).toEqual([
        { in: 'body', parameter: 'expires_at', message: 'must be in the future' },
        { in: 'body', parameter: 'daily_cap_usd', message: expect.any(String) },
        {
          in: 'body',
          parameter: 'allowed_ips',
          message: 'contains "300.1.1.1", which is neither an IP address nor a CIDR range',
        },
      ]);
    });
  });

  describe('PATCH /keys/{id}', () => {
    it('returns 200, changes the given members, removes those that are null, and leaves the others', async () => {
      const { id } = await create({ daily_cap_usd: '1', monthly_cap_usd: '10', allowed_ips: ['203.0.113.7'] });
      const body = { name: 'Renamed', daily_cap_usd: null };
      const { status, json } = await owner.send('PATCH', `/keys/${id}`, { body });
      expect(status).toBe(200);
      expect(json).toMatchObject({
        name: 'Renamed',
        daily_cap_usd: null,
        monthly_cap_usd: '10.000000',
        allowed_ips: ['203.0.113.7'],
      });
      const none = { expires_at: null, monthly_cap_usd: null, allowed_ips: [] };
      expect((await owner.send('PATCH', `/keys/${id}`, { body: none })).json).toMatchObject({
        name: 'Renamed',
        ...none,
      });
    });

    it('returns 409 for a revoked key', async () => {
      const { id } = await create();
      await owner.send('DELETE', `/keys/${id}`);
      expect((await owner.send('PATCH', `/keys/${id}`, { body: { name: 'x' } })).status).toBe(409);
    });
  });

  describe('the maximum of active keys', () => {
    beforeEach(() => fillKeys(world.dataSource, Number(owner.accountId), 3));

    const expire = (ids: string[]) =>
      world.dataSource.query(`UPDATE api_keys SET expires_at = now() - interval '1 hour' WHERE id = ANY ($1)`, [ids]);
    const change = (id: string, body: object) => owner.send('PATCH', `/keys/${id}`, { body });
    const threeKeys = async (): Promise<string[]> =>
      [await create(), await create(), await create()].map(({ id }) => id);
    const active = async () =>
      (await list()).filter(({ name, state }: Record<string, string>) => name !== fillerName && state === 'active')
        .length;

    it.each([null, '2099-01-01'])('counts an expired key that expires_at %p makes active', async (expires_at) => {
      const old = await threeKeys();
      await expire(old);
      const [first] = await threeKeys();
      const { status, json } = await change(old[0]!, { expires_at });
      expect({ status, json }).toMatchObject({
        status: 409,
        json: { code: 'conflict', detail: expect.stringContaining('maximum') },
      });
      expect((await change(old[0]!, { name: 'Old', allowed_ips: ['203.0.113.7'] })).status).toBe(200);
      expect((await change(first!, { expires_at })).status).toBe(200);
      await owner.send('DELETE', `/keys/${first}`);
      expect((await change(old[0]!, { expires_at })).json).toMatchObject({ state: 'active' });
      expect(await active()).toBe(3);
    });

    it('holds when expired keys are extended while others are created', async () => {
      const old = await threeKeys();
      await expire(old);
      const answers = await Promise.all([
        ...old.map(() => owner.post('/keys', { name: 'New' })),
        ...old.map((id) => change(id, { expires_at: null })),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(3);
      expect(await active()).toBe(3);
    });

    it('is twice as high for keys in the overlap of a rotation, and holds for them, too', async () => {
      const old = await threeKeys();
      for (const id of old) await owner.post(`/keys/${id}/rotate`, { overlap_seconds: 604_800 });
      expect(await active()).toBe(6);
      await expire(old);
      const [newest] = await list();
      expect((await owner.post(`/keys/${newest.id}/rotate`, { overlap_seconds: 604_800 })).status).toBe(201);
      expect(await active()).toBe(4);
      const answers = await Promise.all(old.map((id) => change(id, { expires_at: null })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
      expect(await active()).toBe(6);
    });
  });

  describe('DELETE /keys/{id}', () => {
    it('returns 204, and the very next request with the key is refused', async () => {
      const { id, key } = await create();
      expect(await works(key)).toBe(200);
      expect((await owner.send('DELETE', `/keys/${id}`)).status).toBe(204);
      expect(await works(key)).toBe(401);
      expect((await list())[0]).toMatchObject({ state: 'revoked', revoked_at: expect.any(String) });
    });
  });

  describe('POST /keys/{id}/rotate', () => {
    it('returns 201, and both keys work during the overlap, afterwards only the new one', async () => {
      const allowed_ips = ['127.0.0.1', '203.0.113.7'];
      const first = await create({ daily_cap_usd: '5', allowed_ips });
      const second = await owner.post(`/keys/${first.id}/rotate`, { overlap_seconds: 60 });
      expect(second).toMatchObject({
        status: 201,
        json: { name: 'Production', daily_cap_usd: '5.000000', allowed_ips, rotated_from_id: first.id },
      });
      expect([await works(first.key), await works(second.json.key)]).toEqual([200, 200]);
      const third = await owner.post(`/keys/${second.json.id}/rotate`, { overlap_seconds: 0 });
      expect([await works(second.json.key), await works(third.json.key)]).toEqual([401, 200]);
    });

    it('returns 422 for an overlap above seven days, and 409 for a second rotation', async () => {
      const { id } = await create();
      expect((await owner.post(`/keys/${id}/rotate`, { overlap_seconds: 604_801 })).status).toBe(422);
      expect((await owner.post(`/keys/${id}/rotate`)).status).toBe(422);
      await owner.post(`/keys/${id}/rotate`, { overlap_seconds: 60 });
      expect((await owner.post(`/keys/${id}/rotate`, { overlap_seconds: 60 })).status).toBe(409);
    });
  });

  describe('rate requests', () => {
    const requestRate = (id: string, perSecond = 50) =>
      owner.post(`/keys/${id}/rate-request`, { requests_per_second: perSecond, reason: 'A launch' });

    it('are made by the owner, seen and granted by support, and apply to the very next request', async () => {
      const { id, key, rate_limit_per_second } = await create();
      const reply = await requestRate(id);
      expect(reply).toMatchObject({ status: 201, json: { state: 'open', requests_per_second: 50, decided_at: null } });
      const open = (await support.get('/support/rate-requests?limit=200')).json.items;
      expect(open.find((one: { id: string }) => one.id === reply.json.id)).toMatchObject({
        key: { id, name: 'Production' },
        account_id: `${owner.accountId}`,
        rate_limit_per_second,
      });
      const decision = { granted: true, requests_per_second: 40, note: 'Good luck' };
      const decided = await support.post(`/support/rate-requests/${reply.json.id}/decision`, decision);
      expect(decided).toMatchObject({ status: 200, json: { state: 'granted', granted_per_second: 40 } });
      expect((await list())[0]).toMatchObject({
        rate_limit_per_second: 40,
        rate_request: { state: 'granted', granted_per_second: 40, note: 'Good luck' },
      });
      expect((await world.api.get('/system/balance', key)).headers.get('ratelimit-policy')).toBe('"key";q=40;w=1');
    });

    it('may be declined with a comment, and are decided once', async () => {
      const { id } = await create();
      const { json } = await requestRate(id);
      expect((await requestRate(id)).status).toBe(409);
      const path = `/support/rate-requests/${json.id}/decision`;
      expect((await support.post(path, { granted: false, note: 'Not yet' })).json.state).toBe('declined');
      expect((await support.post(path, { granted: true })).status).toBe(409);
      expect((await list())[0].rate_request).toMatchObject({ state: 'declined', note: 'Not yet' });
      const declined = (await support.get('/support/rate-requests?state=declined&limit=200')).json.items;
      expect(declined.map((one: { id: string }) => one.id)).toContain(json.id);
    });

    it('are open once for a key and decided once, however many requests race', async () => {
      const { id } = await create();
      const asked = await Promise.all([1, 2, 3].map(() => requestRate(id)));
      expect(asked.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      const path = `/support/rate-requests/${asked.find(({ status }) => status === 201)!.json.id}/decision`;
      const decided = await Promise.all([true, false].map((granted) => support.post(path, { granted })));
      expect(decided.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it('apply to the whole key family, also to keys that a concurrent rotation creates', async () => {
      let { id } = await create();
      for (let rate = 20; rate < 30; rate++) {
        const path = `/support/rate-requests/${(await requestRate(id)).json.id}/decision`;
        const [, rotated] = await Promise.all([
          support.post(path, { granted: true, requests_per_second: rate }),
          owner.post(`/keys/${id}/rotate`, { overlap_seconds: 60 }),
        ]);
        const family = (await owner.get(`/keys?id=${id}`)).json.items;
        const rates = family.map((one: { rate_limit_per_second: number }) => one.rate_limit_per_second);
        expect(rates).toEqual(family.map(() => rate));
        id = rotated.json.id;
        expect(family[0]).toMatchObject({ id });
      }
    });

    it('are not needed when support sets the rate itself', async () => {
      const { id, key } = await create();
      const body = { rate_limit_per_second: 77 };
      expect(await support.send('PATCH', `/support/keys/${id}`, { body })).toMatchObject({
        status: 200,
        json: { id, rate_limit_per_second: 77 },
      });
      expect((await world.api.get('/system/balance', key)).headers.get('ratelimit-policy')).toBe('"key";q=77;w=1');
      expect((await support.send('PATCH', '/support/keys/999999', { body })).status).toBe(404);
      expect((await support.post('/support/rate-requests/999999/decision', { granted: false })).status).toBe(404);
    });
  });
});
