import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { makeDataDirectory } from '../support/data-directory';
import { Launched, readDemo } from '../support/launched';
import { descendantsOf, survivorsOf } from '../support/processes';

describe('npm start', () => {
  const directory = makeDataDirectory('launch');
  const variables: NodeJS.ProcessEnv = { DATA_DIR: join(directory, 'data') };
  const runs: Launched[] = [];
  const start = (more: NodeJS.ProcessEnv = {}, command?: string[]) => {
    const run = new Launched({ ...variables, ...more }, command);
    runs.push(run);
    return run;
  };
  const isOver = ({ process: { exitCode, signalCode } }: Launched) => exitCode !== null || signalCode !== null;
  /** The product with the usual variables: what a test before left running, or a new start. */
  let usual: Launched | undefined;
  const running = async () => {
    if (!usual || isOver(usual)) usual = start();
    return usual.ready();
  };
  const endAll = async () => {
    for (const run of runs.splice(0)) if (!isOver(run)) expect(await run.interrupt()).toBe(0);
  };
  const demo = () => readDemo(variables.DATA_DIR!);

  beforeAll(async () => {
    variables.PORT = String(await freePort());
    variables.MANAGEMENT_PORT = String(await freePort());
  });
  afterAll(async () => {
    await endAll();
    rmSync(directory, { recursive: true, force: true });
  });

  it('in a terminal prints a line that works when it is pasted, and ends on Ctrl-C with code 0 and no process left', async () => {
    const run = await start({ HOME: directory }, ['npm', 'start']).ready();
    const curl = /curl -H 'x-api-key: (\S+)' (\S+)/.exec(run.output)!;
    const answer = await fetch(curl[2]!, { headers: { 'x-api-key': curl[1]! } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ username: 'marta.trails' });
    expect(answer.headers.get('x-balance-usd')).toBe('9.998800');
    const family = descendantsOf(run.process.pid!);
    expect(family.map(({ command }) => command)).toContainEqual(expect.stringContaining('postgres -D'));
    expect(await run.ctrlC()).toBe(0);
    expect(await survivorsOf(family.map(({ pid }) => pid))).toEqual([]);
    // Log lines are gathered before they are written: none is lost at the end.
    expect(run.output).toContain('"msg":"listening"');
  });

  it('says in one line that a port is taken, and starts nothing', async () => {
    const taken: Server = createServer().listen(Number(variables.PORT), '0.0.0.0');
    const untouched = join(directory, 'untouched');
    const run = start({ DATA_DIR: untouched });
    const exitCode = await run.exitCode;
    expect(existsSync(join(untouched, 'postgres'))).toBe(false);
    await new Promise((resolve) => taken.close(resolve));
    expect(exitCode).toBe(1);
    expect(run.output).toBe(
      `loupe: PORT ${variables.PORT} is already in use by another program; set PORT to a free one\n`,
    );
  });

  it('says in one line each what is wrong with the configuration, all at once', async () => {
    const run = start({ PORT: 'x', LOG_LEVEL: 'loud' });
    expect(await run.exitCode).toBe(1);
    expect(run.output.trim().split('\n')).toEqual([
      'loupe: PORT must be a whole number from 0 to 65535',
      expect.stringContaining('loupe: LOG_LEVEL must be one of'),
    ]);
  });

  it('says in one line that the data directory cannot be used', async () => {
    const file = join(directory, 'a-file');
    writeFileSync(file, '');
    const run = start({ DATA_DIR: join(file, 'data') });
    expect(await run.exitCode).toBe(1);
    expect(run.output).toMatch(/^loupe: DATA_DIR \S+ cannot be written \(\w+\)\n$/);
  });

  it('says in one line that the database is out of reach, without its password', async () => {
    const run = start({ DATABASE_URL: `postgres://loupe:hunter2@127.0.0.1:${await freePort()}/loupe` });
    expect(await run.exitCode).toBe(1);
    expect(run.output).toBe('loupe: DATABASE_URL: cannot connect to the database (ECONNREFUSED)\n');
  });

  it('keeps account, key and balance over a restart, with secrets that only their owner can read', async () => {
    const before = demo();
    await running();
    expect(demo()).toEqual(before);
    const answer = await fetch(`${before.base_url}/system/balance`, { headers: { 'x-api-key': before.api_key } });
    expect(await answer.json()).toMatchObject({ balance_usd: '9.998800', currency: 'USD' });
    expect(statSync(join(variables.DATA_DIR!, 'demo.json')).mode & 0o777).toBe(0o600);
  });

  it('refuses a data directory that a running Loupe uses', async () => {
    await running();
    const second = start({ PORT: String(await freePort()), MANAGEMENT_PORT: String(await freePort()) });
    expect(await second.exitCode).toBe(1);
    expect(second.output).toMatch(
      /^loupe: DATA_DIR \S+ is in use by a running Loupe \(process \d+\); stop it first\n$/,
    );
  });

  it.each(['postgres -D', 'upstream-sim/dist/main.js', 'api/dist/main.js'])(
    'ends whole when %s is killed, and starts again',
    async (part) => {
      const run = await running();
      const children = run.children();
      expect(children).toHaveLength(3);
      process.kill(children.find(({ command }) => command.includes(part))!.pid, 'SIGKILL');
      expect(await run.exitCode).toBe(1);
      expect(run.output).toContain('ended unexpectedly');
      expect(await survivorsOf(children.map(({ pid }) => pid))).toEqual([]);
      await running();
    },
    60_000,
  );

  it('starts again after the launcher itself was killed, and leaves nothing of the first run behind', async () => {
    const run = await running();
    const children = run.children();
    run.process.kill('SIGKILL');
    await run.exitCode;
    await running();
    expect(await survivorsOf(children.map(({ pid }) => pid))).toEqual([]);
  });

  it('needs a secret in production, and seeds nothing there', async () => {
    await endAll();
    const refused = start({ NODE_ENV: 'production' });
    expect(await refused.exitCode).toBe(1);
    for (const name of ['CURSOR_SECRET', 'PUBLIC_URL', 'SECRETS_KEY'])
      expect(refused.output).toContain(`${name} must be set when NODE_ENV=production`);
    const fresh = join(directory, 'production');
    const run = await start({
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://loupe.example.com',
      CURSOR_SECRET: 's'.repeat(32),
      SECRETS_KEY: 'k'.repeat(32),
      DATA_DIR: fresh,
    }).ready();
    expect(existsSync(join(fresh, 'demo.json'))).toBe(false);
    expect(await run.interrupt()).toBe(0);
  });
});
