import { existsSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { descendantsOf, survivorsOf } from '../support/processes';
import { Launches } from './launches';

describe('npm start', () => {
  const launches = new Launches();
  const { directory, variables } = launches;

  it('prints a curl line that works, and ends on Ctrl-C with code 0 and no process left', async () => {
    const run = await launches.start({ HOME: directory }, ['npm', 'start']).ready();
    const curl = /curl -H 'x-api-key: (\S+)' (\S+)/.exec(run.output)!;
    const answer = await fetch(curl[2]!, { headers: { 'x-api-key': curl[1]! } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ username: 'marta.trails' });
    expect(answer.headers.get('x-balance-usd')).toBe('9.998800');
    const processes = descendantsOf(run.process.pid!);
    expect(processes.map(({ command }) => command)).toContainEqual(expect.stringContaining('postgres -D'));
    expect(await run.ctrlC()).toBe(0);
    expect(await survivorsOf(processes.map(({ pid }) => pid))).toEqual([]);
    for (const step of [
      'Starting the database',
      'Starting the simulated upstream',
      'Starting the API: tables, demo account, server',
    ])
      expect(run.output).toMatch(new RegExp(`^${step}: \\d+\\.\\d s$`, 'm'));
    // Log lines are buffered: none may be lost at the end.
    expect(run.output).toMatch(/"version":"\d+\.\d+\.\d+","commit":"([0-9a-f]{12}|unknown)","msg":"listening"/);
  });

  it('reports in one line that a port is taken, and starts nothing', async () => {
    const taken: Server = createServer().listen(Number(variables.PORT), '0.0.0.0');
    const untouched = join(directory, 'untouched');
    const run = launches.start({ DATA_DIR: untouched });
    const exitCode = await run.exitCode;
    expect(existsSync(join(untouched, 'postgres'))).toBe(false);
    await new Promise((resolve) => taken.close(resolve));
    expect(exitCode).toBe(1);
    expect(run.output).toBe(
      `loupe: PORT ${variables.PORT} is already in use by another program; set PORT to a free one\n`,
    );
  });

  it('reports every configuration error in one line each', async () => {
    const run = launches.start({ PORT: 'x', LOG_LEVEL: 'loud' });
    expect(await run.exitCode).toBe(1);
    expect(run.output.trim().split('\n')).toEqual([
      'loupe: PORT must be a whole number from 0 to 65535',
      expect.stringContaining('loupe: LOG_LEVEL must be one of'),
    ]);
  });

  it('reports in one line that the data directory cannot be used', async () => {
    const file = join(directory, 'a-file');
    writeFileSync(file, '');
    const run = launches.start({ DATA_DIR: join(file, 'data') });
    expect(await run.exitCode).toBe(1);
    expect(run.output).toMatch(/^loupe: DATA_DIR \S+ cannot be written \(\w+\)\n$/);
  });

  it('reports in one line that the database is unreachable, without its password', async () => {
    const address = `127.0.0.1:${await freePort()}`;
    const run = launches.start({ DATABASE_URL: `postgres://loupe:hunter2@${address}/loupe` });
    expect(await run.exitCode).toBe(1);
    expect(run.output).toContain(`loupe: DATABASE_URL: cannot connect to the database at ${address} (ECONNREFUSED)\n`);
    expect(run.output).not.toContain('hunter2');
  });

  it('keeps account, key and balance over a restart, with secrets in a file that only its owner can read', async () => {
    const before = launches.demo();
    await launches.running();
    expect(launches.demo()).toEqual(before);
    const answer = await fetch(`${before.base_url}/system/balance`, { headers: { 'x-api-key': before.api_key } });
    expect(await answer.json()).toMatchObject({ balance_usd: '9.998800', currency: 'USD' });
    expect(statSync(join(variables.DATA_DIR!, 'demo.json')).mode & 0o777).toBe(0o600);
  });

  it('refuses a data directory that a running Loupe uses', async () => {
    await launches.running();
    const second = launches.start({ PORT: String(await freePort()), MANAGEMENT_PORT: String(await freePort()) });
    expect(await second.exitCode).toBe(1);
    expect(second.output).toMatch(
      /^loupe: DATA_DIR \S+ is in use by a running Loupe \(process \d+\); stop it first\n$/,
    );
  });

  it('starts again after the launcher was killed, and leaves no process of the first run', async () => {
    const run = await launches.running();
    const children = run.children();
    run.process.kill('SIGKILL');
    await run.exitCode;
    await launches.running();
    expect(await survivorsOf(children.map(({ pid }) => pid))).toEqual([]);
  });

  it('requires its secrets and its public URL in production', async () => {
    const refused = launches.start({ NODE_ENV: 'production' });
    expect(await refused.exitCode).toBe(1);
    for (const name of ['CURSOR_SECRET', 'PUBLIC_URL', 'SECRETS_KEY'])
      expect(refused.output).toContain(`${name} must be set when NODE_ENV=production`);
  });

  it.each(['postgres -D', 'upstream-sim/dist/main.js', 'api/dist/main.js'])(
    'stops all processes when %s is killed, and can start again',
    async (part) => {
      const run = await launches.running();
      const children = run.children();
      expect(children).toHaveLength(3);
      process.kill(children.find(({ command }) => command.includes(part))!.pid, 'SIGKILL');
      expect(await run.exitCode).toBe(1);
      expect(run.output).toContain('ended unexpectedly');
      expect(await survivorsOf(children.map(({ pid }) => pid))).toEqual([]);
      await launches.running();
    },
  );

  it('creates no demo data in production', async () => {
    await launches.endAll();
    const fresh = join(launches.directory, 'production');
    const run = await launches
      .start({
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://loupe.example.com',
        CURSOR_SECRET: 's'.repeat(32),
        SECRETS_KEY: 'k'.repeat(32),
        DATA_DIR: fresh,
      })
      .ready();
    expect(existsSync(join(fresh, 'demo.json'))).toBe(false);
    expect(await run.interrupt()).toBe(0);
  });
});
