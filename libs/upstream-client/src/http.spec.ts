import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { patience } from '../../../scripts/lib/patience.cjs';
import { UpstreamFailure } from './failure';
import type { UpstreamRequest } from './request';
import { mediaComments } from './requests/media';
import { accountSerp } from './requests/search';
import { friendships, userInfo } from './requests/users';
import { UpstreamClient, type UpstreamOptions } from './upstream-client';
import { UpstreamContext } from './upstream-context';

const ok = 'HTTP/1.1 200 OK\r\n';
const responseOf = (body: string, fields = '') => `${ok}${fields}content-length: ${body.length}\r\n\r\n${body}`;
const profileOf = (pk: string) => JSON.stringify({ user: { pk: Number(pk), username: `u${pk}` } });
/** Names nothing that a resource check could compare. */
const listOf = (id: string) => JSON.stringify({ users: [{ username: `u${id}` }] });
const stray = responseOf(listOf('stray'));
const followers = (pk: string) => friendships('followers', pk, undefined);
const lists: [name: string, request: (id: string) => UpstreamRequest][] = [
  ['followers', followers],
  ['following', (pk) => friendships('following', pk, undefined)],
  ['comments', (pk) => mediaComments(pk, '1', {})],
  ['search results', (query) => accountSerp({ query })],
];
const closed = (socket: Socket) =>
  new Promise<void>((resolve) => void (socket.destroyed ? resolve() : socket.once('close', () => resolve())));
const pkOf = (head: string) => /(?:users\/|friendships\/|media\/|query=)(\d+)/.exec(head)![1]!;
const turn = () => new Promise(setImmediate);

