import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageLog } from '../../src/core/usage/usage-log';
import { endServer, listenLocally } from '../support/local-server';
import { startTestApi, type TestApi } from '../support/test-api';
import { until } from '../support/until';

const atOnce = 50;
/** Each request is for another user, because identical requests may share a response. */
const profiles = Array.from({ length: atOnce }, (_, index) => `/users/${index + 1}`);

class SlowUpstream {
  received = 0;
  aborted = 0;
  private isSilent = true;
  private readonly waiting: { response: ServerResponse; pk: string }[] = [];
  private readonly server: Server = createServer(({ url }, response) => {
    this.received++;
    response.on('close', () => (this.aborted += response.writableFinished ? 0 : 1));
    this.waiting.push({ response, pk: /\d+(?=\/info)/.exec(url!)![0] });
    if (!this.isSilent) this.answer();
  });

  /** A request of a caller who left may arrive late, already aborted. It is not among these. */
  get open(): number {
    return this.waiting.filter(({ response }) => !response.closed).length;
  }

  beSilent(): void {
    Object.assign(this, { received: 0, aborted: 0, isSilent: true });
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

describe('callers of pipelined requests', () => {
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
   * Sends the bytes, and closes the connection after the delay. If `isReset`, it sends a TCP reset. Resolves when the
   * server has noticed the disconnection. @returns how many requests the server had read by then.
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

  async function expectNobodyBlocked(key: string): Promise<void> {
    upstream.beSilent();
    let answered = 0;
    const statuses = profiles.map((path) =>
      api.get(path, key).then(({ status }) => {
        answered++;
        return status;
      }),
    );
    await until('the upstream has all requests, or one ended', () => upstream.open === atOnce || answered > 0);
    upstream.answer();
    expect(await Promise.all(statuses)).toEqual(Array(atOnce).fill(200));
    // Each disconnected request must be subtracted once from those in flight. Twice would raise the limit for others.
    await api.underWay(0);
  }

  it.each([0, 1, 5, 20, 50].flatMap((afterMs) => [false, true].map((isReset) => ({ afterMs, isReset }))))(
    'who disconnect are not charged, block nobody, and have their upstream requests aborted: %j',
    async ({ afterMs, isReset }) => {
      const { accountId, key } = await api.tenants.create('10');
      const read = await sendAndLeave(pipelined(key, profiles), afterMs, isReset);
      // A reset may overtake the sent bytes.
      if (!isReset) expect(read).toBe(atOnce);
      await until(
        'each request is in the log and aborted',
        async () => (await requestsOf(accountId)).length === read && upstream.aborted === upstream.received,
      );
      for (const request of await requestsOf(accountId)) expect(request).toEqual({ status: 499, charged: false });
      expect(await api.tenants.balanceMicros(accountId)).toBe(10_000_000n);
      await expectNobodyBlocked(key);
    },
  );

  it('who disconnect while free requests wait behind a slow request block nobody', async () => {
    const { accountId, key } = await api.tenants.create('10');
    await sendAndLeave(pipelined(key, [profiles[0]!, ...Array(atOnce - 1).fill('/system/balance')]), 100);
    await until('each request is in the log', async () => (await requestsOf(accountId)).length === atOnce);
    expect(await api.tenants.balanceMicros(accountId)).toBe(10_000_000n);
    await expectNobodyBlocked(key);
  });

  it.each([0, 10, 20, 30, 40])('who disconnect after %d ms pay exactly the charges in the log', async (afterMs) => {
    upstream.answer();
    const { accountId, key } = await api.tenants.create('10');
    const read = await sendAndLeave(pipelined(key, profiles), afterMs);
    await until('each request is in the log', async () => (await requestsOf(accountId)).length === read);
    const requests = await requestsOf(accountId);
    const charged = requests.filter((request) => request.charged);
    expect(requests).toEqual(
      expect.arrayContaining(Array(read - charged.length).fill({ status: 499, charged: false })),
    );
    expect(await api.tenants.balanceMicros(accountId)).toBe(10_000_000n - 600n * BigInt(charged.length));
    await expectNobodyBlocked(key);
  });

  it('have their connection closed if more than 100 requests wait for a response, and are not charged', async () => {
    const { accountId, key } = await api.tenants.create('10');
    const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
    socket.write(pipelined(key, [profiles[0]!, ...Array(100).fill('/system/balance')]));
    await new Promise((resolve) =>
      socket
        .on('close', resolve)
        .on('error', () => undefined)
        .resume(),
    );
    await until('the upstream requests are aborted', () => upstream.aborted === upstream.received);
    expect(await api.tenants.balanceMicros(accountId)).toBe(10_000_000n);
    await expectNobodyBlocked(key);
  });

  it('get all responses to 100 requests, however long the first one takes', async () => {
    const { accountId, key } = await api.tenants.create('10');
    const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => (received += chunk));
    socket.write(pipelined(key, [profiles[0]!, ...Array(99).fill('/nowhere')]));
    await until('the upstream has the request', () => upstream.received === 1);
    upstream.answer();
    await until('99 responses are received', () => received.split('HTTP/1.1 404 ').length > 99);
    expect(received).toMatch(/^HTTP\/1.1 200 OK/);
    expect(await api.tenants.balanceMicros(accountId)).toBe(9_999_400n);
    socket.destroy();
  });

  it('are disconnected after a while if they read nothing and keep the connection open', async () => {
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
