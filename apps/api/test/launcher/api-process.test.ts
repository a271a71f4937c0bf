import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiProcess } from '../keys/api-fleet';
import { freePort } from '../support/test-api';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

/** Every write to it fails for want of space. Linux has it. */
const fullDisk = '/dev/full';

describe('a process of the API', () => {
  let database: TestDatabase;
  let variables: NodeJS.ProcessEnv;
  const started: ApiProcess[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    variables = {
      NODE_ENV: 'test',
      DEMO: 'false',
      DATABASE_URL: database.url,
      UPSTREAM_BASE_URL: 'http://127.0.0.1:9',
    };
  });
  afterAll(async () => {
    await Promise.all(started.map((api) => api.stop()));
    await database.drop();
  });

  it('goes on, and ends when told to, with its log on a full disk, or with nobody left to read it', async () => {
    const full = existsSync(fullDisk) ? [openSync(fullDisk, 'w')] : [];
    const logs = ['pipe' as const, ...full];
    started.push(...(await Promise.all(logs.map((log) => ApiProcess.start(variables, log)))));
    for (const log of full) closeSync(log);
    started[0]!.closeLog();
    for (let second = 0; second < 3; second++) {
      for (const api of started) expect((await api.get('', '/system/health')).status).toBe(200);
      // Lines are written in a second at the latest.
      await sleep(1_100);
    }
    for (const api of started) expect(await api.end()).toBe(0);
  });

  it('says that it ends while its port is still open, and ends at once when told again', async () => {
    const api = await ApiProcess.start({ ...variables, LAME_DUCK_SECONDS: '600' });
    started.push(api);
    const idle = connect({ port: Number(new URL(api.baseUrl).port), host: '127.0.0.1' });
    await once(idle, 'connect');
    const health = 'GET /system/health HTTP/1.1\r\nhost: localhost\r\n\r\n';
    const ask = async () => {
      idle.write(health);
      return `${(await once(idle, 'data'))[0]}`;
    };
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nConnection: keep-alive\r\n/);
    api.signal('SIGTERM');
    while ((await api.ready()).status !== 503) await sleep(20);
    // A connection that was idle takes one more request; so does a new one.
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nConnection: close\r\n/);
    const another = await api.get('', '/system/health');
    expect([another.status, another.headers.get('connection')]).toEqual([200, 'close']);
    expect(await api.end()).toBe(1);
    for (const step of ['draining: /readyz answers 503', 'told twice to end']) expect(api.output).toContain(step);
    expect(api.output).not.toContain('the port is closed');
  });

  it('ends in order when the launcher dies before it is ready', async () => {
    const [PORT, MANAGEMENT_PORT] = [`${await freePort()}`, `${await freePort()}`];
    const child = fork(join(__dirname, '../../dist/main.js'), {
      env: { PATH: process.env.PATH, ...variables, PORT, MANAGEMENT_PORT },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child.disconnect();
    const [[exitCode], complaint] = await Promise.all([once(child, 'exit'), text(child.stderr!)]);
    expect({ exitCode, complaint }).toEqual({ exitCode: 0, complaint: '' });
  });
});
