// A program of a world, which can be paused, killed and restarted.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '../../../../scripts/lib/patience.cjs';
import { processesIn } from './folder.mjs';

/** A start of the product takes half a minute on a very busy machine. */
const deadlineMs = 120_000 * patience;
const stopDeadlineMs = 10_000;

export class Part {
  #child;

  /**
   * @param program `{name, folder, command, args, env, user, isReady, stopDeadlineMs}`: it runs in its own folder, which identifies
   * all its processes; `isReady` checks whether it works, also after a restart.
   */
  constructor(program) {
    Object.assign(this, { stopDeadlineMs, env: process.env, isReady: async () => true }, program);
    this.log = `${this.folder}.log`;
  }

  /** Resolves when the program works. @throws if it ends or is not ready in time. */
  async start() {
    this.spawn();
    await until(`${this.name} to be ready (its log is ${this.log})`, async () => {
      if (!this.isRunning) throw new Error(`${this.name} ended at once; its log is ${this.log}`);
      return this.isReady();
    });
    return this;
  }

  spawn() {
    const log = openSync(this.log, 'a');
    this.#child = spawn(this.command, this.args, {
      ...this.user,
      env: this.env,
      cwd: this.folder,
      // Detached, so that Ctrl-C reaches only the script, which ends the parts in order.
      detached: true,
      stdio: ['ignore', log, log],
    });
    this.#child.on('error', () => undefined);
    closeSync(log);
  }

  get pid() {
    return this.#child?.pid;
  }

  get isRunning() {
    return this.#child?.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get pids() {
    return processesIn(this.folder);
  }

  pause() {
    signal(this.pids, 'SIGSTOP');
  }

  resume() {
    signal(this.pids, 'SIGCONT');
  }

  async kill() {
    await killAll(() => this.pids);
    if (this.isRunning) await once(this.#child, 'exit');
  }

  async restart() {
    await this.stop();
    await this.start();
  }

  async stop() {
    if (this.isRunning) {
      this.resume();
      const exited = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      await Promise.race([exited, sleep(this.stopDeadlineMs, undefined, { ref: false })]);
    }
    await this.kill();
  }
}

/** Kills until no process is left, because one may have been starting another. */
export async function killAll(pids) {
  await until('processes to be gone', () => {
    const left = pids();
    signal(left, 'SIGKILL');
    return left.length === 0;
  });
}

export function signal(pids, name) {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {}
  }
}

/** Polls until the condition is true. @throws if that takes too long. */
export async function until(what, condition, limitMs = deadlineMs) {
  const endMs = performance.now() + limitMs;
  for (;;) {
    const answer = await condition();
    if (answer) return answer;
    if (performance.now() > endMs) throw new Error(`waited ${limitMs / 1_000} s in vain for ${what}`);
    await sleep(50);
  }
}

/** Status and text of a response; status 0 when there is none in time. Uses a new connection: an idle one may be closing. */
export async function probe(url, timeoutMs = 1_000) {
  const options = { signal: AbortSignal.timeout(timeoutMs), headers: { connection: 'close' } };
  try {
    const response = await fetch(url, options);
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return { status: 0, text: `${error.cause ?? error}` };
  }
}
