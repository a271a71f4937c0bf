import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { transformFileSync } from '@swc/core';

const root = join(__dirname, '../../..');
const built = mkdtempSync(join(tmpdir(), 'upstream-sim-'));
const main = join(built, 'upstream-sim/main.js');

/** Compiles a workspace with the build's options, so that the test does not depend on a build. */
function compile(source: string, target: string): void {
  const files = readdirSync(source, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    if (name.endsWith('.spec.ts')) continue;
    const from = join(parentPath, name);
    const to = join(target, relative(source, from));
    mkdirSync(dirname(to), { recursive: true });
    if (!name.endsWith('.ts')) copyFileSync(from, to);
    else writeFileSync(to.replace(/\.ts$/, '.js'), transformFileSync(from, { configFile: join(root, '.swcrc') }).code);
  }
}

const firstLine = async (child: ChildProcess): Promise<{ listening: string }> => {
  const [chunk] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  return JSON.parse(String(chunk));
};
const environment = (more: Record<string, string> = {}) => ({ ...process.env, UPSTREAM_SIM_PORT: '0', ...more });

beforeAll(() => {
  compile(join(root, 'apps/upstream-sim/src'), join(built, 'upstream-sim'));
  compile(join(root, 'libs/media-id/src'), join(built, 'node_modules/@loupe/media-id'));
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

describe('the simulator process', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'prints its address, serves requests and exits with 0 on %s',
    async (signal) => {
      const child = spawn(process.execPath, [main], {
        env: environment({ UPSTREAM_SIM_SESSION: 'mine', UPSTREAM_SIM_PUBLIC_URL: 'http://cdn.example' }),
      });
      const { listening } = await firstLine(child);
      const headers = { cookie: 'sessionid=mine' };
      const answer = await fetch(`${listening}/api/v1/users/1001/info/`, { headers });
      expect(await answer.text()).toContain('"profile_pic_url":"http://cdn.example/media/avatar/1001/');
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
  );

  test('sends its address to the parent that forked it and exits with the parent', async () => {
    const child = fork(main, { env: environment(), stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    const [[message], line] = await Promise.all([once(child, 'message'), firstLine(child)]);
    expect(message).toEqual(line);
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('prints one line to stderr and exits with 1 when the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const child = spawn(process.execPath, [main], { env: environment({ UPSTREAM_SIM_PORT: String(port) }) });
    const [[chunk], exit] = await Promise.all([once(child.stderr, 'data'), once(child, 'exit')]);
    expect(String(chunk)).toMatch(/^The simulator could not start: .*EADDRINUSE.*\n$/);
    expect(exit).toEqual([1, null]);
    taken.close();
  });
});
