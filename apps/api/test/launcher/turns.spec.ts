import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDataDirectory } from '../support/data-directory';

const turns = join(__dirname, '../../../../scripts/lib/turns.mjs');

describe('processes that prepare one checkout at once', () => {
  const directory = makeDataDirectory('turns');
  const queue = join(directory, 'queue');
  const log = join(directory, 'log');
  const running: ChildProcess[] = [];
  beforeEach(() => {
    mkdirSync(queue);
    writeFileSync(log, '');
  });
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
    rmSync(queue, { recursive: true, force: true });
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  /** A process that says when its turn begins and, `holdMs` later, when it ends. */
  const start = (holdMs: number) => {
    const script = `
      import { appendFileSync } from 'node:fs';
      import { setTimeout as sleep } from 'node:timers/promises';
      import { takeTurn } from ${JSON.stringify(turns)};
      const say = (what) => appendFileSync(${JSON.stringify(log)}, what + ' ' + process.pid + '\\n');
      await takeTurn(${JSON.stringify(queue)}, async () => { say('begins'); await sleep(${holdMs}); say('ends'); });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
    running.push(child);
    return child;
  };
  const said = () => readFileSync(log, 'utf8').trim().split('\n').filter(Boolean);

  it('do it one after the other, and leave nothing behind', async () => {
    const children = Array.from({ length: 6 }, () => start(30));
    await Promise.all(children.map((child) => once(child, 'exit')));
    const lines = said();
    expect(lines).toHaveLength(12);
    for (let line = 0; line < lines.length; line += 2) {
      expect(lines[line + 1]).toBe(lines[line]!.replace('begins', 'ends'));
    }
    expect(readdirSync(queue)).toEqual([]);
  });

  it('go on when the one whose turn it is is killed, whatever it has left', async () => {
    const killed = start(60_000);
    while (said().length === 0) await sleep(10);
    const next = start(0);
    while (!existsSync(join(queue, `${next.pid}`))) await sleep(10);
    expect(said()).toEqual([`begins ${killed.pid}`]);
    killed.kill('SIGKILL');
    expect(await once(next, 'exit')).toEqual([0, null]);
    expect(said().slice(1)).toEqual([`begins ${next.pid}`, `ends ${next.pid}`]);
  });

  it('do not wait for one that was killed while it drew its number', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(join(queue, `${pid}`), '');
    expect(await once(start(0), 'exit')).toEqual([0, null]);
  });
});
