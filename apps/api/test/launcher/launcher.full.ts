import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { survivorsOf } from '../support/processes';
import { Launches } from './launches';

describe('npm start', () => {
  const launches = new Launches();

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
