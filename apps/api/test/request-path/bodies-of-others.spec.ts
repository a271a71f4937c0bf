import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { patience } from '../../../../scripts/lib/patience.cjs';
import { Loopback } from '../../src/platform/http/loopback';
import { fillOf, type Manner, MarkedUpstream, manners, markOf } from '../support/marked-upstream';
import { seededRandom } from '../support/seeded-random';
import { startTestApi, type TestApi } from '../support/test-api';

type Reader = 'fast' | 'slow' | 'leaving' | 'gzip';

/** Paths for a mark. The response of each contains the mark. The only long text in it is the fill of the mark. */
const paths: ((mark: string) => string)[] = [
  (mark) => `/users/${mark}`,
  (mark) => `/users/${mark}?fields=pk,biography`,
  (mark) => `/users/${mark}?fields=pk`,
  (mark) => `/users/${mark}/followers`,
  (mark) => `/users/${mark}/followers?fields=name`,
  (mark) => `/users/${mark}/stories`,
  (mark) => `/users/${mark}/posts`,
  (mark) => `/users/${mark}/about`,
  (mark) => `/users/username/u${mark}`,
  (mark) => `/highlights/${mark}`,
];
const readers: Reader[] = ['fast', 'fast', 'fast', 'gzip', 'slow', 'leaving'];
const good = ['at once', 'chunked', 'in gzip', 'in pieces'] as const satisfies Manner[];
/** At most one of this many calls fails. With more failures, the circuit would open. */
const oneFailsOf = 12;

describe('large bodies of many callers', () => {
  const upstream = new MarkedUpstream();
  let api: TestApi;
  let keys: string[];
  let testKey: string;
  const counts: Record<string, number> = {};
  const random = seededRandom();
  beforeAll(async () => {
    const url = await upstream.start();
    api = await startTestApi({
      UPSTREAM_BASE_URL: url,
      SANDBOX_UPSTREAM_URL: url,
      UPSTREAM_TIMEOUT_MS: `${2_000 * patience}`,
      MAX_CONCURRENT_REQUESTS: '3000',
    });
    keys = await Promise.all([1, 2, 3, 4].map(async () => (await api.tenants.create('1000')).key));
    testKey = (await api.tenants.create('0', { mode: 'test' })).key;
  });
  afterAll(async () => {
    await api.stop();
    upstream.stop();
  });

  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1);

  function check(text: string, mark: string): void {
    const others = text.replaceAll(mark, '').match(/7\d\d100\d{6}/);
    if (others) throw new Error(`${mark} received bytes of ${others[0]}`);
    JSON.parse(text);
    const long = (text.match(/"[^"]{1000,}"/g) ?? []).map((one) => one.slice(1, -1).trim());
    for (const one of long) if (one !== fillOf(mark).trim()) throw new Error(`${mark} received other bytes`);
  }

  async function call(path: string, mark: string, reader: Reader, key: string, headers = {}): Promise<number> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const encoding = reader === 'gzip' ? { 'accept-encoding': 'gzip' } : {};
      get(api.baseUrl + path, { headers: { 'x-api-key': key, ...encoding, ...headers } }, resolve).on('error', reject);
    });
    const chunks: Buffer[] = [];
    if (reader === 'slow') await sleep(200 + random() * 300);
    for await (const chunk of response) {
      chunks.push(chunk);
      if (reader === 'leaving') {
        response.destroy();
        return count('left') * 0;
      }
    }
    const bytes = Buffer.concat(chunks);
    const { statusCode: status, headers: received } = response;
    check((received['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString(), mark);
    count(`${status}`);
    if (received.age) count('of some age');
    if (received['idempotency-replayed']) count('repeated');
    if (received['cache-status']?.includes('collapsed')) count('shared');
    return status!;
  }

  /** Disconnects before there is a response, with other calls pending on the same connection. */
  async function leaveEarly(path: string, key: string, afterMs: number): Promise<void> {
    const socket: Socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1').on('error', () => undefined);
    const request = (address: string) => `GET ${address} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n\r\n`;
    socket.write(request(path) + request(`${path}${path.includes('?') ? '&' : '?'}x=1`) + request(path));
    await sleep(afterMs);
    socket.destroy();
    count('left early');
  }

  async function inMemory(path: string, mark: string, key: string): Promise<void> {
    const never = new AbortController().signal;
    const { body } = await api.app.get(Loopback).get(path, { headers: { 'x-api-key': key } }, never);
    check(body, mark);
    count('in memory');
  }

  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

  async function oneCall(number: number): Promise<void> {
    const manner = number % oneFailsOf === 0 ? oneOf(manners) : oneOf(good);
    const reader = oneOf(readers);
    const mark = markOf(manner, oneOf([0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5, number % 5 === 0 ? 7 : 6]));
    const path = oneOf(paths)(mark);
    const key = oneOf(keys);
    const maxAge = { 'cache-control': 'max-age=60' };
    switch (number % 8) {
      case 0:
        await Promise.all([1, 2, 3].map(() => call(path, mark, oneOf(readers), key)));
        return;
      case 1:
        for (let i = 0; i < 2; i++) await call(path, mark, oneOf(readers), key, maxAge);
        return;
      case 2: {
        const once = { 'idempotency-key': `a key of ${mark}`.replaceAll(' ', '-') };
        await Promise.all([1, 2].map(() => call(path, mark, oneOf(readers), key, once)));
        return void (await call(path, mark, reader, key, once));
      }
      case 3:
        return leaveEarly(path, key, random() * 30);
      case 4:
        return inMemory(path, mark, key);
      case 5:
        return void (await call(path, mark, reader, testKey));
      default:
        await call(path, mark, reader, key);
    }
  }

  async function calls(total: number, atOnce: number): Promise<void> {
    let begun = 0;
    const one = async () => {
      while (begun < total) await oneCall(begun++);
    };
    await Promise.all(Array.from({ length: atOnce }, one));
  }

  it('reach only their own callers, however calls end', async () => {
    await calls(150, 24);
    for (const what of ['200', 'left', 'left early', 'in memory', 'of some age', 'repeated', 'shared'])
      expect({ [what]: counts[what] ?? 0 }).not.toEqual({ [what]: 0 });
  });

  it.each(manners)('reach only their own callers, however the upstream sends them: %s', async (manner) => {
    const ask = async (path: (mark: string) => string) => {
      const mark = markOf(manner, 3);
      await call(path(mark), mark, 'fast', testKey, { connection: 'close' });
    };
    await Promise.all(paths.map(ask));
  });
});
