import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { ApiProcess } from '../keys/api-fleet';
import { createOrdinaryRole } from '../support/ordinary-role';
import { createTestDatabase, type TestDatabase } from '../support/test-database';
import { until } from '../support/until';

/** A device on which every write fails for lack of space. Only Linux has it. */
const fullDisk = '/dev/full';

describe('an API process', () => {
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

  it('keeps serving, and ends on SIGTERM, when its log is on a full disk or has no reader', async () => {
    const full = existsSync(fullDisk) ? [openSync(fullDisk, 'w')] : [];
    const logs = ['pipe' as const, ...full];
    started.push(...(await Promise.all(logs.map((log) => ApiProcess.start(variables, log)))));
    for (const log of full) closeSync(log);
    started[0]!.closeLog();
    for (let second = 0; second < 2; second++) {
      for (const api of started) expect((await api.get('', '/system/health')).status).toBe(200);
      // Lines are flushed within a second.
      await sleep(1_100);
    }
    for (const api of started) expect(await api.end()).toBe(0);
  });

  it('waits for database connections that others hold, says so in its log, and serves when they are free', async () => {
    const url = await createOrdinaryRole(5);
    const holders = Array.from({ length: 5 }, () => new Client({ connectionString: url }));
    await Promise.all(holders.map((holder) => holder.on('error', () => undefined).connect()));
    const directory = mkdtempSync(join(tmpdir(), 'loupe-log-'));
    const log = join(directory, 'log');
    const descriptor = openSync(log, 'w');
    const starting = ApiProcess.start({ ...variables, DATABASE_URL: url, DATABASE_POOL_SIZE: '2' }, descriptor);
    const lines = (message: string) =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.includes(message));
    const waits = () => lines('waiting for the database to come back');
    const startsOver = () => lines('the database went away during the start: starting over');
    await until('the process waits for the database', () => waits().length > 0, 25_000);
    expect(JSON.parse(waits()[0]!)).toMatchObject({ level: 'warn', reason: expect.stringContaining('too many') });
    expect(startsOver()).toEqual([]);
    // One connection is enough to start, but not to serve: a process opens three connections in addition to its pool.
    await holders.pop()!.end();
    await until('the process starts over', () => startsOver().length > 0);
    await Promise.all(holders.map((holder) => holder.end()));
    const api = await starting;
    started.push(api);
    closeSync(descriptor);
    await until('the process is ready', async () => (await api.ready()).status === 200);
    rmSync(directory, { recursive: true });
  });

  it('reports that it is ending while its port is still open, and ends at once on a second signal', async () => {
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
    await until('the process is no longer ready', async () => (await api.ready()).status === 503);
    // An idle connection accepts one more request, and so does a new connection.
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nConnection: close\r\n/);
    const another = await api.get('', '/system/health');
    expect([another.status, another.headers.get('connection')]).toEqual([200, 'close']);
    expect(await api.end()).toBe(1);
    for (const step of ['draining: /readyz returns 503', 'a second signal']) expect(api.output).toContain(step);
    expect(api.output).not.toContain('the port is closed');
  });

  it('ends gracefully when the launcher dies before the process is ready', async () => {
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
