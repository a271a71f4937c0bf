import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findRunningServer } from '../../src/database/embedded/embedded-postgres';
import type { DemoFile } from '../../src/demo/demo-file';
import { makeDataDirectory } from '../support/data-directory';
import { freePort } from '../support/test-api';
import { factsOf } from './operator-terminal';

const root = join(__dirname, '../../../..');

describe('loupe without DATABASE_URL', () => {
  const directory = makeDataDirectory('operator');
  const dataDirectory = join(directory, 'data');
  const variables: NodeJS.ProcessEnv = { PATH: process.env.PATH, DATA_DIR: dataDirectory };
  const running: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of running.splice(0)) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.kill('SIGINT')) await ended;
    }
  }, 30_000);
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const start = (script: string, words: string[], more: NodeJS.ProcessEnv = {}) => {
    const child = spawn(process.execPath, [script, ...words], { cwd: root, env: { ...variables, ...more } });
    running.push(child);
    const seen = { output: '', errors: '' };
    child.stdout.on('data', (chunk) => (seen.output += chunk));
    child.stderr.on('data', (chunk) => (seen.errors += chunk));
    return { child, seen, exitCode: new Promise<number | null>((resolve) => child.once('close', resolve)) };
  };
  const loupe = async (...words: string[]) => {
    const { seen, exitCode } = start('apps/api/bin/loupe.mjs', words);
    return { exitCode: await exitCode, ...seen };
  };
  const startAll = async () => {
    const ports = { PORT: String(await freePort()), MANAGEMENT_PORT: String(await freePort()) };
    const { seen, exitCode } = start('scripts/start.mjs', [], ports);
    const ended = exitCode.then(() => true);
    while (!seen.output.includes('Loupe is running')) {
      const isOver = await Promise.race([ended, new Promise<false>((resolve) => setTimeout(resolve, 50, false))]);
      if (isOver) throw new Error(seen.errors);
    }
    return JSON.parse(readFileSync(join(dataDirectory, 'demo.json'), 'utf8')) as DemoFile;
  };

  beforeAll(async () => {
    // Builds what is out of date, once.
    await loupe('--help');
  }, 60_000);

  it('starts the embedded database for one command at a time, and leaves nothing running', async () => {
    const accounts = await Promise.all([
      loupe('create-account', '--name', 'First'),
      loupe('create-account', '--name', 'Second'),
    ]);
    expect(accounts.map(({ exitCode, errors }) => [exitCode, errors])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    expect(new Set(accounts.map(({ output }) => factsOf(output).account_id)).size).toBe(2);
    expect(findRunningServer(dataDirectory)).toBeUndefined();
    expect(existsSync(join(dataDirectory, 'loupe.pid'))).toBe(false);
    expect(await loupe('reconcile')).toMatchObject({ exitCode: 0, output: '0 differences\n' });
  }, 60_000);

  it('works on the server of a running npm start: a key that it makes is good at once, a revoked one is not', async () => {
    const { base_url } = await startAll();
    const { account_id } = factsOf((await loupe('create-account', '--name', 'Live')).output);
    const credit = ['--amount-usd', '2', '--note', 'Cash', '--idempotency-key', 'live-1'];
    await loupe('top-up', '--account', account_id!, ...credit);
    const { key, key_id } = factsOf((await loupe('create-key', '--account', account_id!, '--name', 'Live')).output);
    const balance = () => fetch(`${base_url}/system/balance`, { headers: { 'x-api-key': key! } });
    const answer = await untilStatus(200, balance);
    expect(await answer.json()).toEqual({ balance_usd: '2.000000', currency: 'USD' });
    expect((await loupe('revoke-key', '--key', key_id!)).exitCode).toBe(0);
    await untilStatus(401, balance);
    expect(await loupe('reconcile')).toMatchObject({ exitCode: 0, output: '0 differences\n' });
  }, 60_000);

  it('takes the database along when it is interrupted', async () => {
    const { child, exitCode } = start('apps/api/bin/loupe.mjs', [
      'create-user',
      '--email=waits@example.com',
      '--role=support',
      '--password-stdin',
    ]);
    while (findRunningServer(dataDirectory) === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGINT');
    expect(await exitCode).toBe(130);
    expect(findRunningServer(dataDirectory)).toBeUndefined();
    expect(existsSync(join(dataDirectory, 'loupe.pid'))).toBe(false);
  }, 60_000);

  it('says in one line that a database is out of reach, without its password', async () => {
    const url = `postgres://loupe:hunter2@127.0.0.1:${await freePort()}/loupe`;
    const { seen, exitCode } = start('apps/api/bin/loupe.mjs', ['migrate'], { DATABASE_URL: url });
    expect(await exitCode).toBe(1);
    expect(seen).toEqual({
      output: '',
      errors: 'loupe: DATABASE_URL: cannot connect to the database (ECONNREFUSED)\n',
    });
  }, 30_000);

  it('tells a wrong command line with exit code 2, before it touches anything', async () => {
    const ended = await loupe('top-up', '--account', 'x', '--amount-usd', '0');
    expect(ended).toEqual({
      exitCode: 2,
      output: '',
      errors: [
        'loupe: --account must be a string of digits',
        'loupe: --amount-usd must be more than zero',
        'loupe: --note is missing',
        'loupe: --idempotency-key is missing',
        'loupe: see loupe top-up --help',
        '',
      ].join('\n'),
    });
  }, 30_000);
});

/** Processes learn of keys through the database, within a second when nothing is wrong. */
async function untilStatus(status: number, send: () => Promise<Response>): Promise<Response> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const response = await send();
    if (response.status === status || Date.now() > deadline) {
      expect(response.status).toBe(status);
      return response;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