/** The server writes raw bytes, so that tests can violate HTTP. */
describe('UpstreamClient over HTTP', () => {
  let server: Server;
  let accepted: Socket[];
  let heads: string[];
  let respond: (socket: Socket, head: string) => unknown;
  let clients: UpstreamClient[];
  let client: UpstreamClient;

  const portOf = (of: Server) => (of.address() as AddressInfo).port;
  const listen = (of: Server, host = '127.0.0.1') => new Promise<void>((resolve) => of.listen(0, host, resolve));
  const clientOf = (options: Partial<UpstreamOptions> = {}) => {
    const made = new UpstreamClient({ baseUrl: `http://127.0.0.1:${portOf(server)}`, random: () => 0, ...options });
    clients.push(made);
    return made;
  };

  beforeEach(async () => {
    accepted = [];
    heads = [];
    clients = [];
    respond = (socket, head) => socket.write(responseOf(profileOf(pkOf(head))));
    server = createServer((socket) => {
      accepted.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        heads.push(data.toString());
        respond(socket, data.toString());
      });
    });
    await listen(server);
    client = clientOf();
  });
  afterEach(async () => {
    for (const one of clients) one.close();
    for (const socket of accepted) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  const textOf = (sent: Promise<Buffer>): Promise<string> =>
    sent.then(
      (body) => body.toString(),
      ({ reason }) => reason,
    );
  const ask = (pk = '7', context = new UpstreamContext(60_000), of = client): Promise<string> =>
    textOf(of.send(userInfo(pk), context));
  const askFor = (request: UpstreamRequest, accountId = 1) =>
    textOf(client.send(request, new UpstreamContext(60_000, () => accountId)));
  /** Waits until every connection may carry its next request. */
  const untilReusable = async () => {
    do await turn();
    while (client.connectionsInQuarantine > 0);
  };

  it('reuses one connection for sequential requests and opens one per concurrent request', async () => {
    client = clientOf({ quarantineMs: 1 });
    for (let count = 0; count < 4; count++) {
      expect(await ask()).toBe(profileOf('7'));
      await untilReusable();
    }
    expect(accepted.length).toBe(1);
    await Promise.all([ask(), ask(), ask()]);
    expect(accepted.length).toBe(3);
  });

  describe('a connection in quarantine after a response', () => {
    beforeEach(() => {
      client = clientOf({ connections: 64, quarantineMs: 60_000 });
      respond = (socket, head) => socket.write(responseOf(listOf(pkOf(head))));
    });

    it.each(lists)('carries no other request, so no customer gets a stray response for %s', async (_name, request) => {
      const requests = new Map<Socket, number>();
      respond = (socket, head) => {
        const number = (requests.get(socket) ?? 0) + 1;
        requests.set(socket, number);
        if (number > 1) socket.write(stray);
        socket.write(responseOf(listOf(pkOf(head))));
      };
      const customers = [1, 2].map(async (accountId) => {
        for (let count = 10; count < 15; count++) {
          const id = `${accountId}${count}`;
          expect(await askFor(request(id), accountId)).toBe(listOf(id));
          await turn();
        }
      });
      await Promise.all(customers);
      expect(accepted.length).toBe(10);
    });

    it('is closed when it receives a stray response', async () => {
      await askFor(followers('7'));
      await turn();
      accepted[0]!.write(stray);
      await closed(accepted[0]!);
      expect(await askFor(followers('8'))).toBe(listOf('8'));
    });

    it('is closed after its response when as many as the client has slots are in quarantine', async () => {
      client = clientOf({ connections: 8, quarantineMs: 60_000 });
      for (let pk = 1; pk < 10; pk++) {
        await askFor(followers(`${pk}`));
        await turn();
      }
      await closed(accepted[8]!);
      expect(accepted.map(({ destroyed }) => destroyed)).toEqual([...Array(8).fill(false), true]);
    });
  });

  it('reads what a connection received before it reuses it, even after the event loop stalled', async () => {
    client = clientOf({ quarantineMs: 20 });
    respond = (socket, head) => socket.write(responseOf(listOf(pkOf(head))));
    await askFor(followers('7'));
    await turn();
    // The stall ends after the quarantine and after this timer, so both run before the socket is polled again.
    const next = new Promise<string>((resolve) => setTimeout(() => resolve(askFor(followers('8'))), 30));
    accepted[0]!.write(stray);
    for (const endMs = performance.now() + 60; performance.now() < endMs; );
    expect(await next).toBe(listOf('8'));
    expect(accepted.length).toBe(2);
  });

  it('distrusts the answers of a connection since its last proven one when it delivers a foreign answer', async () => {
    const reported: string[] = [];
    client = clientOf({ quarantineMs: 1, onSuspectCharge: (requestId) => reported.push(requestId) });
    let foreignPk: string | undefined;
    respond = (socket, head) => {
      const isList = head.includes('friendships');
      const pk = accepted.indexOf(socket) === 0 ? (foreignPk ?? pkOf(head)) : pkOf(head);
      socket.write(responseOf(isList ? listOf(pk) : profileOf(pk)));
    };
    const requests = [followers('1'), userInfo('2'), followers('3'), followers('4'), userInfo('5')];
    const contexts = requests.map(() => new UpstreamContext(60_000));
    for (const [index, request] of requests.entries()) {
      if (index === 4) foreignPk = '6';
      const body = await client.send(request, contexts[index]!);
      expect(body.toString()).toContain(`u${index + 1}`);
      if (index < 3) contexts[index]!.trust.recordCharge(`request ${index + 1}`);
      await untilReusable();
    }
    expect(contexts.map(({ trust }) => trust.isLost)).toEqual([false, false, true, true, false]);
    expect(reported).toEqual(['request 3']);
    // This charge was under way when the foreign answer came.
    contexts[3]!.trust.recordCharge('request 4');
    expect(reported).toEqual(['request 3', 'request 4']);
    expect(client.suspectCharges).toBe(2);
  });

  it.each([
    ['says that it closes the connection', (socket: Socket) => socket.write(responseOf('{}', 'connection: close\r\n'))],
    ['speaks HTTP/1.0', (socket: Socket) => socket.write(responseOf('{}').replace('1.1', '1.0'))],
    ['ends its body by closing the connection', (socket: Socket) => socket.end(`${ok}\r\n{}`)],
    ['is followed by the end of the connection', (socket: Socket) => socket.end(responseOf('{}'))],
    ['has more bytes after its end', (socket: Socket) => socket.write(`${responseOf('{}')}HTTP/1.1 200 OK\r\n`)],
    ['has a second response after it', (socket: Socket) => socket.write(`${responseOf('{}')}${responseOf('[1]')}`)],
  ])('opens a new connection after a response that %s', async (_what, written) => {
    respond = written;
    for (let count = 0; count < 3; count++) expect(await ask()).toBe('{}');
    expect(accepted.length).toBe(3);
  });

  it('closes an idle connection that receives an unsolicited response', async () => {
    await ask();
    accepted[0]!.write(responseOf(profileOf('8')));
    await closed(accepted[0]!);
    expect(await ask()).toBe(profileOf('7'));
    expect(accepted.length).toBe(2);
  });

  it.each([
    ['204', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['304', 'HTTP/1.1 304 Not Modified\r\n\r\n'],
  ])('closes the connection of a %s, because a body may follow late', async (_status, head) => {
    respond = (socket) => socket.write(head);
    await ask();
    await Promise.all(accepted.map(closed));
  });

  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['HTTP/2', 'HTTP/2 200\r\n\r\n'],
    ['a change of protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'],
    ['a space before the colon', `${ok}content-length : 2\r\n\r\nab`],
    ['two lengths', `${ok}content-length: 1\r\ncontent-length: 2\r\n\r\nab`],
    ['a list of lengths', `${ok}content-length: 1, 1\r\n\r\na`],
    ['a signed length', `${ok}content-length: +1\r\n\r\na`],
    ['a length that is not decimal', `${ok}content-length: 0x1\r\n\r\na`],
    ['a length that is too large', `${ok}content-length: 99999999999999999999\r\n\r\na`],
    ['a length and chunks', `${ok}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['chunks and a length', `${ok}transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n`],
    ['a chunk of negative size', `${ok}transfer-encoding: chunked\r\n\r\n-1\r\na\r\n`],
    ['a chunk that is longer than its size', `${ok}transfer-encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n`],
    ['the status 204 and a length', 'HTTP/1.1 204 No Content\r\ncontent-length: 1\r\n\r\na'],
    ['the status 204 and chunks', 'HTTP/1.1 204 No Content\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n'],
    ['the status 304 and a length', 'HTTP/1.1 304 Not Modified\r\ncontent-length: 1\r\n\r\na'],
    ['more than 256 header lines', responseOf('{}', 'a: b\r\n'.repeat(256))],
    ['a head without end', `${ok}${'x: aaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(2_100)}`],
    ['an end before the last byte', `${ok}content-length: 3\r\n\r\n{}`],
    ['an end before the last chunk', `${ok}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`],
  ])('rejects a response with %s and closes its connection', async (_what, text) => {
    respond = (socket) => (text.endsWith('{}') || text.endsWith('{}\r\n') ? socket.end(text) : socket.write(text));
    const failure = await client.send(userInfo('7'), new UpstreamContext(60_000)).catch((error) => error);
    expect(failure).toBeInstanceOf(UpstreamFailure);
    expect(failure.kind).toBe('unavailable');
    await Promise.all(accepted.map(closed));
    expect(accepted.length).toBe(3);
  });

  it('accepts 256 header lines and rejects two encodings of a body', async () => {
    respond = (socket) => socket.write(responseOf('{}', 'a: b\r\n'.repeat(255)));
    expect(await ask()).toBe('{}');
    respond = (socket) => socket.write(responseOf('{}', 'content-encoding: gzip\r\n'.repeat(2)));
    expect(await ask()).toBe('unknown content-encoding gzip,gzip');
  });

  it('closes the connection that delivered a response about another resource', async () => {
    respond = (socket, head) => socket.write(responseOf(profileOf(pkOf(head) === '7' ? '8' : pkOf(head))));
    expect(await ask()).toContain('another resource');
    await Promise.all(accepted.map(closed));
    expect(accepted.length).toBe(3);
    expect(await ask('9')).toBe(profileOf('9'));
  });

  it('repeats a request once on a new connection when a reused one is closed', async () => {
    await Promise.all([ask(), ask(), ask()]);
    respond = (socket, head) =>
      accepted.indexOf(socket) < 3 ? socket.destroy() : socket.write(responseOf(profileOf(pkOf(head))));
    expect(await ask()).toBe(profileOf('7'));
    expect(accepted.length).toBe(4);
    expect(client.families.of('users.info')).toMatchObject({ retries: 0, outcomes: { ok: 4, failed: 0 } });
  });

  it('closes the connection of a request that is aborted in the middle of its body', async () => {
    const context = new UpstreamContext(60_000);
    respond = (socket) => {
      socket.write(`${ok}content-length: 3\r\n\r\n{}`);
      setTimeout(() => context.abort(new UpstreamFailure('aborted', 'gone')), 50);
    };
    expect(await ask('7', context)).toBe('gone');
    await closed(accepted[0]!);
  });

  it('finishes requests in flight when the client is closed, then closes their connections', async () => {
    respond = (socket, head) => setTimeout(() => socket.write(responseOf(profileOf(pkOf(head)))), 50);
    const body = ask();
    while (heads.length === 0) await sleep(1);
    client.close();
    expect(await body).toBe(profileOf('7'));
    await closed(accepted[0]!);
  });

  it('limits the time to connect through a silent proxy and blames the session', async () => {
    respond = () => undefined;
    const proxy = `http://127.0.0.1:${portOf(server)}`;
    client = clientOf({ sessions: [{ headers: {}, proxy }], connectTimeoutMs: 300 * patience });
    expect(await ask()).toBe('every session is cooling down or disabled');
    expect(heads[0]).toMatch(/^CONNECT 127\.0\.0\.1:\d+ HTTP\/1\.1\r\n/);
    await closed(accepted[0]!);
  });

  it.each(['[::1]', 'localhost'])('connects to %s', async (host) => {
    await new Promise((resolve) => server.close(resolve));
    await listen(server, host.replace(/[[\]]/g, ''));
    expect(await ask('7', undefined, clientOf({ baseUrl: `http://${host}:${portOf(server)}` }))).toBe(profileOf('7'));
  });

  it('ignores the proxy settings of the environment', async () => {
    process.env.HTTP_PROXY = 'http://127.0.0.1:1';
    try {
      expect(await ask()).toBe(profileOf('7'));
    } finally {
      delete process.env.HTTP_PROXY;
    }
  });

  const refusal = responseOf('{"message":"login_required"}').replace('200', '403');
  const proxied = [{ headers: { cookie: 'sessionid=secret' }, proxy: 'http://127.0.0.1:1' }];
  const failing: [what: string, respond: (socket: Socket) => unknown, options: Partial<UpstreamOptions>][] = [
    ['a refused session', (socket) => socket.write(refusal), {}],
    ['a bare refusal', (socket) => socket.write(responseOf('').replace('200', '403')), {}],
    ['a redirect', (socket) => socket.write(responseOf('').replace('200', '302')), {}],
    ['a closed connection', (socket) => socket.destroy(), {}],
    ['a response that is not HTTP', (socket) => socket.write('nonsense\r\n\r\n'), {}],
    ['a body that is too long', (socket) => socket.write(responseOf('x'.repeat(200))), { maxBodyBytes: 100 }],
    ['lack of memory', (socket) => socket.write(responseOf('x'.repeat(200))), { maxBufferedBytes: 100 }],
    ['a damaged body', (socket) => socket.write(responseOf('x', 'content-encoding: gzip\r\n')), {}],
    ['the deadline', () => undefined, {}],
    ['a failed connection', () => undefined, { baseUrl: 'http://127.0.0.1:1' }],
    ['a failed connection to the proxy', () => undefined, { sessions: proxied }],
  ];
  it.each(failing)('keeps session headers out of the error after %s', async (_what, written, options) => {
    respond = written;
    const sessions = [{ headers: { cookie: 'sessionid=secret', authorization: 'Bearer secret' } }];
    const failure = await clientOf({ sessions, ...options })
      .send(userInfo('7'), new UpstreamContext(300))
      .catch((error) => error);
    expect(failure).toBeInstanceOf(UpstreamFailure);
    expect(inspect(failure, { depth: null, showHidden: true })).not.toContain('secret');
    expect(`${failure.stack}`).not.toContain('secret');
    expect(failure).not.toHaveProperty('config');
    expect(failure.cause).toBeUndefined();
  });
});
