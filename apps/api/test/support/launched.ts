import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoFile } from '../../src/cli/demo/demo-file';
import { childrenOf, type RunningProcess } from './processes';

const root = join(__dirname, '../../../..');

export class Launched {
  output = '';
  readonly process: ChildProcess;
  readonly exitCode: Promise<number | null>;

  /** @param command runs in its own process group, as in a terminal; the default is the command of `npm start`. */
  constructor(variables: NodeJS.ProcessEnv, command: string[] = [process.execPath, 'scripts/start.mjs']) {
    const [program, ...parameters] = command;
    this.process = spawn(program!, parameters, {
      cwd: root,
      env: { PATH: process.env.PATH, ...variables },
      detached: true,
    });
    for (const stream of [this.process.stdout!, this.process.stderr!])
      stream.on('data', (chunk) => (this.output += chunk));
    this.exitCode = new Promise((resolve) => this.process.once('exit', resolve));
  }

  async ready(): Promise<this> {
    const ended = this.exitCode.then(() => 'ended');
    while (!this.output.includes('Loupe is running')) {
      const turn = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 50))]);
      if (turn === 'ended') throw new Error(`ended early: ${this.output}`);
    }
    return this;
  }

  children(): RunningProcess[] {
    return childrenOf(this.process.pid);
  }

  /** Signals every process of the group, as a terminal does at Ctrl-C. */
  async ctrlC(): Promise<number | null> {
    process.kill(-this.process.pid!, 'SIGINT');
    return this.exitCode;
  }

  async interrupt(): Promise<number | null> {
    this.process.kill('SIGINT');
    return this.exitCode;
  }
}

export function readDemo(dataDirectory: string): DemoFile {
  return JSON.parse(readFileSync(join(dataDirectory, 'demo.json'), 'utf8')) as DemoFile;
}
