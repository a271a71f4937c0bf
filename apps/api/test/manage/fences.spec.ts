import type { IncomingMessage } from 'node:http';
import { generateApiKey, hashApiKey } from '../../src/core/auth/api-key-format';
import { KeyAuthenticator } from '../../src/core/auth/key-authenticator';
import { unknownKey } from '../../src/core/auth/key-refusal';
import { clock } from '../../src/platform/clock';
import { type Browser, DashboardWorld, type OwnerOfAccount } from '../dashboard/dashboard-world';
import { declaredRoutes } from '../support/declared-routes';
import { until } from '../support/until';
import { type NewToken, newToken, Program } from './program';

const routesOf = (...document: Parameters<typeof declaredRoutes>) =>
  declaredRoutes(...document).map((route) => ({ ...route, path: route.path.replace(/\{\w+\}/g, '9999') }));

const soon = '2030-01-01T00:00:00.000Z';
const limits = { daily_cap_usd: '5', allowed_ips: ['203.0.113.0/24'], expires_at: soon };

type Try = [what: string, method: string, path: string, body: object | undefined, status: number, code: string];

/** What a token with `limits` can never do. Words in capitals stand for ids. */
const fences: Try[] = [
  ['see a token', 'GET', '/manage/management-tokens', undefined, 404, 'unknown_route'],
  ['see itself', 'GET', '/manage/management-tokens/TOKEN', undefined, 404, 'unknown_route'],
  ['create a token', 'POST', '/manage/management-tokens', { name: 'Mine' }, 404, 'unknown_route'],
  ['revoke a token', 'DELETE', '/manage/management-tokens/TOKEN', undefined, 404, 'unknown_route'],
  ['take a token for a key', 'GET', '/manage/keys/999999', undefined, 404, 'not_found'],
  ['see a key of another account', 'GET', '/manage/keys/STRANGE', undefined, 404, 'not_found'],
  ['change a key of another account', 'PATCH', '/manage/keys/STRANGE', { name: 'Mine' }, 404, 'not_found'],
  ['rotate a key of another account', 'POST', '/manage/keys/STRANGE/rotate', { overlap_seconds: 0 }, 404, 'not_found'],
  ['revoke a key of another account', 'DELETE', '/manage/keys/STRANGE', undefined, 404, 'not_found'],
  ['raise the rate of a key', 'PATCH', '/manage/keys/OWN', { rate_limit_per_second: 99 }, 422, 'unprocessable_entity'],
  ['ask for a higher rate', 'POST', '/manage/keys/OWN/rate-request', {}, 404, 'unknown_route'],
  [
    'create a key above its cap',
    'POST',
    '/manage/keys',
    { name: 'a', daily_cap_usd: '5.000001' },
    422,
    'daily_cap_usd',
  ],
  ['create a key without a cap', 'POST', '/manage/keys', { name: 'a', daily_cap_usd: null }, 422, 'daily_cap_usd'],
  ['create a key for everywhere', 'POST', '/manage/keys', { name: 'a', allowed_ips: [] }, 422, 'allowed_ips'],
  [
    'create a key for other addresses',
    'POST',
    '/manage/keys',
    { name: 'a', allowed_ips: ['203.0.113.9', '203.0.112.0/23'] },
    422,
    'allowed_ips',
  ],
  ['create a key that outlives it', 'POST', '/manage/keys', { name: 'a', expires_at: '2030-01-02' }, 422, 'expires_at'],
  ['create a key that never expires', 'POST', '/manage/keys', { name: 'a', expires_at: null }, 422, 'expires_at'],
  ['raise the cap of a key', 'PATCH', '/manage/keys/OWN', { daily_cap_usd: '6' }, 422, 'daily_cap_usd'],
  ['remove the cap of a key', 'PATCH', '/manage/keys/OWN', { daily_cap_usd: null }, 422, 'daily_cap_usd'],
  ['open a key to all addresses', 'PATCH', '/manage/keys/OWN', { allowed_ips: null }, 422, 'allowed_ips'],
  ['prolong a key beyond itself', 'PATCH', '/manage/keys/OWN', { expires_at: null }, 422, 'expires_at'],
  ['rename a key that may do more', 'PATCH', '/manage/keys/FREE', { name: 'Mine' }, 422, 'daily_cap_usd'],
  ['rotate a key that may do more', 'POST', '/manage/keys/FREE/rotate', { overlap_seconds: 0 }, 403, 'forbidden'],
  ['change the playground’s key', 'PATCH', '/manage/keys/BUILTIN', { name: 'Mine' }, 409, 'conflict'],
  ['rotate the playground’s key', 'POST', '/manage/keys/BUILTIN/rotate', { overlap_seconds: 0 }, 409, 'conflict'],
  ['revoke the playground’s key', 'DELETE', '/manage/keys/BUILTIN', undefined, 409, 'conflict'],
  [
    'make a monitor with a key that may do more',
    'POST',
    '/manage/monitors',
    {
      operation: 'users.by_id',
      parameters: { user_id: '1' },
      kind: 'changed',
      fields: ['a'],
      every_minutes: 15,
      key_id: 'FREE',
    },
    422,
    'key_id',
  ],
  ['run a monitor whose key may do more', 'POST', '/manage/monitors/COSTLY/run', {}, 403, 'forbidden'],
  ['resume a monitor whose key may do more', 'PATCH', '/manage/monitors/COSTLY', { state: 'active' }, 403, 'forbidden'],
  ['see a monitor of another account', 'GET', '/manage/monitors/FOREIGN', undefined, 404, 'not_found'],
  ['see the runs of another account', 'GET', '/manage/monitors/FOREIGN/runs', undefined, 404, 'not_found'],
  ['change a monitor of another account', 'PATCH', '/manage/monitors/FOREIGN', { name: 'Mine' }, 404, 'not_found'],
  ['run a monitor of another account', 'POST', '/manage/monitors/FOREIGN/run', {}, 404, 'not_found'],
  ['delete a monitor of another account', 'DELETE', '/manage/monitors/FOREIGN', undefined, 404, 'not_found'],
  ['read the events of a monitor', 'GET', '/monitors/COSTLY/events', undefined, 403, 'wrong_credential'],
  ['call the data API', 'GET', '/users/1001', undefined, 403, 'wrong_credential'],
  ['read a free endpoint', 'GET', '/system/balance', undefined, 403, 'wrong_credential'],
  ['call the data API for agents', 'POST', '/mcp', {}, 403, 'wrong_credential'],
];

