import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { joined } from '@loupe/lossless-json';
import { Exchange } from './exchange';
import { UpstreamFailure } from './failure';
import type { UpstreamRequest } from './request';
import { mediaInfo } from './requests/media';
import { userInfo } from './requests/users';
import { UpstreamClient, type UpstreamOptions } from './upstream-client';

type Handler = (request: IncomingMessage, response: ServerResponse, attempt: number) => void;

describe('UpstreamClient', () => {
  let server: Server;
  let handler: Handler;
  let requests: IncomingMessage[];
  const clients: UpstreamClient[] = [];

  beforeEach(async () => {
    requests = [];
    server = createServer((request, response) => {
      requests.push(request);
      handler(request, response, requests.length);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await Promise.all(clients.splice(0).map((client) => client.close()));
  });

  const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  function send(
    timeoutMs = 5_000,
    options: Partial<UpstreamOptions> = {},
    exchange = new Exchange(timeoutMs),
  ): Promise<Buffer> {
    return clientOf(options).send(userInfo('7'), exchange, 'user').then(joined);
  }
  function clientOf(options: Partial<UpstreamOptions> = {}): UpstreamClient {
    const client = new UpstreamClient({ baseUrl: baseUrl(), ...options });
    clients.push(client);
    return client;
  }
  const failureOf = (promise: Promise<unknown>): Promise<UpstreamFailure> =>
    promise.then(
      () => {
        throw new Error('did not fail');
      },
      (error) => error,
    );

  it('gives back the bytes of the answer, collected from however many chunks', async () => {
    handler = (_request, response) => {
      response.write('{"user":');
      setTimeout(() => response.end('{"pk":1.0}}'), 20);
    };
    expect((await send()).toString()).toBe('{"user":{"pk":1.0}}');
    expect(requests[0]!.url).toBe('/api/v1/users/7/info/?is_prefetch=false&entry_point=profile');
  });

  it('keeps the path of a base address that has one', async () => {
    handler = (_request, response) => response.end('{}');
    await send(5_000, { baseUrl: `${baseUrl()}/proxy/` });
    expect(requests[0]!.url).toMatch(/^\/proxy\/api\/v1\/users\/7\/info\//);
  });

  it('sends the headers of the session, and no cookie without one', async () => {
    handler = (_request, response) => response.end('{}');
    await send(5_000, { sessions: [{ headers: { Cookie: 'sessionid=1', 'X-IG-App-ID': '9' } }] });
    await send();
    expect(requests[0]!.headers).toMatchObject({ cookie: 'sessionid=1', 'x-ig-app-id': '9' });
    expect(requests[1]!.headers).not.toHaveProperty('cookie');
  });

  it('makes three attempts when the upstream fails, and no more', async () => {
    handler = (_request, response, attempt) =>
      attempt < 3 ? response.writeHead(502).end('<html>') : response.end('{"ok":1}');
    expect((await send()).toString()).toBe('{"ok":1}');
    expect(requests).toHaveLength(3);
    handler = (_request, response) => response.writeHead(502).end('<html>');
    expect((await failureOf(send())).kind).toBe('unavailable');
    expect(requests).toHaveLength(6);
  });

  it('pauses before a repeat for a random time below a bound that doubles, never beyond the deadline', async () => {
    handler = (_request, response) => response.writeHead(502).end('<html>');
    const setTimer = jest.spyOn(global, 'setTimeout');
    // No other timer of the process has these.
    const pausesMs = [0.3701 * 200, 0.3701 * 400];
    const set = () => setTimer.mock.calls.flatMap(([, ms]) => (pausesMs.includes(ms!) ? ms : []));
    await failureOf(send(5_000, { random: () => 0.3701 }));
    expect(set()).toEqual(pausesMs);
    requests.length = 0;
    expect((await failureOf(send(150, { random: () => 0.999 }))).kind).toBe('unavailable');
    expect(requests).toHaveLength(1);
    setTimer.mockRestore();
  });

  it('repeats at most a tenth of what is asked, and ten more at first', async () => {
    // Two of three succeed: the breaker stays closed.
    handler = (_request, response, attempt) => response.writeHead(attempt % 3 === 0 ? 502 : 200).end('{}');
    const client = clientOf({ random: () => 0 });
    for (let asked = 0; asked < 200; asked++)
      await client.send(userInfo('7'), new Exchange(5_000)).catch(() => undefined);
    const [users] = client.families.all;
    expect(users!.retries).toBe(29);
    expect(requests).toHaveLength(229);
  });

  it('repeats with another session when one is refused, and leaves the refused one alone', async () => {
    handler = (request, response) =>
      request.headers.cookie === 'bad'
        ? response.writeHead(403).end('{"message":"login_required"}')
        : response.end('{}');
    const sessions = [{ headers: { cookie: 'bad' } }, { headers: { cookie: 'good' } }];
    await send(5_000, { sessions });
    expect(requests.map(({ headers }) => headers.cookie)).toEqual(['bad', 'good']);
    expect(clients.at(-1)!.sessions.healthy()).toBe(1);
  });

  const bareRefusals = [
    [403, {}],
    [302, { location: '/explore/' }],
  ] as const;
  it.each(bareRefusals)(
    'rests no session for a request that is answered with a bare %p by all of them',
    async (...bare) => {
      handler = (request, response) =>
        request.url!.includes('/users/') ? response.writeHead(...bare).end() : response.end('{}');
      const client = clientOf({
        sessions: ['a', 'b', 'c', 'd'].map((cookie) => ({ headers: { cookie } })),
        random: () => 0,
      });
      const ask = (request: UpstreamRequest) => client.send(request, new Exchange(5_000));
      for (let asked = 0; asked < 5; asked++) expect((await failureOf(ask(userInfo('7')))).kind).toBe('unavailable');
      expect(requests).toHaveLength(15);
      expect(client.sessions.countByState()).toEqual({ ready: 4, resting: 0, dead: 0 });
      expect(joined(await ask(mediaInfo('8'))).toString()).toBe('{}');
    },
  );

  it.each(bareRefusals)('rests a session that answers a bare %p where another one succeeds', async (...bare) => {
    handler = ({ headers, url }, response) => {
      if (headers.cookie === 'bad') response.writeHead(...bare).end();
      else if (url!.includes('/users/')) response.end('{}');
      else response.writeHead(404).end('{"message":"Media not found"}');
    };
    const sessions = [{ headers: { cookie: 'bad' } }, { headers: { cookie: 'good' } }];
    const client = clientOf({ sessions });
    await client.send(userInfo('7'), new Exchange(5_000));
    expect(client.sessions.healthy()).toBe(1);
    // The same where what it finds is that there is nothing.
    const other = clientOf({ sessions });
    expect((await failureOf(other.send(mediaInfo('8'), new Exchange(5_000)))).kind).toBe('not_found');
    expect(other.sessions.healthy()).toBe(1);
  });

  it('asks nothing while every session rests, and says when the first wakes', async () => {
    let nowMs = 1_000;
    handler = (_request, response) => response.writeHead(429).end();
    const client = clientOf({ sessions: [{ headers: { cookie: 'only' } }], now: () => nowMs });
    const ask = () => client.send(userInfo('7'), new Exchange(5_000)).then(joined);
    expect(await failureOf(ask())).toMatchObject({ kind: 'retry_later', retryAfterSeconds: 60 });
    expect(client.families.of('users.info').retries).toBe(0);
    nowMs += 59_000;
    expect(await failureOf(ask())).toMatchObject({ kind: 'retry_later', retryAfterSeconds: 1 });
    expect(requests).toHaveLength(1);
    nowMs += 1_000;
    handler = (_request, response) => response.end('{}');
    expect((await ask()).toString()).toBe('{}');
  });

  it('sends the requests of a session through its own proxy, and takes a proxy that is down for a refused session', async () => {
    handler = (_request, response) => response.end('{}');
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
    const ask = () => client.send(userInfo('7'), new Exchange(5_000));
    await ask();
    await ask();
    expect(requests.map(({ headers }) => headers.cookie)).toEqual(['a', 'b']);
    expect(targets).toEqual([new URL(baseUrl()).host]);
    proxy.close();
    proxy.closeAllConnections();
    client.replaceSessions([{ headers: { cookie: 'a' }, proxy: 'http://127.0.0.1:1' }, { headers: { cookie: 'b' } }]);
    await ask();
    expect(client.sessions.countByState()).toEqual({ ready: 1, resting: 1, dead: 0 });
  });

  it('does not repeat an answer about the thing asked for', async () => {
    handler = (_request, response) => response.writeHead(404).end('{"message":"User not found"}');
    expect((await failureOf(send())).kind).toBe('user_not_found');
    expect(requests).toHaveLength(1);
  });

  it('repeats when the connection is reset before an answer', async () => {
    handler = (request, response, attempt) => (attempt === 1 ? request.socket.destroy() : response.end('{}'));
    expect((await send()).toString()).toBe('{}');
  });

  it('sends a request once more, and blames nobody, when the server had closed the connection unasked', async () => {
    handler = (_request, response) => {
      response.shouldKeepAlive = true;
      response.setHeader('content-length', '2');
      const { socket } = response;
      response.end('{}', () => socket!.end());
    };
    const client = clientOf();
    for (let asked = 0; asked < 30; asked++) await client.send(userInfo('7'), new Exchange(5_000));
    expect(client.families.of('users.info')).toMatchObject({ retries: 0, outcomes: { ok: 30, failed: 0 } });
  });

  it('gives up at the deadline: before the first byte, and in the middle of a body', async () => {
    handler = () => undefined;
    expect((await failureOf(send(150))).kind).toBe('timeout');
    handler = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"half":');
    };
    expect((await failureOf(send(150))).kind).toBe('timeout');
  });

  it('gives up when the caller goes away, and asks nothing more for it', async () => {
    const exchange = new Exchange(5_000);
    handler = () => exchange.abort(new UpstreamFailure('aborted', 'gone'));
    expect((await failureOf(send(5_000, {}, exchange))).kind).toBe('aborted');
    expect(requests).toHaveLength(1);
  });

  it('does not ask for what was given up while it waited for a connection', async () => {
    const client = clientOf({ connections: 1 });
    const [first, second, third] = [1, 2, 3].map((pk) => ({ ...userInfo(`${pk}`), exchange: new Exchange(5_000) }));
    handler = (_request, response) => {
      second!.exchange.abort(new UpstreamFailure('aborted', 'gone'));
      response.end('{}');
    };
    const answers = [first!, second!, third!].map((request) => client.send(request, request.exchange));
    expect((await failureOf(answers[1]!)).kind).toBe('aborted');
    await Promise.all([answers[0], answers[2]]);
    expect(requests.map(({ url }) => url!.split('/')[4])).toEqual(['1', '3']);
  });

  it('decompresses, and takes a cut gzip stream for a failure instead of a shorter body', async () => {
    const whole = gzipSync(`{"pad":"${'x'.repeat(5_000)}"}`);
    handler = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(whole);
    expect((await send()).length).toBe(5_010);
    handler = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(whole.subarray(0, whole.length / 2));
    expect((await failureOf(send())).kind).toBe('unavailable');
  });

  it('refuses a body above the bound, compressed or not, and does not ask for it again', async () => {
    handler = (_request, response) => response.end('x'.repeat(2_000));
    expect((await failureOf(send(5_000, { maxBodyBytes: 1_000 }))).reason).toContain('1000');
    handler = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(2_000)));
    expect((await failureOf(send(5_000, { maxBodyBytes: 1_000 }))).kind).toBe('unusable');
    expect(requests).toHaveLength(2);
    expect([...clients.at(-1)!.boundsPassed]).toEqual([['answer_bytes', 1]]);
  });

  it('refuses what becomes more than a hundred times as long', async () => {
    handler = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(2 * 1024 * 1024)));
    expect((await failureOf(send())).reason).toContain('100 times');
    expect([...clients.at(-1)!.boundsPassed]).toEqual([['decompression_ratio', 1]]);
  });

  it('bounds the bytes in memory of all answers that have not left yet', async () => {
    handler = (_request, response) => response.end('x'.repeat(600));
    const client = clientOf({ maxBufferedBytes: 1_000 });
    const [first, second, third] = [new Exchange(5_000), new Exchange(5_000), new Exchange(5_000)];
    await client.send(userInfo('7'), first!);
    expect(client.bufferedBytes).toBe(600);
    expect((await failureOf(client.send(userInfo('7'), second!))).kind).toBe('retry_later');
    expect([...client.boundsPassed]).toEqual([['buffered_bytes', 1]]);
    first!.end();
    second!.end();
    await client.send(userInfo('7'), third!);
    expect(client.bufferedBytes).toBe(600);
    third!.end();
    expect(client.bufferedBytes).toBe(0);
  });

  it('takes little memory for a body that is said to be long', async () => {
    handler = (_request, response) => {
      response.writeHead(200, { 'content-length': '10000000' });
      response.write('{');
    };
    const client = clientOf();
    const exchange = new Exchange(5_000);
    const failure = failureOf(client.send(userInfo('7'), exchange));
    while (client.bufferedBytes === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(client.bufferedBytes).toBe(128 * 1_024);
    exchange.abort(new UpstreamFailure('aborted', 'gone'));
    await failure;
    exchange.end();
    expect(client.bufferedBytes).toBe(0);
  });

  it('holds a body in few pieces, however many it comes in and however long it is', async () => {
    handler = (_request, response) => {
      for (let written = 0; written < 3_000; written++) response.write(`${written % 10}`);
      response.end('x'.repeat(3_000_000));
    };
    const body = await clientOf().send(userInfo('7'), new Exchange(5_000));
    expect(body.length).toBeLessThan(20);
    expect(joined(body).equals(Buffer.from(`${'0123456789'.repeat(300)}${'x'.repeat(3_000_000)}`))).toBe(true);
  });

  it('uses the memory of a large body again once its answer has left, and nobody finds another one in it', async () => {
    const client = clientOf();
    const exchanges = [new Exchange(5_000), new Exchange(5_000)];
    const bodies: Buffer[][] = [];
    for (const [index, exchange] of exchanges.entries()) {
      handler = (_request, response) => response.end(`${index}`.repeat(100_000));
      bodies.push((await client.send(userInfo('7'), exchange)) as Buffer[]);
    }
    expect(bodies.map((body) => joined(body).toString())).toEqual(['0'.repeat(100_000), '1'.repeat(100_000)]);
    const memory = bodies[0]![0]!.buffer;
    exchanges[0]!.end();
    expect(bodies[0]).toEqual([]);
    expect(bodies[1]![0]!.toString('latin1', 0, 3)).toBe('111');
    const third = await client.send(userInfo('7'), new Exchange(5_000));
    expect((third[0] as Buffer).buffer).toBe(memory);
  });

  it('takes a cut body for a failure', async () => {
    handler = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"half":');
      setTimeout(() => response.destroy(), 20);
    };
    expect((await failureOf(send())).kind).toBe('unavailable');
  });

  it('never follows a redirect', async () => {
    handler = (_request, response) => response.writeHead(302, { location: `${baseUrl()}/accounts/login/` }).end();
    expect((await failureOf(send())).kind).toBe('retry_later');
    expect(requests.every(({ url }) => url!.startsWith('/api/v1/users/'))).toBe(true);
    expect([...clients.at(-1)!.boundsPassed]).toEqual([['redirect', 1]]);
  });

  it('leaves a family alone that fails again and again, says for how long, and goes on with the others', async () => {
    handler = (request, response) =>
      request.url!.includes('/users/') ? response.writeHead(500).end() : response.end('{}');
    const client = clientOf();
    const ask = (request: UpstreamRequest) => client.send(request, new Exchange(5_000)).then(joined);
    await Promise.all(Array.from({ length: 60 }, () => failureOf(ask(userInfo('7')))));
    const seen = requests.length;
    // Repeats do not double the load of an upstream that is down.
    expect(seen).toBeLessThanOrEqual(60 + 10 + 6);
    expect(await failureOf(ask(userInfo('7')))).toMatchObject({ kind: 'retry_later', retryAfterSeconds: 1 });
    expect(requests).toHaveLength(seen);
    expect(client.breakerState).toBe('open');
    expect((await ask(mediaInfo('8'))).toString()).toBe('{}');
  });

  it('lets nobody wait for a connection of a family that is left alone', async () => {
    handler = () => undefined;
    const client = clientOf({ connections: 8 });
    const stalled = new Exchange(60_000);
    const failure = failureOf(client.send(userInfo('7'), stalled));
    const { breaker } = client.families.of('users.info');
    for (let failed = 0; failed < 20; failed++) breaker.record(breaker.admit(), false);
    expect((await failureOf(client.send(userInfo('7'), new Exchange(5_000)))).reason).toContain('has been failing');
    stalled.abort(new UpstreamFailure('aborted', 'gone'));
    expect((await failure).kind).toBe('aborted');
  });

  it('keeps connections for other families, and for other accounts, beside one account of one family that stalls', async () => {
    handler = (request, response) => {
      if (!request.url!.includes('stalled')) response.end('{}');
    };
    const client = clientOf({ connections: 64, maxWaiting: 40 });
    const stalled = Array.from({ length: 60 }, () => new Exchange(60_000));
    const failures = stalled.map((exchange) => failureOf(client.send(userInfo('stalled'), exchange)));
    const [users] = client.families.all;
    // 64 less the four that each of seven other shares keeps, less the two that no account fills alone.
    expect(users!.share.underWay).toBe(64 - 7 * 4 - 2);
    expect(users!.share.line.length).toBe(20);
    const others = Array.from({ length: 4 }, (_, pk) => client.send(mediaInfo(`${pk}`), new Exchange(5_000)));
    expect(await Promise.all(others)).toHaveLength(4);
    const ofOther = new Exchange(5_000);
    ofOther.accountId = 2;
    expect(joined(await client.send(userInfo('7'), ofOther)).toString()).toBe('{}');
    for (const exchange of stalled) exchange.abort(new UpstreamFailure('aborted', 'gone'));
    const ended = (await Promise.all(failures)).map(({ kind }) => kind);
    // The account may have twenty waiting; the rest was told to come back later.
    expect(ended.filter((kind) => kind === 'aborted')).toHaveLength(34 + 20);
    expect(ended.filter((kind) => kind === 'retry_later')).toHaveLength(60 - 54);
    expect(users!.share.underWay).toBe(0);
    expect(users!.share.line.length).toBe(0);
  });

  it('counts the time spent at the upstream', async () => {
    handler = (_request, response) => setTimeout(() => response.end('{}'), 60);
    const exchange = new Exchange(5_000);
    await send(5_000, {}, exchange);
    expect(exchange.upstreamMs).toBeGreaterThan(50);
  });
});
