import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { makeDataDirectory } from '../support/data-directory';
import { until } from '../support/until';

const lockModule = join(__dirname, '../../../../scripts/lib/lock.mjs');
/** What the start of several processes may take on a busy machine. */
const startsMs = 25_000;
const dataDirectoryModule = join(__dirname, '../../dist/cli/launcher/data-directory.js');

describe('the lock under which npm start installs and builds, and claims its data directory', () => {
  const directory = makeDataDirectory('lock');
  const [lock, log] = [join(directory, 'lock'), join(directory, 'log')];
  const running: ChildProcessByStdio<null, null, Readable>[] = [];
  beforeEach(() => writeFileSync(log, ''));
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const run = (work: string) => {
    const script = `
      import { appendFileSync } from 'node:fs';
      import { setTimeout as sleep } from 'node:timers/promises';
      import { releaseLock, takeLock, withLock } from ${JSON.stringify(lockModule)};
      import { claimDataDirectory } from ${JSON.stringify(dataDirectoryModule)};
      const say = (what) => appendFileSync(${JSON.stringify(log)}, what + ' ' + process.pid + '\\n');
      ${work}`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    running.push(child);
    return child;
  };
  const start = (holdMs: number) =>
    run(
      `await withLock(${JSON.stringify(lock)}, async () => { say('begins'); await sleep(${holdMs}); say('ends'); });`,
    );
  const claim = (data: string) =>
    run(`
      await claimDataDirectory(${JSON.stringify(data)}, { releaseLock, takeLock }, 0)
        .then(() => { say('claims'); setInterval(() => {}, 60_000); }, (error) => say(error.message + ', says'));`);
  const logged = () => readFileSync(log, 'utf8').trim().split('\n').filter(Boolean);
  const expectOneAfterTheOther = (lines: string[], count: number) => {
    expect(lines).toHaveLength(2 * count);
    for (let line = 0; line < lines.length; line += 2)
      expect(lines[line + 1]).toBe(lines[line]!.replace('begins', 'ends'));
  };

  it('is held by one of six processes at a time, and is free afterwards', async () => {
    const children = Array.from({ length: 6 }, () => start(30));
    await Promise.all(children.map((child) => once(child, 'exit')));
    expectOneAfterTheOther(logged(), 6);
    expect(readdirSync(directory).sort()).toEqual(['lock', 'log']);
    expect(readdirSync(lock)).toEqual([]);
  });

  it('passes to one waiting process at a time when its owner is killed with SIGKILL', async () => {
    const owner = start(60_000);
    await until('the owner has the lock', () => logged().length > 0, startsMs);
    const waiting = Array.from({ length: 4 }, () => start(30));
    for (const message of await Promise.all(waiting.map((child) => once(child.stderr, 'data'))))
      expect(`${message}`).toContain(`Waiting for process ${owner.pid}`);
    expect(logged()).toEqual([`begins ${owner.pid}`]);
    owner.kill('SIGKILL');
    for (const status of await Promise.all(waiting.map((child) => once(child, 'exit'))))
      expect(status).toEqual([0, null]);
    expectOneAfterTheOther(logged().slice(1), 4);
  });

  it('stays with the child of a killed owner until the child ends', async () => {
    const owner = run(`
      const { spawn } = await import('node:child_process');
      const { holdFor } = await import(${JSON.stringify(lockModule)});
      await withLock(${JSON.stringify(lock)}, async () => {
        const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], { stdio: 'ignore' });
        holdFor(${JSON.stringify(lock)}, child.pid);
        appendFileSync(${JSON.stringify(log)}, child.pid + '\\n');
        await sleep(60_000);
      });`);
    await until('the child holds the lock', () => logged().length > 0, startsMs);
    const child = Number(logged()[0]);
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    const waiting = start(0);
    expect(`${(await once(waiting.stderr, 'data'))[0]}`).toContain(`Waiting for process ${child}`);
    process.kill(child, 'SIGKILL');
    expect(await once(waiting, 'exit')).toEqual([0, null]);
    expectOneAfterTheOther(logged().slice(1), 1);
  });

  it('gives a data directory to one of six starts at once, also after the last holder was killed with SIGKILL', async () => {
    const data = join(directory, 'data');
    for (const round of [1, 2, 3]) {
      writeFileSync(log, '');
      for (let started = 0; started < 6; started++) claim(data);
      await until(`all six starts of round ${round} ended or hold it`, () => logged().length === 6, startsMs);
      const holders = logged().filter((line) => line.startsWith('claims'));
      expect(holders).toHaveLength(1);
      const refusal = `DATA_DIR ${data} is in use by a running Loupe (process ${holders[0]!.split(' ')[1]}); stop it first, says`;
      expect(logged().filter((line) => line.startsWith(refusal))).toHaveLength(5);
      const [holder] = running.splice(0).filter(({ pid }) => holders[0] === `claims ${pid}`);
      holder!.kill('SIGKILL');
      await once(holder!, 'exit');
    }
  });
});
