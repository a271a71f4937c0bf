import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ApiProcess } from '../keys/api-fleet';
import { createTestDatabase, type TestDatabase } from '../support/test-database';
import { until } from '../support/until';

const page = readFileSync(join(__dirname, '../../../dashboard/dist/index.html'), 'utf8');
const script = /\/dashboard\/assets\/index-[^"]+\.js/.exec(page)![0];
/** The number of pool connections varies by this much. A leak would be several times larger. */
const poolSize = 5;
const paths = ['/dashboard/', script, '/docs/reference/users.followers', '/openapi.json', '/llms.txt', '/errors'];

type Leaving = 'at the first byte' | 'at once';

/** Only Linux lists the open descriptors of a process. */
const onLinux = existsSync('/proc/self/fd') ? describe : describe.skip;

onLinux('callers who disconnect', () => {
  let database: TestDatabase;
  let api: ApiProcess;
  beforeAll(async () => {
    database = await createTestDatabase();
    api = await ApiProcess.start({
      NODE_ENV: 'test',
      DEMO: 'false',
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: `${poolSize}`,
      UPSTREAM_BASE_URL: 'http://127.0.0.1:9',
    });
    for (const path of paths) expect((await fetch(api.baseUrl + path)).status).toBe(200);
  });
  afterAll(async () => {
    await api.stop();
    await database.drop();
  });

  function descriptors(): { files: string[]; count: number } {
    const directory = `/proc/${api.pid}/fd`;
    const links = readdirSync(directory).flatMap((name) => {
      try {
        return [readlinkSync(join(directory, name))];
      } catch {
        return []; // Closed since the directory was read.
      }
    });
    return { files: links.filter((link) => link.startsWith('/')).sort(), count: links.length };
  }

  /** Sends bytes on a new connection, then disconnects. If `isReset`, it disconnects with a TCP reset. */
  function sendAndLeave(bytes: string, leaving: Leaving, isReset = false): Promise<void> {
    return new Promise((resolve) => {
      const leave = () => (isReset ? socket.resetAndDestroy() : socket.destroy());
      const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1', () => {
        socket.write(bytes, () => leaving === 'at once' && leave());
      });
      socket.once('data', leave);
      socket.on('error', () => undefined);
      socket.on('close', () => resolve());
    });
  }

  async function expectNothingLeftOpen(before: ReturnType<typeof descriptors>): Promise<void> {
    await until('no descriptor is left open', () => {
      const { files, count } = descriptors();
      return count <= before.count + poolSize && files.length <= before.files.length;
    });
    expect(descriptors().files).toEqual(before.files);
    expect((await api.get('', '/system/health')).status).toBe(200);
  }

  it.each<Leaving>(['at the first byte', 'at once'])(
    'leave no descriptor open after 1,500 pipelined downloads aborted %s',
    async (leaving) => {
      const before = descriptors();
      const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: loupe\r\n\r\n`).join('');
      await Promise.all(Array.from({ length: 25 }, () => sendAndLeave(requests.repeat(10), leaving)));
      await expectNothingLeftOpen(before);
    },
  );

  it.each<Leaving>(['at the first byte', 'at once'])(
    'leave no descriptor open after 300 single downloads aborted %s',
    async (leaving) => {
      const before = descriptors();
      for (const path of paths)
        for (const isReset of [false, true]) {
          const request = `GET ${path} HTTP/1.1\r\nHost: loupe\r\nAccept-Encoding: gzip\r\n\r\n`;
          await Promise.all(Array.from({ length: 25 }, () => sendAndLeave(request, leaving, isReset)));
        }
      await expectNothingLeftOpen(before);
    },
  );

  it.each([
    ['a CONNECT request', 'CONNECT upstream:443 HTTP/1.1\r\nHost: upstream:443\r\n\r\n'],
    ['an upgrade', 'GET /dashboard/ HTTP/1.1\r\nHost: loupe\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n'],
    ['nonsense', 'nonsense\r\n\r\n'],
    ['headers without an end', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}`],
    ['half a body', 'POST /dashboard/api/session HTTP/1.1\r\nHost: loupe\r\nContent-Length: 99\r\n\r\n{'],
  ])('leave no descriptor open, and do not crash the process, after they send %s', async (_what, bytes) => {
    const before = descriptors();
    for (const isReset of [false, true]) for (let i = 0; i < 20; i++) await sendAndLeave(bytes, 'at once', isReset);
    await expectNothingLeftOpen(before);
  });
});
