import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { endServer, listenLocally } from '../support/local-server';
import { noteLogLines } from '../support/log-lines';
import { startTestApi, type TestApi } from '../support/test-api';
import { until } from '../support/until';

/** More than the kernel can buffer. */
const answer = `{"user":{"pk":1001,"username":"a","biography":"${'x'.repeat(12_000_000)}"},"status":"ok"}`;

describe('a caller who reads a long response slowly', () => {
  const upstream = createServer((_request, response) => response.end(answer));
  let api: TestApi;
  let lines: string[];
  const callers: Socket[] = [];
  beforeAll(async () => {
    api = await startTestApi({ LOG_LEVEL: 'info', UPSTREAM_BASE_URL: await listenLocally(upstream) });
    noteLogLines(api, ({ msg }) => lines.push(msg));
  });
  beforeEach(() => {
    lines = [];
  });
  afterEach(() => {
    for (const caller of callers.splice(0)) caller.destroy();
  });
  afterAll(async () => {
    await api.stop();
    endServer(upstream);
  });

  it.each([
    ['disconnects in the middle', true, 'the caller left before the response'],
    ['reads to the end', false, 'the caller read the response slowly'],
  ])('is charged once if the caller %s, and the outcome is logged', async (_, leaves, outcome) => {
    const { accountId, key } = await api.tenants.create('10');
    const caller = connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
    callers.push(caller);
    caller.write(`GET /users/1001 HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n\r\n`);
    let received = 0;
    caller.on('data', (bytes) => {
      if (received === 0) setTimeout(() => (leaves ? caller.destroy() : caller.resume()), 1_100);
      if (received === 0) caller.pause();
      received += bytes.length;
    });
    await until(`the log says: ${outcome}`, () => lines.includes(outcome));
    expect(lines.filter((line) => line?.startsWith('the caller'))).toEqual([outcome]);
    expect(await api.tenants.balanceMicros(accountId)).toBe(9_999_400n);
    if (!leaves) await until('all is read', () => received >= answer.length);
  });
});
