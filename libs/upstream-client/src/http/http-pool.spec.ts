import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from './http-connection';
import { HttpPool } from './http-pool';
import type { ResponseHead } from './response-parser';

const answerOf = (body: string, fields = '') =>
  `HTTP/1.1 200 OK\r\n${fields}content-length: ${body.length}\r\n\r\n${body}`;
const request = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';

describe('connections that are kept', () => {
  let server: Server;
  let pool: HttpPool;
  let accepted: Socket[];
  /** What is written in answer to a request, by its number. */
  let answer: (socket: Socket, number: number) => void;

  beforeEach(async () => {
    accepted = [];
    let requests = 0;
    answer = (socket) => socket.write(answerOf('{}'));
    server = createServer((socket) => {
      accepted.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', () => {
        requests += 1;
        answer(socket, requests);
      });
    });
    await listen('127.0.0.1');
    pool = poolOf('127.0.0.1');
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    pool.close();
    for (const socket of accepted) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  const portOf = (of: Server) => (of.address() as AddressInfo).port;
  const listen = (host: string) => new Promise<void>((resolve) => server.listen(0, host, resolve));
  const poolOf = (host: string) =>
    new HttpPool({ origin: new URL(`http://${host}:${portOf(server)}`), proxy: undefined, connectTimeoutMs: 10_000 });

  interface Outcome {
    head?: ResponseHead;
    body?: string;
    failure?: string;
    stage?: Stage;
  }

  /** Sends a request; `begun` hears of the connection. */
  const ask = (begun?: (connection: ReturnType<HttpPool['send']>) => void) =>
    new Promise<Outcome>((resolve) => {
      let head: ResponseHead | undefined;
      let body = '';
      const connection = pool.send(request, {
        onHead: (value) => {
          head = value;
        },
        room: undefined,
        onBody: (bytes) => {
          body += bytes.toString();
        },
        onEnd: () => resolve({ ...(head && { head }), body }),
        onFailure: (error, stage) => resolve({ failure: error.message, stage }),
      });
      begun?.(connection);
    });
  const bodies = async (count: number) => {
    const outcomes: (string | undefined)[] = [];
    for (let asked = 0; asked < count; asked++) {
      const { body, failure } = await ask();
      outcomes.push(body ?? failure);
      await sleep(5);
    }
    return outcomes;
  };

  it('serves requests that come one after the other through one connection', async () => {
    expect(await bodies(5)).toEqual(['{}', '{}', '{}', '{}', '{}']);
    expect(accepted).toHaveLength(1);
  });

  it('serves those that come at once through one each, and the next through what is there', async () => {
    await Promise.all([ask(), ask(), ask()]);
    await Promise.all([ask(), ask()]);
    expect(accepted).toHaveLength(3);
  });

  it.each([
    ['connection: close', (socket: Socket) => socket.write(answerOf('{}', 'connection: close\r\n'))],
    ['HTTP/1.0', (socket: Socket) => socket.write(answerOf('{}').replace('1.1', '1.0'))],
    ['its end', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n{}')],
    ['a time that is over', (socket: Socket) => socket.write(answerOf('{}', 'keep-alive: timeout=2\r\n'))],
    ['bytes that were not asked for', (socket: Socket) => socket.write(`${answerOf('{}')}HTTP/1.1 200 OK\r\n`)],
    ['the end of the connection', (socket: Socket) => socket.end(answerOf('{}'))],
  ])('makes a new one after an answer with %s', async (_what, written) => {
    answer = written;
    expect(await bodies(2)).toEqual(['{}', '{}']);
    expect(accepted).toHaveLength(2);
  });

  it('does not use one on which something came while nobody asked', async () => {
    await ask();
    accepted[0]!.write(answerOf('{"of":"another"}'));
    await once(accepted[0]!, 'close');
    expect((await ask()).body).toBe('{}');
    expect(accepted).toHaveLength(2);
  });

  it.each([
    ['four seconds', '', 3_900, 4_100],
    ['two seconds less than the server says', 'keep-alive: timeout=100\r\n', 97_900, 98_100],
  ])('uses one again within %s, and closes it then', async (_what, fields, soonMs, lateMs) => {
    answer = (socket) => socket.write(answerOf('{}', fields));
    await ask();
    const nowMs = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now');
    clock.mockImplementation(() => nowMs() + soonMs);
    await ask();
    expect(accepted).toHaveLength(1);
    clock.mockImplementation(() => nowMs() + soonMs + lateMs);
    // Nobody asks: it is found by itself.
    await once(accepted[0]!, 'close');
    await ask();
    expect(accepted).toHaveLength(2);
  });

  it('tells a request that was never sent from one that may have been read', async () => {
    answer = (socket) => socket.destroy();
    expect(await ask()).toMatchObject({ stage: 'under way' });
    await new Promise((resolve) => server.close(resolve));
    expect(await ask()).toMatchObject({ stage: 'unsent', failure: expect.stringContaining('ECONNREFUSED') });
    await listen('127.0.0.1');
  });

  it('tells of one that its server has closed before it could read anything', async () => {
    answer = (socket, number) => (number === 1 ? socket.write(answerOf('{}')) : socket.destroy());
    await ask();
    expect(await ask()).toMatchObject({ stage: 'unanswered' });
  });

  it('does not tell so of one whose answer had begun, in a single packet, or that was worked on', async () => {
    const broken = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\nno size\r\n';
    answer = (socket, number) => socket.write(number === 1 ? answerOf('{}') : broken);
    await ask();
    expect(await ask()).toMatchObject({ stage: 'under way', failure: 'a chunk without its size' });
    answer = (socket, number) => {
      if (number === 3) socket.write(answerOf('{}'));
      else setTimeout(() => socket.destroy(), 1_100);
    };
    await ask();
    expect(await ask()).toMatchObject({ stage: 'under way', failure: 'the connection was closed' });
  });

  it('uses the connection first that has been unused for longest', async () => {
    await Promise.all([ask(), ask(), ask()]);
    await sleep(5);
    const served: Socket[] = [];
    answer = (socket) => {
      served.push(socket);
      socket.write(answerOf('{}'));
    };
    for (let asked = 0; asked < 6; asked++) {
      await ask();
      await sleep(5);
    }
    expect(new Set(served.slice(0, 3)).size).toBe(3);
    expect(served.slice(3)).toEqual(served.slice(0, 3));
  });

  it('prefers connections on which nothing can be on its way any more', async () => {
    await Promise.all([ask(), ask()]);
    await sleep(5);
    const served: Socket[] = [];
    answer = (socket) => {
      served.push(socket);
      socket.write(answerOf('{}'));
    };
    await ask();
    await ask();
    expect(new Set(served).size).toBe(2);
  });

  it('takes an answer for cut that ends with its connection before its last byte', async () => {
    answer = (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n{}');
    expect(await ask()).toEqual({ failure: 'the connection was closed', stage: 'under way' });
    answer = (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n');
    expect(await ask()).toEqual({ failure: 'the connection was closed', stage: 'under way' });
  });

  it('closes the connection of a request that is given up, while it is opened as well as later', async () => {
    const gone = new Error('gone');
    expect(await ask((connection) => connection.close(gone))).toEqual({ failure: 'gone', stage: 'unsent' });
    answer = (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n{}');
    const cut = ask((connection) => setTimeout(() => connection.close(gone), 50));
    expect(await cut).toEqual({ failure: 'gone', stage: 'under way' });
    for (const socket of accepted) if (!socket.destroyed) await once(socket, 'close');
    answer = (socket) => socket.write(answerOf('{}'));
    expect((await ask()).body).toBe('{}');
  });

  it('ends a connection that is being opened through a proxy', async () => {
    const proxy = new URL(`http://127.0.0.1:${portOf(server)}`);
    pool = new HttpPool({ origin: new URL('http://a.example'), proxy, connectTimeoutMs: 10_000 });
    answer = () => undefined;
    expect(await ask((connection) => setTimeout(() => connection.close(new Error('gone')), 50))).toMatchObject({
      failure: 'gone',
      stage: 'unsent',
    });
    if (!accepted[0]!.destroyed) await once(accepted[0]!, 'close');
    answer = (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nmore');
    expect(await ask()).toMatchObject({ failure: 'the proxy answers 200 and more', stage: 'unsent' });
    if (!accepted[1]!.destroyed) await once(accepted[1]!, 'close');
  });

  it('lets requests end that are under way when it is closed, and keeps nothing', async () => {
    answer = (socket) => setTimeout(() => socket.write(answerOf('{}')), 50);
    const answered = ask();
    await sleep(20);
    pool.close();
    expect((await answered).body).toBe('{}');
    if (!accepted[0]!.destroyed) await once(accepted[0]!, 'close');
  });

  it('reads bodies of many packets on many connections at once, each for itself', async () => {
    const bodyOf = (number: number) => `${number}`.repeat(700_000);
    answer = (socket, number) => {
      const text = answerOf(bodyOf(number % 10));
      for (let at = 0; at < text.length; at += 50_000) socket.write(text.slice(at, at + 50_000));
    };
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => ask()));
    expect(outcomes.every(({ body }) => body === bodyOf(Number(body![0])))).toBe(true);
    expect(new Set(outcomes.map(({ body }) => body![0])).size).toBe(8);
  });

  it.each(['[::1]', 'localhost'])('connects to %s', async (host) => {
    await new Promise((resolve) => server.close(resolve));
    await listen(host.replace(/[[\]]/g, ''));
    pool = poolOf(host);
    expect((await ask()).body).toBe('{}');
  });
});
