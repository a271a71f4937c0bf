import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageLog } from '../../src/core/usage/usage-log';
import { endServer, listenLocally } from '../support/local-server';
import { startTestApi, type TestApi } from '../support/test-api';
import { until } from '../support/until';

const atOnce = 50;
/** Each for another user: identical ones may share a response. */
const profiles = Array.from({ length: atOnce }, (_, index) => `/users/${index + 1}`);

class SlowUpstream {
  asked = 0;
  givenUp = 0;
  private isSilent = true;
  private readonly waiting: { response: ServerResponse; pk: string }[] = [];
  private readonly server: Server = createServer(({ url }, response) => {
    this.asked++;
    response.on('close', () => (this.givenUp += response.writableFinished ? 0 : 1));
    this.waiting.push({ response, pk: /\d+(?=\/info)/.exec(url!)![0] });
    if (!this.isSilent) this.answer();
  });

  beSilent(): void {
    Object.assign(this, { asked: 0, givenUp: 0, isSilent: true });
  }

  answer(): void {
    this.isSilent = false;
    for (const { response, pk } of this.waiting.splice(0)) response.end(`{"user":{"pk":${pk}},"status":"ok"}`);
  }

  start(): Promise<string> {
    return listenLocally(this.server);
  }

  stop(): void {
    endServer(this.server);
  }
}

describe('callers of pipelined requests who disconnect', () => {
  const upstream = new SlowUpstream();
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({
      UPSTREAM_BASE_URL: await upstream.start(),
      UPSTREAM_TIMEOUT_MS: '120000',
      MAX_CONCURRENT_REQUESTS: `${3 * atOnce}`,
    });
  });
  afterAll(async () => {
    await api.stop();
    upstream.stop();
  });
  beforeEach(() => upstream.beSilent());

  const pipelined = (key: string, paths: string[]) =>
    paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\n\r\n`).join('');

  /**
   * Sends the bytes and closes the connection after the delay; with a reset, as when a machine is cut off. Resolves when the
   * server has noticed. @returns how many requests it had read by then.
   */
  async function sendAndLeave(bytes: string, afterMs: number, isReset = false): Promise<number> {
    const server: Server = api.app.getHttpServer();
    let read = 0;
    const count = () => read++;
    server.on('request', count);
    const noticed = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)));
    const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1').on('error', () => undefined);
    await new Promise((resolve) => socket.write(bytes, resolve));
    if (afterMs > 0) await sleep(afterMs);
    if (isReset) socket.resetAndDestroy();
    else socket.destroy();
    await noticed;
    server.off('request', count);
    return read;
  }

  const requestsOf = async (accountId: number): Promise<{ status: number; charged: boolean }[]> => {
    await api.app.get(UsageLog).flush();
    return api.database.dataSource.query('SELECT status, charged FROM usage_rows WHERE account_id = $1', [accountId]);
  };

  async function expectNobodyKeptOut(key: string): Promise<void> {
    upstream.beSilent();
    let answered = 0;
    const statuses = profiles.map((path) =>
      api.get(path, key).then(({ status }) => {
        answered++;
        return status;
      }),
    );
    await until('all are asked for, or one is answered', () => upstream.asked === atOnce || answered > 0);
    upstream.answer();
    expect(await Promise.all(statuses)).toEqual(Array(atOnce).fill(200));
    // Each must be counted once: counted twice, disconnecting callers would raise the limit for others.
    await api.underWay(0);
  }

  it.each([0, 1, 5, 20, 50].flatMap((afterMs) => [false, true].map((isReset) => ({ afterMs, isReset }))))(
    'are not charged, block nobody, and are dropped upstream: %j',
    async ({ afterMs, isReset }) => {
      const { accountId, key } = await api.tenants.create('10');
      const read = await sendAndLeave(pipelined(key, profiles), afterMs, isReset);
      // A reset may overtake the sent bytes.
      if (!isReset) expect(read).toBe(atOnce);
      await until(
        'each is in the log and given up',
        async () => (await requestsOf(accountId)).length === read && upstream.givenUp === upstream.asked,
      );
      for (const request of await requestsOf(accountId)) expect(request).toEqual({ status: 499, charged: false });
      expect(await api.tenants.balanceMicros(accountId)).toBe(10_000_000n);
      await expectNobodyKeptOut(key);
    },
  );

  it('block nobody with free requests that wait behind a slow one', async () => {
    const { accountId, key } = await api.tenants.create('10');
    await sendAndLeave(pipelined(key, [profiles[0]!, ...Array(atOnce - 1).fill('/system/balance')]), 100);
    await until('each is in the log', async () => (await requestsOf(accountId)).length === atOnce);
    expect(await api.tenants.balanceMicros(accountId)).toBe(10_000_000n);
    await expectNobodyKeptOut(key);
  });

  it.each([0, 10, 20, 30, 40])('are charged once for each request that was committed within %d ms', async (afterMs) => {
    upstream.answer();
    const { accountId, key } = await api.tenants.create('10');
    const read = await sendAndLeave(pipelined(key, profiles), afterMs);
    await until('each is in the log', async () => (await requestsOf(accountId)).length === read);
    const requests = await requestsOf(accountId);
    const charged = requests.filter((request) => request.charged);
    expect(requests).toEqual(
      expect.arrayContaining(Array(read - charged.length).fill({ status: 499, charged: false })),
    );
    expect(await api.tenants.balanceMicros(accountId)).toBe(10_000_000n - 600n * BigInt(charged.length));
    await expectNobodyKeptOut(key);
  });

  it('have their connection closed with more than 100 unanswered requests, which cost nothing', async () => {
    const { accountId, key } = await api.tenants.create('10');
    const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
    socket.write(pipelined(key, [profiles[0]!, ...Array(100).fill('/system/balance')]));
    await new Promise((resolve) =>
      socket
        .on('close', resolve)
        .on('error', () => undefined)
        .resume(),
    );
    await until('the upstream is given up', () => upstream.givenUp === upstream.asked);
    expect(await api.tenants.balanceMicros(accountId)).toBe(10_000_000n);
    await expectNobodyKeptOut(key);
  });

  it('get all responses to 100 requests, however long the first one takes', async () => {
    const { accountId, key } = await api.tenants.create('10');
    const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => (received += chunk));
    socket.write(pipelined(key, [profiles[0]!, ...Array(99).fill('/nowhere')]));
    await until('the upstream is asked', () => upstream.asked === 1);
    upstream.answer();
    await until('99 answers are received', () => received.split('HTTP/1.1 404 ').length > 99);
    expect(received).toMatch(/^HTTP\/1.1 200 OK/);
    expect(await api.tenants.balanceMicros(accountId)).toBe(9_999_400n);
    socket.destroy();
  });

  it('are detected when they read nothing and keep the connection open', async () => {
    const server: Server = api.app.getHttpServer();
    expect(server.timeout).toBe(125_000);
    server.timeout = 300;
    const closed = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)));
    const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1').pause();
    const download = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n';
    socket.write(download.repeat(100));
    await closed;
    socket.destroy();
    server.timeout = 125_000;
  });
});
