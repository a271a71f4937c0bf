import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import type { DemoFile } from '../../src/cli/demo/demo-file';
import { makeDataDirectory } from '../support/data-directory';
import { expectKnownWithinASecond, rarePolling } from '../support/within-a-second';
import { factsOf, readErrors } from './operator-terminal';

const root = join(__dirname, '../../../..');

describe('the command loupe', () => {
  const directory = makeDataDirectory('operator');
  const dataDirectory = join(directory, 'data');
  const variables: NodeJS.ProcessEnv = { PATH: process.env.PATH, DATA_DIR: dataDirectory };
  const noDatabase =
    `loupe: there is no database: DATABASE_URL is not set, and no npm start runs one in DATA_DIR ${dataDirectory}; ` +
    'set DATABASE_URL, or run npm start\n';
  const running: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of running.splice(0)) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.kill('SIGINT')) await ended;
    }
  });
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
    const { seen, exitCode } = start('scripts/start.mjs', [], { ...ports, ...rarePolling });
    const ended = exitCode.then(() => true);
    while (!seen.output.includes('Loupe is running')) {
      const isOver = await Promise.race([ended, new Promise<false>((resolve) => setTimeout(resolve, 50, false))]);
      if (isOver) throw new Error(seen.errors);
    }
    return JSON.parse(readFileSync(join(dataDirectory, 'demo.json'), 'utf8')) as DemoFile;
  };

  beforeAll(async () => {
    await loupe('--help');
  });

  it('fails if DATABASE_URL is not set and no npm start runs, and creates nothing', async () => {
    for (const word of ['reconcile', 'migrate']) {
      expect(await loupe(word)).toEqual({ exitCode: 1, output: '', errors: noDatabase });
      expect(existsSync(dataDirectory)).toBe(false);
    }
  });

  it('uses the server of a running npm start if DATABASE_URL is not set; there, a new key works at once and a revoked key fails at once', async () => {
    const { base_url } = await startAll();
    const { account_id } = factsOf((await loupe('create-account', '--name', 'Live')).output);
    const credit = ['--amount-usd', '2', '--note', 'Cash', '--idempotency-key', 'live-1'];
    await loupe('top-up', '--account', account_id!, ...credit);
    const createKey = async () => {
      const { key, key_id } = factsOf((await loupe('create-key', '--account', account_id!, '--name', 'Live')).output);
      return { keyId: key_id!, balance: () => fetch(`${base_url}/system/balance`, { headers: { 'x-api-key': key! } }) };
    };
    await expectKnownWithinASecond(async () => {
      const { balance } = await createKey();
      return { requests: [balance], isKnown: ({ status }) => status === 200 };
    });
    await expectKnownWithinASecond(async () => {
      const { keyId, balance } = await createKey();
      while ((await balance()).status !== 200) await sleep(50);
      expect(await (await balance()).json()).toMatchObject({ balance_usd: '2.000000', currency: 'USD' });
      expect((await loupe('revoke-key', '--key', keyId)).exitCode).toBe(0);
      return { requests: [balance], isKnown: ({ status }) => status === 401 };
    });
    const { exitCode, output, errors } = await loupe('reconcile');
    expect([exitCode, output]).toEqual([0, '0 differences\n']);
    expect(readErrors(errors)).toEqual({
      database: expect.stringMatching(/^loupe at 127\.0\.0\.1:\d+ \(of npm start in (.*)\)$/),
      errors: '',
    });
    expect(errors).toContain(`in ${dataDirectory})`);
  });

  it('fails once npm start has ended, and leaves the data directory unchanged', async () => {
    const before = readdirSync(dataDirectory).sort();
    expect(before).toContain('postgres');
    expect(await loupe('reconcile')).toEqual({ exitCode: 1, output: '', errors: noDatabase });
    expect(readdirSync(dataDirectory).sort()).toEqual(before);
  });

  it('names an unreachable database, without its password', async () => {
    const address = `127.0.0.1:${await freePort()}`;
    const more = { DATABASE_URL: `postgres://loupe:hunter2@${address}/loupe` };
    const { seen, exitCode } = start('apps/api/bin/loupe.mjs', ['migrate'], more);
    expect(await exitCode).toBe(1);
    expect(seen).toEqual({
      output: '',
      errors: [
        `loupe: database loupe at ${address}`,
        `loupe: DATABASE_URL: cannot connect to the database at ${address} (ECONNREFUSED)`,
        '',
      ].join('\n'),
    });
  });

  it('exits with 2 on a wrong command line, before it touches anything', async () => {
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
  });
});
