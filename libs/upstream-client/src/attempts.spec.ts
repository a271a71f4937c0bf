import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { failureOf, testUpstream } from '../test/test-upstream';
import { UpstreamFailure } from './failure';
import { type UpstreamRequest } from './request';
import { profileTimeline } from './requests/graphql';
import { mediaInfo } from './requests/media';
import { userInfo } from './requests/users';
import { retryPause } from './upstream-client';
import { UpstreamContext } from './upstream-context';

describe('UpstreamClient', () => {
  const upstream = testUpstream();
  const { send, clientOf, baseUrl } = upstream;

  it('makes at most three attempts when the upstream fails', async () => {
    upstream.handler = (_request, response, attempt) =>
      attempt < 3 ? response.writeHead(502).end('<html>') : response.end('{"ok":1}');
    expect((await send()).toString()).toBe('{"ok":1}');
    expect(upstream.requests).toHaveLength(3);
    upstream.handler = (_request, response) => response.writeHead(502).end('<html>');
    expect((await failureOf(send())).kind).toBe('unavailable');
    expect(upstream.requests).toHaveLength(6);
  });

  it('waits a random time, within a doubling bound and the deadline, before each retry', async () => {
    upstream.handler = (_request, response) => response.writeHead(502).end('<html>');
    const setTimer = jest.spyOn(global, 'setTimeout');
    jest.replaceProperty(retryPause, 'firstMs', 200);
    // Values that no other timer of the process uses.
    const pausesMs = [0.3701 * 200, 0.3701 * 400];
    const set = () => setTimer.mock.calls.flatMap(([, ms]) => (pausesMs.includes(ms!) ? ms : []));
    await failureOf(send(60_000, { random: () => 0.3701 }));
    expect(set()).toEqual(pausesMs);
    upstream.requests.length = 0;
    // The pause would end after the deadline, so the client does not wait for it.
    jest.replaceProperty(retryPause, 'firstMs', 100_000);
    expect((await failureOf(send(60_000, { random: () => 0.999 }))).kind).toBe('unavailable');
    expect(upstream.requests).toHaveLength(1);
    jest.restoreAllMocks();
  });

  it('retries at most a tenth of the requests, plus ten from the initial budget', async () => {
    // Two of three requests succeed, so the breaker stays closed.
    upstream.handler = (_request, response, attempt) => response.writeHead(attempt % 3 === 0 ? 502 : 200).end('{}');
    const client = clientOf({ random: () => 0 });
    for (let count = 0; count < 200; count++)
      await client.send(userInfo('7'), new UpstreamContext(60_000)).catch(() => undefined);
    const [users] = client.families.all;
    expect(users!.retries).toBe(29);
    expect(upstream.requests).toHaveLength(229);
  });

  it('retries with another session after a refusal and then stops using the refused session', async () => {
    upstream.handler = (request, response) =>
      request.headers.cookie === 'bad'
        ? response.writeHead(403).end('{"message":"login_required"}')
        : response.end('{}');
    const sessions = [{ headers: { cookie: 'bad' } }, { headers: { cookie: 'good' } }];
    const client = clientOf({ sessions });
    const ask = (pk: string) => client.send(userInfo(pk), new UpstreamContext(60_000));
    await ask('7');
    // A single refusal may be about the requested user.
    expect(client.sessions.healthy()).toBe(2);
    await ask('8');
    expect(client.sessions.healthy()).toBe(1);
    await ask('9');
    expect(upstream.requests.map(({ headers }) => headers.cookie)).toEqual(['bad', 'good', 'bad', 'good', 'good']);
  });

  const bareRefusals = [
    [403, {}],
    [302, { location: '/explore/' }],
  ] as const;
  it.each(bareRefusals)(
    'cools down no session when all of them get a bare %p for the same request',
    async (...bare) => {
      upstream.handler = (request, response) =>
        request.url!.includes('/users/') ? response.writeHead(...bare).end() : response.end('{}');
      const client = clientOf({
        sessions: ['a', 'b', 'c', 'd'].map((cookie) => ({ headers: { cookie } })),
        random: () => 0,
      });
      const ask = (request: UpstreamRequest) => client.send(request, new UpstreamContext(60_000));
      for (let count = 0; count < 3; count++) expect((await failureOf(ask(userInfo('7')))).kind).toBe('unavailable');
      expect(upstream.requests).toHaveLength(9);
      expect(client.sessions.countByState()).toEqual({ ready: 4, resting: 0, dead: 0 });
      expect((await ask(mediaInfo('8'))).toString()).toBe('{}');
    },
  );

  it.each(bareRefusals)('cools down a session that gets a bare %p when another session succeeds', async (...bare) => {
    upstream.handler = ({ headers, url }, response) => {
      if (headers.cookie === 'bad') response.writeHead(...bare).end();
      else if (url!.includes('/users/')) response.end('{}');
      else response.writeHead(404).end('{"message":"Media not found"}');
    };
    const sessions = [{ headers: { cookie: 'bad' } }, { headers: { cookie: 'good' } }];
    const client = clientOf({ sessions });
    for (const pk of ['7', '8']) {
      expect(client.sessions.healthy()).toBe(2);
      await client.send(userInfo(pk), new UpstreamContext(60_000));
    }
    expect(client.sessions.healthy()).toBe(1);
    const other = clientOf({ sessions });
    for (const pk of ['8', '9'])
      expect((await failureOf(other.send(mediaInfo(pk), new UpstreamContext(60_000)))).kind).toBe('not_found');
    expect(other.sessions.healthy()).toBe(1);
  });

  it('sends nothing while every session is cooling down and reports when the first is ready', async () => {
    let nowMs = 1_000;
    upstream.handler = (_request, response) => response.writeHead(429).end();
    const client = clientOf({ sessions: [{ headers: { cookie: 'only' } }], now: () => nowMs });
    const ask = () => client.send(userInfo('7'), new UpstreamContext(60_000));
    expect(await failureOf(ask())).toMatchObject({ kind: 'retry_later', retryAfterSeconds: 60 });
    expect(client.families.of('users.info').retries).toBe(0);
    nowMs += 59_000;
    expect(await failureOf(ask())).toMatchObject({ kind: 'retry_later', retryAfterSeconds: 1 });
    expect(upstream.requests).toHaveLength(1);
    nowMs += 1_000;
    upstream.handler = (_request, response) => response.end('{}');
    expect((await ask()).toString()).toBe('{}');
  });

  it("sends requests through the session's own proxy and treats an unreachable proxy as a refused session", async () => {
    upstream.handler = (_request, response) => response.end('{}');
    const targets: string[] = [];
    const proxy = createServer();
    proxy.on('connect', (request, socket) => {
      targets.push(request.url!);
      const [host, port] = request.url!.split(':');
      const through = connect(Number(port), host!, () => socket.write('HTTP/1.1 200 Connected\r\n\r\n'));
      through.pipe(socket).pipe(through);
      through.on('error', () => socket.destroy());
      socket.on('error', () => through.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const client = clientOf({ sessions: [{ headers: { cookie: 'a' }, proxy: address }, { headers: { cookie: 'b' } }] });
    const ask = () => client.send(userInfo('7'), new UpstreamContext(60_000));
    await ask();
    await ask();
    expect(upstream.requests.map(({ headers }) => headers.cookie)).toEqual(['a', 'b']);
    expect(targets).toEqual([new URL(baseUrl()).host]);
    proxy.close();
    proxy.closeAllConnections();
    client.replaceSessions([{ headers: { cookie: 'a' }, proxy: 'http://127.0.0.1:1' }, { headers: { cookie: 'b' } }]);
    await ask();
    expect(client.sessions.countByState()).toEqual({ ready: 1, resting: 1, dead: 0 });
  });

  it('returns the response of a session in another country after a geoblock', async () => {
    upstream.handler = ({ headers }, response) =>
      headers.cookie === 'there' ? response.end('{}') : response.writeHead(400).end('{"message":"geoblock_required"}');
    const sessions = ['here', 'there'].map((cookie) => ({ headers: { cookie } }));
    expect((await send(60_000, { sessions })).toString()).toBe('{}');
  });

  const rateLimited: [what: string, status: number, headers: Record<string, string>, body: string][] = [
    ['a 429', 429, {}, ''],
    ['an empty 429 with content-encoding gzip', 429, { 'content-encoding': 'gzip' }, ''],
    ['a 400', 400, {}, '{"message":"Sorry, too many requests. Please try again later.","status":"fail"}'],
    ['a GraphQL error', 200, {}, '{"errors":[{"message":"Rate limit exceeded","code":1675004}],"data":null}'],
    ['a GraphQL error behind a prefix', 200, {}, 'for (;;);{"__ar":1,"error":1675004,"errorSummary":"Rate limit"}'],
  ];
  it.each(rateLimited)(
    'cools down the session at once and does not retry after a rate limit sent as %s',
    async (_what, ...sent) => {
      const [status, headers, body] = sent;
      upstream.handler = (_request, response) => response.writeHead(status, headers).end(body);
      const client = clientOf({ sessions: ['a', 'b'].map((cookie) => ({ headers: { cookie } })) });
      expect((await failureOf(client.send(profileTimeline('7', undefined), new UpstreamContext(60_000)))).kind).toBe(
        'unavailable',
      );
      expect(upstream.requests).toHaveLength(1);
      expect(client.sessions.countByState()).toEqual({ ready: 1, resting: 1, dead: 0 });
      const failure = await failureOf(client.send(profileTimeline('8', undefined), new UpstreamContext(60_000)));
      expect(failure).toMatchObject({ kind: 'retry_later', retryAfterSeconds: 60 });
      expect(upstream.requests).toHaveLength(2);
    },
  );

  it.each([
    [500, 'gzip', 'unavailable', 3],
    [404, 'x-unheard-of', 'unavailable', 3],
    [403, 'gzip', 'unavailable', 1],
    [200, 'gzip', 'unavailable', 3],
  ])('classifies a %d by its status when its %s body cannot be decoded', async (status, coding, kind, attempts) => {
    upstream.handler = (_request, response) => response.writeHead(status, { 'content-encoding': coding }).end('{}');
    expect((await failureOf(send(60_000, { random: () => 0 }))).kind).toBe(kind);
    expect(upstream.requests).toHaveLength(attempts);
  });

  it('does not retry with the session that was refused', async () => {
    upstream.handler = (_request, response) => response.writeHead(403).end('{"message":"login_required"}');
    expect((await failureOf(send(60_000, { sessions: [{ headers: { cookie: 'only' } }] }))).kind).toBe('unavailable');
    expect(upstream.requests).toHaveLength(1);
  });

  it('retries when the connection is reset before a response', async () => {
    upstream.handler = (request, response, attempt) => (attempt === 1 ? request.socket.destroy() : response.end('{}'));
    expect((await send()).toString()).toBe('{}');
  });

  it('opens the breaker of a family that keeps failing, with a Retry-After, while other families work', async () => {
    upstream.handler = (request, response) =>
      request.url!.includes('/users/') ? response.writeHead(500).end() : response.end('{}');
    const client = clientOf({ now: () => 0 });
    const ask = (request: UpstreamRequest) => client.send(request, new UpstreamContext(60_000));
    await Promise.all(Array.from({ length: 60 }, (_, pk) => failureOf(ask(userInfo(`${pk}`)))));
    const seen = upstream.requests.length;
    // 60 first attempts, 10 retries from the budget, 6 earned ones.
    expect(seen).toBeLessThanOrEqual(60 + 10 + 6);
    expect(await failureOf(ask(userInfo('7')))).toMatchObject({ kind: 'retry_later', retryAfterSeconds: 1 });
    expect(upstream.requests).toHaveLength(seen);
    expect(client.breakerState).toBe('open');
    expect((await ask(mediaInfo('8'))).toString()).toBe('{}');
  });

  it('does not queue for a slot while the breaker of the family is open', async () => {
    upstream.handler = () => undefined;
    const client = clientOf({ connections: 8, now: () => 0 });
    const stalled = new UpstreamContext(60_000);
    const failure = failureOf(client.send(userInfo('7'), stalled));
    while (upstream.requests.length === 0) await new Promise(setImmediate);
    const { breaker } = client.families.of('users.info');
    for (let failed = 0; failed < 20; failed++) {
      const request = { accountId: 0, path: `${failed}` };
      breaker.record(breaker.admit(request), false, request);
    }
    expect((await failureOf(client.send(userInfo('7'), new UpstreamContext(60_000)))).reason).toContain(
      'has been failing',
    );
    stalled.abort(new UpstreamFailure('aborted', 'gone'));
    expect((await failure).kind).toBe('aborted');
  });
});
