import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { describeWith, findProgram } from './programs';

/** A separate Redis or Valkey on a free port of the loopback, without persistence. */
export class TestRedis {
  private server: ChildProcess | undefined;
  private readonly directory = mkdtempSync(join(tmpdir(), 'loupe-redis-'));

  private constructor(
    readonly port: number,
    private readonly settings: readonly string[],
  ) {}

  /** @param settings further arguments of the server, such as `--cluster-enabled`, `yes`. */
  static async start(...settings: string[]): Promise<TestRedis> {
    const redis = new TestRedis(await freePort(), settings);
    await redis.begin();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  pause(): void {
    this.server!.kill('SIGSTOP');
  }

  resume(): void {
    this.server!.kill('SIGCONT');
  }

  /** Kills the server; {@link begin} starts it again, empty, on the same port. */
  async end(): Promise<void> {
    const exited = once(this.server!, 'exit');
    this.server!.kill('SIGKILL');
    await exited;
  }

  async begin(): Promise<void> {
    const files = ['--dir', this.directory, '--save', '', '--appendonly', 'no'];
    const args = ['--bind', '127.0.0.1', '--port', `${this.port}`, ...files, ...this.settings];
    this.server = spawn(binary!, args, { stdio: 'ignore' });
    while (!(await accepts(this.port))) {
      if (this.server.exitCode !== null) throw new Error(`${binary} ended at once; arguments: ${args.join(' ')}`);
      await sleep(10);
    }
  }

  async stop(): Promise<void> {
    if (this.server!.exitCode === null && this.server!.signalCode === null) await this.end();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

export function describeWithRedis(name: string, tests: () => void): void {
  describeWith(binary, candidates.join(' or '), name, tests, Boolean(process.env.CI || process.env.REDIS_SERVER));
}

/** `REDIS_SERVER` names another server program. */
const candidates = process.env.REDIS_SERVER ? [process.env.REDIS_SERVER] : ['redis-server', 'valkey-server'];
const binary = findProgram(...candidates);

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
