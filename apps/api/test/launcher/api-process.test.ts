import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
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
