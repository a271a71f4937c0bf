import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { joined } from '@loupe/lossless-json';
import { Exchange } from './exchange';
import { UpstreamFailure } from './failure';
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
    const client = new UpstreamClient({ baseUrl: baseUrl(), ...options });
    clients.push(client);
    return client.send(userInfo('7'), exchange, 'user').then(joined);
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
    await send(5_000, { sessions: [{ Cookie: 'sessionid=1', 'X-IG-App-ID': '9' }] });
    await send();
    expect(requests[0]!.headers).toMatchObject({ cookie: 'sessionid=1', 'x-ig-app-id': '9' });
    expect(requests[1]!.headers).not.toHaveProperty('cookie');
  });

  it('repeats a request once when the upstream fails, and no more', async () => {
    handler = (_request, response, attempt) =>
      attempt === 1 ? response.writeHead(502).end('<html>') : response.end('{"ok":1}');
    expect((await send()).toString()).toBe('{"ok":1}');
    expect(requests).toHaveLength(2);
    handler = (_request, response) => response.writeHead(502).end('<html>');
    expect((await failureOf(send())).kind).toBe('unavailable');
    expect(requests).toHaveLength(4);
  });

  it('repeats with another session when one is refused, and leaves the refused one alone', async () => {
    handler = (request, response) =>
      request.headers.cookie === 'bad'
        ? response.writeHead(403).end('{"message":"login_required"}')
        : response.end('{}');
    const sessions = [{ cookie: 'bad' }, { cookie: 'good' }];
    await send(5_000, { sessions });
    expect(requests.map(({ headers }) => headers.cookie)).toEqual(['bad', 'good']);
    expect(clients.at(-1)!.sessions.healthy()).toBe(1);
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
    const client = new UpstreamClient({ baseUrl: baseUrl(), connections: 1 });
    clients.push(client);
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

  it('refuses a body above the bound, compressed or not', async () => {
    handler = (_request, response) => response.end('x'.repeat(2_000));
    expect((await failureOf(send(5_000, { maxBodyBytes: 1_000 }))).reason).toContain('1000');
    handler = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(2_000)));
    expect((await failureOf(send(5_000, { maxBodyBytes: 1_000 }))).kind).toBe('unavailable');
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
    expect((await failureOf(send())).kind).toBe('unavailable');
    expect(requests.every(({ url }) => url!.startsWith('/api/v1/users/'))).toBe(true);
  });

  it('leaves an upstream alone that fails again and again, and says for how long', async () => {
    handler = (_request, response) => response.writeHead(500).end();
    const client = new UpstreamClient({ baseUrl: baseUrl() });
    clients.push(client);
    const failures = await Promise.all(
      Array.from({ length: 60 }, () => failureOf(client.send(userInfo('7'), new Exchange(5_000)))),
    );
    expect(failures.every(({ kind }) => kind === 'unavailable')).toBe(true);
    const seen = requests.length;
    expect(await failureOf(client.send(userInfo('7'), new Exchange(5_000)))).toMatchObject({
      kind: 'circuit_open',
      retryAfterSeconds: 5,
    });
    expect(requests).toHaveLength(seen);
    expect(client.circuit.state).toBe('open');
  });

  it('counts the time spent at the upstream', async () => {
    handler = (_request, response) => setTimeout(() => response.end('{}'), 60);
    const exchange = new Exchange(5_000);
    await send(5_000, {}, exchange);
    expect(exchange.upstreamMs).toBeGreaterThan(50);
  });
});
