import { EventEmitter, once } from 'node:events';
import type { CallOptions, Loupe, LoupeOptions } from '@loupe/client';
import { allOperations, exampleAddress } from '@loupe/dto';
import { known } from '../endpoints/known';
import { send } from '../support/send';
import { CallerWorld, failureOf } from './caller-world';
import { callExample, objects } from './client-calls';
import { CuttingProxy } from './cutting-proxy';

const world = new CallerWorld();
const { client, charges } = world;

describe('the methods of the client', () => {
  it.each(allOperations.map((one) => [one.name, one] as const))(
    'send %s to the path of its route',
    async (name, one) => {
      const requested: URL[] = [];
      const nothing = new Response('{"items":[],"comments":[],"feed":{"profile_grid_items":[]}}');
      const loupe = client({
        fetch: async (url) => {
          requested.push(new URL(`${url}`));
          return nothing;
        },
      });
      await callExample(loupe, one);
      const expected = new URL(exampleAddress(one), world.api.baseUrl);
      expect(requested.map(({ pathname }) => decodeURIComponent(pathname))).toEqual([
        decodeURIComponent(expected.pathname),
      ]);
      expect(Object.fromEntries(requested[0]!.searchParams)).toEqual(Object.fromEntries(expected.searchParams));
      expect(world.attempts).toMatchObject([{ operation: name, attempt: 1, status: 200 }]);
    },
  );

  it('create the session id of a search, and reuse it for all its pages', async () => {
    const requested: string[] = [];
    const loupe = client({
      fetch: (url, init) => {
        requested.push(new URL(`${url}`).searchParams.get('search_session_id')!);
        return fetch(url, init);
      },
    });
    expect(await loupe.search.users('mar', { limit: 60 }).toArray({ limit: 60 })).toHaveLength(60);
    expect(requested.length).toBeGreaterThan(1);
    expect(new Set(requested).size).toBe(1);
  });

  type Options = CallOptions & { limit?: number };
  it.each<[string, unknown, Options, RegExp]>([
    ['no path parameter', '', {}, /^user_id must not be ''$/],
    ['a dot as a path parameter, which would change the path', '.', {}, /^user_id must not be '.'$/],
    ['two dots as a path parameter', '..', {}, /^user_id must not be '..'$/],
    ['undefined as a path parameter', undefined, {}, /^user_id must not be ''$/],
    ['a number that JavaScript has rounded', 2 ** 53, {}, /^user_id must be a string or a bigint/],
    [
      'fields of another type',
      '1',
      { fields: 5 as never },
      /^fields must be like 'pk,username' or \['pk', 'username'\]$/,
    ],
    [
      'a header with a line break',
      '1',
      { headers: { 'x-a': 'secret\nx-b: c' } },
      /^x-a must be the name of a header(?!.*secret)/,
    ],
    ['a header name with a colon', '1', { headers: { 'x-a: b': 'c' } }, /^x-a: b must be the name of a header/],
    ['a fault with a line break', '1', { fault: 'timeout\r\nx-b: c' }, /^x-loupe-fault must be/],
    ['a budget that is not an amount', '1', { maxCostUsd: '1 USD' }, /^1 USD is not a USD amount/],
    ['a limit that is not a number', '1', { limit: Number.NaN }, /^limit must be a number/],
  ])('reject %s instead of throwing, and send nothing', async (_, id, options, message) => {
    const list = client().users.followers(id as string, options);
    await expect(list.toArray({ limit: 5 })).rejects.toThrow(TypeError);
    await expect(list.pages().next()).rejects.toThrow(message);
    expect(world.attempts).toEqual([]);
  });

  it('refuse a number as a query parameter that JavaScript has rounded', async () => {
    const comments = client().posts.comments('x', { user_id: 2 ** 60 });
    await expect(comments).rejects.toThrow('user_id must be a string or a bigint');
  });

  const requestOf = async (options: Partial<LoupeOptions>, call: (loupe: Loupe) => PromiseLike<unknown>) => {
    const requests: Request[] = [];
    const nothing = '{"items":[],"comments":[],"feed":{"profile_grid_items":[]}}';
    const fetch = async (...sent: ConstructorParameters<typeof Request>) => {
      requests.push(new Request(...sent));
      return new Response(nothing);
    };
    await call(client({ ...options, fetch }));
    return requests[0]!;
  };

  it('accept numbers as ids, and fields as text or as an array', async () => {
    const calls: [string, (loupe: Loupe) => PromiseLike<unknown>][] = [
      ['/users/1001?fields=pk%2Cusername', ({ users }) => users.byId(1001, { fields: 'pk, username' })],
      ['/users/9007199254740993?fields=pk', ({ users }) => users.byId(9007199254740993n, { fields: 'pk' })],
      ['/users/1/reels?fields=pk%2Cuser.pk', ({ users }) => users.reels('1', { fields: ['pk', 'user.pk'] })],
      ['/users/1/posts', ({ users }) => users.posts('1', { fields: 'pk' })],
      [
        '/posts/7/comments?user_id=1012&fields=comments.pk%2Chas_more%2Cnext_min_id',
        ({ posts }) => posts.comments(7, { user_id: 1012, fields: 'pk' }),
      ],
    ];
    for (const [path, call] of calls)
      expect((await requestOf({ baseUrl: 'https://loupe.example' }, call)).url).toBe(`https://loupe.example${path}`);
  });

  it('send the headers of the client and of the call, but never another key', async () => {
    const headers = { 'X-Trace': '1', 'x-shared': 'client', 'X-API-KEY': 'other', 'Idempotency-Key': 'other' };
    const sent = await requestOf({ headers, fault: 'http_502' }, ({ users }) =>
      users.byId('1', { headers: { 'X-Shared': 'call', 'x-api-key': 'other', 'x-loupe-fault': 'reset' } }),
    );
    expect(Object.fromEntries(sent.headers)).toMatchObject({
      'x-trace': '1',
      'x-shared': 'call',
      'x-api-key': world.tenant.key,
      'x-loupe-fault': 'http_502',
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const faulty = await requestOf({ fault: 'http_502' }, ({ users }) => users.byId('1', { fault: 'timeout' }));
    expect(faulty.headers.get('x-loupe-fault')).toBe('timeout');
  });

  it.each(['localhost:3000', 'loupe.example', '', undefined, 'ftp://loupe.example'])(
    'need a URL with a scheme, unlike %p',
    (baseUrl) => {
      const message = `baseUrl must be a URL such as https://loupe.example, not ${baseUrl}`;
      expect(() => client({ baseUrl: baseUrl as string })).toThrow(new TypeError(message));
    },
  );

  it.each(objects.map((one) => [one.name, one] as const))('return for %s the response’s members', async (_, one) => {
    const { data, meta } = await callExample(client(), one).withMeta();
    const { json } = await send(world.api.baseUrl, exampleAddress(one), { key: world.tenant.key });
    expect(Object.keys(data)).toEqual(Object.keys(json));
    expect(meta).toMatchObject({ status: 200, attempts: 1, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  });
});

describe('a call of the client', () => {
  it('is sent once, when it is awaited, and returns the bytes as received', async () => {
    const call = client().users.byId(known.marta);
    expect(world.attempts).toEqual([]);
    const [{ bytes }, profile, { meta }] = await Promise.all([call.raw(), call, call.withMeta()]);
    expect(world.attempts).toHaveLength(1);
    expect(JSON.parse(Buffer.from(bytes).toString())).toEqual(profile);
    expect(meta).toMatchObject({ costUsd: '0.000600', balanceUsd: '9.999400', isReplay: false, ageSeconds: undefined });
    expect(meta.mediaExpiresAt!.getTime()).toBeGreaterThan(Date.now());
  });

  it('accepts a response that is fresh enough, and returns its age', async () => {
    await client().users.byId(known.marta, { maxAge: 60 });
    const { meta } = await client().users.byId(known.marta, { maxAge: 60 }).withMeta();
    expect(meta).toMatchObject({ costUsd: '0', ageSeconds: expect.any(Number), isReplay: false });
    expect(await charges()).toHaveLength(1);
  });

  it('fails with the code and members of the problem, and is not retried', async () => {
    const loupe = client();
    const missing = await failureOf(loupe.users.byId('404404404'));
    expect(missing).toMatchObject({ code: 'profile_not_found', status: 404, chargedUsd: '0.000600', retryable: false });
    expect(missing.requestId).toBe(missing.problem!.request_id);
    const faulty = await failureOf(loupe.posts.comments('x', { user_id: 'abc', carousel_index: 1_000 }));
    expect(faulty).toMatchObject({ code: 'unprocessable_entity', chargedUsd: '0', attempts: 1 });
    expect(faulty.errors.map(({ parameter }) => parameter)).toEqual(['user_id', 'carousel_index']);
    expect(await failureOf(loupe.users.followers(known.privateLoudly))).toMatchObject({ code: 'private_account' });
    world.tenant = await world.api.tenants.create('0');
    expect(await failureOf(client().users.byId('1'))).toMatchObject({
      code: 'insufficient_balance',
      problem: { required_usd: '0.000600' },
    });
    expect(world.attempts.map(({ status }) => status)).toEqual([404, 422, 403, 402]);
  });

  it.each(['<html>', 'null', '7', ''])(
    'fails with the status and an unknown cost when a proxy responds %p',
    async (body) => {
      const loupe = client({ maxRetries: 0, fetch: async () => new Response(body, { status: 502 }) });
      const failure = await failureOf(loupe.users.byId('1001'));
      expect(failure).toMatchObject({ code: 'http_502', status: 502, retryable: true, attempts: 1, errors: [] });
      expect(failure.chargedUsd).toBeUndefined();
    },
  );

  it('ends at once when its signal is already aborted, with the reason of the signal', async () => {
    const reason = new Error('enough');
    await expect(client().users.byId('1001', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(world.attempts).toEqual([]);
  });

  it.each([
    ['before the call is sent, and sends nothing', false],
    ['while the call is in flight', true],
  ])('ends when its signal aborts %s', async (_, isInFlight) => {
    const reason = new Error('enough');
    const controller = new AbortController();
    const sent = new EventEmitter();
    const fetch = jest.fn(
      (_: unknown, init?: RequestInit) =>
        new Promise<Response>((_resolve, reject) => {
          init!.signal!.addEventListener('abort', reject);
          sent.emit('once');
        }),
    );
    const call = client({ fetch }).users.byId('1001', { signal: controller.signal });
    const outcome = expect(call).rejects.toBe(reason);
    if (isInFlight) await once(sent, 'once');
    controller.abort(reason);
    await outcome;
    expect(fetch).toHaveBeenCalledTimes(isInFlight ? 1 : 0);
  });

  it('times out an attempt that takes too long, and reports an unknown cost', async () => {
    const hanging = client({
      timeoutMs: 1,
      maxRetries: 0,
      fetch: (_, init) => new Promise((_resolve, reject) => init!.signal!.addEventListener('abort', reject)),
    });
    const { code, chargedUsd } = await failureOf(hanging.users.byId('1001'));
    expect([code, chargedUsd]).toEqual(['timeout', undefined]);
  });
});

describe('a retry of the client', () => {
  let proxy: CuttingProxy;
  beforeAll(async () => {
    proxy = await CuttingProxy.before(world.api.baseUrl);
  });
  afterAll(() => proxy.stop());

  it('is not charged again when earlier responses were lost after the charge', async () => {
    proxy.toCut = 2;
    const { data, meta } = await client({ baseUrl: proxy.baseUrl }).users.byId(known.marta).withMeta();
    expect(data.username).toBe('marta.trails');
    expect(meta).toMatchObject({ attempts: 3, isReplay: true, costUsd: '0.000600' });
    expect(world.attempts.slice(0, 3).map(({ status }) => status)).toEqual([undefined, undefined, 200]);
    expect(await charges()).toEqual(['-600']);
  });

  it('counts once against a budget', async () => {
    const loupe = client({ baseUrl: proxy.baseUrl, maxCostUsd: '0.0012' });
    await loupe.system.health();
    await loupe.users.byId(known.marta);
    proxy.toCut = 1;
    await loupe.users.byId(known.marta);
    expect(await failureOf(loupe.users.byId(known.marta))).toMatchObject({ code: 'budget_reached' });
    expect(await charges()).toEqual(['-600', '-600']);
  });

  it('stops after the configured number of retries, with an unknown cost', async () => {
    proxy.toCut = 2;
    const lost = await failureOf(client({ baseUrl: proxy.baseUrl, maxRetries: 1 }).users.byId(known.marta));
    expect(lost).toMatchObject({ code: 'connection_lost', attempts: 2 });
    expect(lost.chargedUsd).toBeUndefined();
  });

  it('reuses its idempotency key, which no other call has, and obeys Retry-After', async () => {
    const keys: string[] = [];
    const unavailable = () =>
      Response.json({ code: 'service_unavailable', retryable: true }, { status: 503, headers: { 'retry-after': '0' } });
    const loupe = client({
      fetch: (url, init) => {
        keys.push(new Headers(init!.headers).get('idempotency-key')!);
        return keys.length % 3 === 0 ? fetch(url, init) : Promise.resolve(unavailable());
      },
    });
    for (let calls = 0; calls < 2; calls++) await loupe.users.byId(known.marta);
    expect(keys).toEqual([keys[0], keys[0], keys[0], keys[3], keys[3], keys[3]]);
    expect(keys[3]).not.toBe(keys[0]);
  });
});

describe('maxCostUsd', () => {
  it('is never exceeded, however many calls of a client run at once, and no further call is sent', async () => {
    const loupe = client({ maxCostUsd: '0.0019' });
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => loupe.users.byId(known.marta)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'budget_reached', chargedUsd: '0' });
    expect(world.attempts.filter(({ operation }) => operation === 'users.by_id')).toHaveLength(3);
    expect(await charges()).toEqual(['-600', '-600', '-600']);
  });

  it('applies to one call when it is set for the call', async () => {
    const loupe = client();
    expect(await failureOf(loupe.users.stories(known.marta, { maxCostUsd: '0.0006' }))).toMatchObject({
      code: 'budget_reached',
    });
    await loupe.users.byId(known.marta, { maxCostUsd: '0.0006' });
    await loupe.users.byId(known.marta, { maxCostUsd: '0.0006' });
    expect(await charges()).toHaveLength(2);
  });

  it('applies to all pages of a list together', async () => {
    const seen: unknown[] = [];
    const walk = async () => {
      for await (const user of client().users.followers(known.showcase, { maxCostUsd: '0.0012' })) seen.push(user);
    };
    expect(await failureOf(walk())).toMatchObject({ code: 'budget_reached' });
    expect([seen.length > 25, (await charges()).length]).toEqual([true, 2]);
  });

  it('does not count calls that turn out to be free', async () => {
    const loupe = client({ maxCostUsd: '0.0006' });
    expect(await failureOf(loupe.users.byId('abc'))).toMatchObject({ code: 'unprocessable_entity' });
    await loupe.users.byId(known.marta, { maxAge: 60 });
    expect(await charges()).toHaveLength(1);
  });

  it('holds when the price has risen since it was fetched', async () => {
    let priceUsd = '0.000300';
    const loupe = client({
      maxCostUsd: '0.0005',
      fetch: (url, init) =>
        `${url}`.endsWith('/system/price')
          ? Promise.resolve(Response.json({ items: [{ operation: 'users.by_id', price_usd: priceUsd }] }))
          : fetch(url, init),
    });
    expect(await failureOf(loupe.users.byId(known.marta))).toMatchObject({
      code: 'price_above_ceiling',
      chargedUsd: '0',
    });
    priceUsd = '0.000600';
    expect(await failureOf(loupe.users.byId(known.marta))).toMatchObject({ code: 'budget_reached' });
    expect(await charges()).toHaveLength(0);
  });

  it.each(['1 USD', '-1', ''])('refuses %p, which is not an amount', (maxCostUsd) => {
    expect(() => client({ maxCostUsd })).toThrow(TypeError);
  });
});