describe('a management token', () => {
  let world: DashboardWorld;
  let owner: Browser & OwnerOfAccount;
  let stranger: Browser & OwnerOfAccount;
  let token: NewToken;
  let program: Program;
  let apiKey: string;
  const words: Record<string, string> = {};

  beforeAll(async () => {
    world = await DashboardWorld.start();
    [owner, stranger] = [await world.ownerBrowser(), await world.ownerBrowser()];
    token = await newToken(owner, limits);
    program = new Program(world, token.token);
    const free = (await owner.post('/keys', { name: 'Free' })).json;
    apiKey = free.key;
    await owner.post('/playground', { path: '/system/balance' });
    const [builtIn] = await world.dataSource.query('SELECT id FROM api_keys WHERE built_in AND account_id = $1', [
      owner.accountId,
    ]);
    Object.assign(words, {
      TOKEN: token.id,
      FREE: free.id,
      OWN: (await program.post('/manage/keys', { name: 'Own' })).json.id,
      STRANGE: (await stranger.post('/keys', { name: 'Strange' })).json.id,
      BUILTIN: builtIn.id,
    });
    Object.assign(words, {
      COSTLY: await pausedMonitor(owner.accountId, words.FREE!),
      FOREIGN: await pausedMonitor(stranger.accountId, words.STRANGE!),
    });
  });
  afterAll(() => world.stop());

  const pausedMonitor = async (accountId: number, keyId: string) => {
    const [{ id }] = await world.dataSource.query(
      `INSERT INTO monitors (account_id, key_family_id, name, operation, parameters, kind, fields, every_minutes, paused_at, pause_reason)
       VALUES ($1, $2, 'Posts', 'users.posts', '{"user_id":"1"}', 'new_items', '{}', 15, now(), 'member') RETURNING id`,
      [accountId, keyId],
    );
    return id;
  };

  /** Pauses as long as the rate of the token needs. */
  async function send(by: Program, [, method, path, body]: Pick<Try, 0 | 1 | 2 | 3> & readonly unknown[]) {
    const filled = path.replace(/[A-Z]{3,}/g, (word) => words[word] ?? word);
    for (;;) {
      const filledBody = body && JSON.parse(JSON.stringify(body).replace(/"FREE"/, `"${words.FREE}"`));
      const answer = await by.send(method, filled, filledBody);
      if (answer.status !== 429) return answer;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  const rowsOfKeys = async () =>
    JSON.stringify(
      await world.dataSource.query(
        `SELECT k.*, c.daily_cap_micros, ARRAY(SELECT m FROM monitors m WHERE m.account_id IN ($1, $2) ORDER BY id) AS monitors FROM api_keys k LEFT JOIN ledger.key_caps c USING (key_family_id)
         WHERE k.account_id IN ($1, $2) ORDER BY k.id`,
        [owner.accountId, stranger.accountId],
      ),
    );

  it.each(fences)('can never %s', async (...fence) => {
    const [, , , , status, code] = fence;
    const before = await rowsOfKeys();
    const { json } = await send(program, fence);
    expect(json.status).toBe(status);
    if (status === 422 && code !== 'unprocessable_entity')
      expect(json.errors).toContainEqual({
        in: 'body',
        parameter: code,
        message: expect.stringMatching(/this token$/),
      });
    else expect(json.code).toBe(code);
    expect(json.charged_usd).toBe('0');
    expect(await rowsOfKeys()).toBe(before);
  });

  it.each(routesOf('dashboard-openapi'))('is no session: $method $path of the dashboard refuses it', async (route) => {
    const { status } = await send(program, [
      '',
      route.method,
      `/dashboard/api${route.path}`,
      route.method === 'GET' ? undefined : {},
    ]);
    // Some routes need no session. Those that take a body say what is wrong with it.
    const isOpen = /\/session(\/visitor|\/link|\/oidc.*|\/passkey.*)?$|password-links/.test(route.path);
    expect(isOpen ? [200, 204, 303, 401, 422] : [401]).toContain(status);
  });

  it.each(routesOf('manage-openapi'))(
    'is needed for $method $path, where no key and no session is enough',
    async (route) => {
      const body = route.method === 'GET' || route.method === 'DELETE' ? undefined : {};
      const as = (credential: string | undefined, headers = {}) =>
        new Program(world, '').send(route.method, route.path, body, { 'x-api-key': credential, ...headers });
      expect((await as(undefined)).json).toMatchObject({ status: 401, code: 'unauthorized' });
      expect((await as(undefined, { cookie: owner.cookie })).json).toMatchObject({ status: 401, code: 'unauthorized' });
      expect((await as(generateApiKey('manage'))).json).toMatchObject({ status: 401, code: 'unauthorized' });
      for (const key of [apiKey, generateApiKey('test')])
        expect((await as(key)).json).toMatchObject({ status: 403, code: 'wrong_credential', charged_usd: '0' });
      expect((await as(undefined, { authorization: `Bearer ${apiKey}` })).json.code).toBe('wrong_credential');
    },
  );

  it('can never change the cap of an old version whose newer version its owner opened to all addresses', async () => {
    const old = (await send(program, ['', 'POST', '/manage/keys', { name: 'Old' }])).json;
    const rotated = (await owner.post(`/keys/${old.id}/rotate`, { overlap_seconds: 3_600 })).json;
    const change = (body: object) => send(program, ['', 'PATCH', `/manage/keys/${old.id}`, body]);
    expect((await change({ daily_cap_usd: '4' })).status).toBe(200);
    expect((await owner.send('PATCH', `/keys/${rotated.id}`, { body: { allowed_ips: [] } })).status).toBe(200);
    for (const body of [{ daily_cap_usd: '5' }, { monthly_cap_usd: null }])
      expect((await change(body)).json).toMatchObject({ status: 422, errors: [{ parameter: 'allowed_ips' }] });
    const { daily_cap_usd } = (await send(program, ['', 'GET', `/manage/keys/${rotated.id}`, undefined])).json;
    expect(daily_cap_usd).toBe('4.000000');
    expect((await change({ name: 'Renamed' })).status).toBe(200);
  });

  it('gives its own limits to a key whose request names none', async () => {
    const key = (await program.get(`/manage/keys/${words.OWN}`)).json;
    expect(key).toMatchObject({ daily_cap_usd: '5.000000', allowed_ips: limits.allowed_ips, expires_at: soon });
    const narrower = { name: 'b', daily_cap_usd: '4', allowed_ips: ['203.0.113.128/25'], expires_at: '2029-01-01' };
    const { json } = await send(program, ['', 'POST', '/manage/keys', narrower]);
    expect(json).toMatchObject({ daily_cap_usd: '4.000000', allowed_ips: ['203.0.113.128/25'] });
  });

  it('works only from the addresses that its owner chose', async () => {
    const elsewhere = new Program(world, token.token);
    elsewhere.address = '198.51.100.1';
    expect((await elsewhere.get('/manage/keys')).json).toMatchObject({
      status: 401,
      detail: 'You cannot use this management token from the IP address 198.51.100.1.',
    });
  });

  it('is refused beyond ten requests a second, and says so in the headers', async () => {
    const fast = new Program(world, (await newToken(owner)).token);
    const stopped = jest.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
    const answers = [];
    // One after the other: more than ten in flight are refused for another reason.
    for (let sent = 0; sent < 12; sent++) answers.push(await fast.get('/manage/balance'));
    stopped.mockRestore();
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(2);
    expect(refused[0]!.json.detail).toContain('This management token may make 10 requests per second');
    expect(answers[0]!.headers.get('ratelimit-policy')).toBe('"key";q=10;w=1');
    expect(answers[0]!.headers.get('ratelimit')).toMatch(/^"key";r=\d;t=1$/);
    expect(answers[0]!.headers.get('cache-control')).toBe('private, no-store');
  });

  it('has at most ten requests in flight', async () => {
    const busy = new Program(world, (await newToken(owner)).token);
    const runner = world.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT FROM account_profiles WHERE id = $1 FOR UPDATE', [owner.accountId]);
    const [refusals, open] = [new Set<string>(), [] as Promise<unknown>[]];
    const change = async () => {
      const { json, headers } = await busy.send('PATCH', `/manage/keys/${words.FREE}`, { name: 'Mine' });
      refusals.add(`${json.limit}: ${headers.get('ratelimit')}`);
    };
    try {
      await until('one is refused', () => open.push(change()) && refusals.has('concurrency: "key";r=0;t=1'));
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
      await Promise.all(open);
    }
    expect((await send(busy, ['', 'GET', '/manage/balance', undefined])).status).toBe(200);
  });

  it('may send a change without a body and without a type', async () => {
    const { status, json } = await new Program(world, (await newToken(owner)).token).send('POST', '/manage/keys');
    expect([status, json.errors[0].parameter]).toEqual([422, 'name']);
  });

  it('shares a rate with the other tokens of its account', async () => {
    const tokens = await Promise.all(Array.from({ length: 5 }, () => newToken(stranger)));
    const stopped = jest.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
    const answers = [];
    for (const { token } of tokens)
      for (let request = 0; request < 9; request++)
        answers.push(await new Program(world, token).get('/manage/balance'));
    stopped.mockRestore();
    expect(answers.map(({ status }) => status)).toEqual([...Array(40).fill(200), ...Array(5).fill(429)]);
    expect(answers.at(-1)!.headers.get('ratelimit-policy')).toBe('"key";q=40;w=1');
  });

  it('is looked up while its rate allows it, and an unknown one not at all after many from its IP', async () => {
    const stopped = jest.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
    const [guesser, good] = [
      new Program(world, generateApiKey('manage')),
      new Program(world, (await newToken(owner)).token),
    ];
    for (const one of [guesser, good]) one.address = '198.51.100.77';
    const statuses = async (by: Program, count: number) => {
      const all = [];
      while (all.length < count) all.push((await by.get('/manage/balance')).status);
      return all;
    };
    expect(await statuses(guesser, 10)).toEqual(Array(10).fill(401));
    expect(await statuses(good, 1)).toEqual([200]);
    // While the table is locked, only a request that looks nothing up gets an answer.
    const locking = world.dataSource.createQueryRunner();
    await locking.startTransaction();
    await locking.query('LOCK TABLE management_tokens');
    expect(await statuses(guesser, 2)).toEqual([429, 429]);
    const keys = world.api.app.get(KeyAuthenticator, { strict: false });
    const request = { headers: {}, socket: { remoteAddress: guesser.address } } as IncomingMessage;
    for (let failure = 0; failure < 1_000; failure++)
      try {
        keys.problemOf(unknownKey, request);
      } catch {
        break;
      }
    const another = Object.assign(new Program(world, generateApiKey('manage')), { address: guesser.address });
    expect((await another.get('/manage/balance')).json).toMatchObject({ status: 429, charged_usd: '0' });
    await locking.rollbackTransaction();
    await locking.release();
    // Others at the same IP go on, and end at once.
    expect(await statuses(good, 1)).toEqual([200]);
    await world.dataSource.query('UPDATE management_tokens SET revoked_at = now() WHERE hash = $1', [
      hashApiKey(good.token),
    ]);
    expect((await good.get('/manage/balance')).status).toBe(429);
    stopped.mockRestore();
  });
});
