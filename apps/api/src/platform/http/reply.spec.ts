import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import zlib, { gunzipSync } from 'node:zlib';
import { assemble, compileShape, scanJson } from '@loupe/lossless-json';
import express from 'express';
import { Reply, sendReply } from './reply';

const shape = compileShape({ list: 'list' });
const letters = [...'abcdefgh'];
const textOf = (letter: string, length = 200_000) => `["${letter.repeat(length)}"]`;

function answerOf(letter: string, length?: number): Buffer {
  const scan = scanJson(Buffer.from(`{"list":${textOf(letter, length)}}`), shape);
  return assemble([{ scan, span: scan.one('list')! }]);
}

/** A caller whose connection does not read or copy the response before `body` is called. */
class SlowCaller extends Duplex {
  private readonly received: Buffer[] = [];
  private accept: (() => void) | undefined;

  constructor(letter: string, headers = '') {
    super();
    this.push(`GET /${letter} HTTP/1.1\r\nHost: loupe\r\nConnection: close\r\n${headers}\r\n`);
  }

  override _read(): void {}

  override _writev(chunks: { chunk: Buffer | string }[], done: () => void): void {
    this.accept = () => {
      this.accept = undefined;
      for (const { chunk } of chunks) this.received.push(Buffer.from(chunk as Buffer));
      done();
    };
  }

  async isAnswered(): Promise<void> {
    while (!this.accept) await setImmediate();
  }

  async body(): Promise<Buffer> {
    for (; !this.writableFinished; await setImmediate()) this.accept?.();
    const answer = Buffer.concat(this.received);
    return answer.subarray(answer.indexOf('\r\n\r\n') + 4);
  }
}

describe('sendReply', () => {
  /** `/a` or `/a1000`: a letter, and its number of repetitions. */
  const app = express().use(({ url }, response) => {
    const answer = answerOf(url.charAt(1), Number(url.slice(2)) || undefined);
    void sendReply(response, Object.assign(new Reply(answer), { isLastUse: true }));
  });
  const server = createServer(app);

  async function answered(letter: string, headers?: string): Promise<SlowCaller> {
    const caller = new SlowCaller(letter, headers);
    server.emit('connection', caller);
    await caller.isAnswered();
    return caller;
  }

  it('sends a large response whole to a slow caller while other callers read or disconnect', async () => {
    const slow: SlowCaller[] = [];
    for (const letter of letters) {
      slow.push(await answered(letter));
      (await answered(letter)).destroy();
      expect((await (await answered('z')).body()).toString()).toBe(textOf('z'));
    }
    for (const [index, caller] of slow.entries())
      expect((await caller.body()).toString()).toBe(textOf(letters[index]!));
  });

  it('sends large responses whole over real sockets while other callers disconnect midway', async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    /** Reads a part of the response now and then, and optionally disconnects after this many bytes. */
    const send = async (letter: string, length: number, leavesAfter = Number.POSITIVE_INFINITY): Promise<string> => {
      const socket = connect(port, '127.0.0.1');
      socket.write(`GET /${letter}${length} HTTP/1.1\r\nHost: loupe\r\n\r\n`);
      const received: Buffer[] = [];
      let byteCount = 0;
      for await (const chunk of socket) {
        received.push(chunk as Buffer);
        byteCount += (chunk as Buffer).length;
        if (byteCount > Math.min(length, leavesAfter)) break;
        await sleep(1);
      }
      const answer = Buffer.concat(received).toString();
      return answer.slice(answer.indexOf('\r\n\r\n') + 4);
    };
    const callers = Array.from({ length: 96 }, async (_, caller) => {
      const letter = letters[caller % letters.length]!;
      const length = 30_000 + 10_007 * caller;
      if (caller % 3 === 0) return (await send(letter, length, length / 2)) !== '';
      await sleep(caller % 16);
      return (await send(letter, length)) === textOf(letter, length);
    });
    expect(new Set(await Promise.all(callers))).toEqual(new Set([true]));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('compresses a large response for each caller who accepts gzip', async () => {
    const callers = letters.map((letter) => answered(letter, 'Accept-Encoding: gzip\r\n'));
    for (const [index, caller] of callers.entries())
      expect(gunzipSync(await (await caller).body()).toString()).toBe(textOf(letters[index]!));
  });

  it.each([1_020, 40_000, 200_000])('compresses a response of %i letters', async (length) => {
    const caller = await answered(`a${length}`, 'Accept-Encoding: gzip\r\n');
    expect(gunzipSync(await caller.body()).toString()).toBe(textOf('a', length));
  });

  it('sends a response uncompressed when compression fails', async () => {
    const gzip = jest.spyOn(zlib, 'gzip').mockImplementation(((...parameters: unknown[]) => {
      (parameters.at(-1) as (error: Error) => void)(new Error('out of memory'));
    }) as never);
    const caller = await answered('a', 'Accept-Encoding: gzip\r\n');
    gzip.mockRestore();
    expect((await caller.body()).toString()).toBe(textOf('a'));
  });
});

describe('sendReply and the header Accept-Encoding', () => {
  const body = Buffer.alloc(1_024, 'a');
  const app = express().use(
    ({ path }, response) => void sendReply(response, new Reply(path === '/short' ? body.subarray(1) : body)),
  );
  const server = createServer(app);
  beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
  afterAll(() => new Promise((done) => server.close(done)));

  const headersFor = async (path: string, acceptEncoding?: string) => {
    const { port } = server.address() as AddressInfo;
    const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding };
    const [response] = (await once(request({ port, path, headers, agent: false }).end(), 'response')) as [
      IncomingMessage,
    ];
    return response.resume().headers;
  };

  it.each([
    ['gzip', 'gzip'],
    ['br;q=1, gzip;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'gzip'],
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip;q=0', undefined],
    ['gzip;q=0, *', undefined],
    ['br, deflate', undefined],
  ])('responds to %p with Content-Encoding %p, and names Accept-Encoding in Vary', async (accepted, encoding) => {
    const headers = await headersFor('/', accepted);
    expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'Accept-Encoding']);
  });

  it.each([false, true])('keeps a body that others use: %p', async (isUsed) => {
    const large = Buffer.alloc(200_000, 'a');
    const reply = Object.assign(new Reply(large), { isLastUse: !isUsed });
    const sender = createServer(express().use((_request, response) => void sendReply(response, reply)));
    await new Promise<void>((done) => sender.listen(0, '127.0.0.1', done));
    const { port } = sender.address() as AddressInfo;
    const [response] = (await once(request({ port, agent: false }).end(), 'response')) as [IncomingMessage];
    let received = 0;
    for await (const chunk of response) received += (chunk as Buffer).length;
    await new Promise((done) => sender.close(done));
    const canRelease = 'transfer' in ArrayBuffer.prototype;
    expect([received, large.length]).toEqual([200_000, isUsed || !canRelease ? 200_000 : 0]);
  });

  it('does not compress a body of less than 1 KiB', async () => {
    const headers = await headersFor('/short', 'gzip');
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined]);
  });
});
