import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { apiKeyPrefix, generateApiKey, hashApiKey } from '../../src/core/auth/api-key-format';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres';
import { childrenOf } from '../support/processes';
import { openUnmigrated } from '../support/test-database';

/** A real API process, started as in production. */
export class ApiProcess {
  output = '';

  private constructor(
    private readonly child: ChildProcess,
    readonly baseUrl: string,
    private readonly managementUrl: string,
  ) {
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (this.output += chunk));
  }

  /** @param log where its standard output goes: to {@link output}, or to a file. */
  static async start(variables: NodeJS.ProcessEnv, log: 'pipe' | number = 'pipe'): Promise<ApiProcess> {
    const [port, managementPort] = [await freePort(), await freePort()];
    const child = spawn(process.execPath, [join(__dirname, '../../dist/main.js')], {
      env: {
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: `${port}`,
        MANAGEMENT_PORT: `${managementPort}`,
        ...variables,
      },
      stdio: ['ignore', log, 'pipe'],
    });
    const api = new ApiProcess(child, `http://127.0.0.1:${port}`, `http://127.0.0.1:${managementPort}`);
    while (!(await fetch(`${api.baseUrl}/system/health`).catch(() => undefined))) {
      if (child.exitCode !== null) throw new Error(`the API ended: ${api.output}`);
      await sleep(50);
    }
    return api;
  }

  /** Sends a request, by default a free one, whose response depends only on the key and the rate. */
  get(key: string, path = '/resolve/media?pk=1'): Promise<Response> {
    return fetch(this.baseUrl + path, { headers: { 'x-api-key': key } });
  }

  ready(): Promise<Response> {
    return fetch(`${this.managementUrl}/readyz`);
  }

  get pid(): number {
    return this.child.pid!;
  }

  closeLog(): void {
    this.child.stdout!.destroy();
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  async openMetrics(): Promise<string> {
    const headers = { accept: 'application/openmetrics-text' };
    return (await fetch(`${this.managementUrl}/metrics`, { headers })).text();
  }

  async metric(name: string): Promise<number> {
    const text = await (await fetch(`${this.managementUrl}/metrics`)).text();
    return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
  }

  async end(): Promise<number | null> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    return (await exited)[0];
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }
}

/** A separate database server, whose processes can all be paused. */
export class PausableDatabase {
  private readonly directory = mkdtempSync(join(tmpdir(), 'loupe-fleet-'));
  private server!: EmbeddedPostgres;
  dataSource!: DataSource;

  async start(): Promise<this> {
    this.server = await EmbeddedPostgres.start(this.directory, ['fsync=off'], process.env.POSTGRES_PROGRAMS);
    this.dataSource = await openUnmigrated(this.url, 4);
    return this;
  }

  get url(): string {
    return this.server.url;
  }

  /** Pauses the server process first, because while it runs it can start further processes. */
  pause(): void {
    process.kill(this.pid, 'SIGSTOP');
    for (const { pid } of childrenOf(this.pid)) process.kill(pid, 'SIGSTOP');
  }

  resume(): void {
    for (const { pid } of [...childrenOf(this.pid), { pid: this.pid }]) {
      try {
        process.kill(pid, 'SIGCONT');
      } catch (error) {
        // A connection may just have ended.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }

  async stop(): Promise<void> {
    this.resume();
    await this.dataSource.destroy();
    await this.server.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** The id of the server process. Each connection is a child process. */
  private get pid(): number {
    return Number(readFileSync(join(this.server.clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  }
}

/** API processes of one installation, on one database. */
export class ApiFleet {
  private constructor(
    readonly database: PausableDatabase,
    readonly processes: readonly ApiProcess[],
  ) {}

  static async start(count: number, variables: NodeJS.ProcessEnv): Promise<ApiFleet> {
    const database = await new PausableDatabase().start();
    const start = () =>
      ApiProcess.start({
        NODE_ENV: 'test',
        DEMO: 'false',
        DATABASE_URL: database.url,
        UPSTREAM_BASE_URL: 'http://127.0.0.1:9',
        ...variables,
      });
    const processes = await Promise.all(Array.from({ length: count }, start));
    return new ApiFleet(database, processes);
  }

  async newKey(): Promise<{ id: number; key: string }> {
    const key = generateApiKey();
    const [{ id: accountId }] = await this.database.dataSource.query(
      `INSERT INTO accounts (kind, name) VALUES ('customer', 'Test') RETURNING id`,
    );
    const [{ id }] = await this.database.dataSource.query(
      `INSERT INTO api_keys (account_id, hash, prefix, name) VALUES ($1, $2, $3, 'Test') RETURNING id`,
      [accountId, hashApiKey(key), apiKeyPrefix(key)],
    );
    await this.everywhere(key, (response) => response.status === 200);
    return { id, key };
  }

  /** Polls every process until each has sent a response that passes `isSuch`. @returns the duration in milliseconds */
  async everywhere(key: string, isSuch: (response: Response) => boolean): Promise<number> {
    const startedMs = performance.now();
    await Promise.all(
      this.processes.map(async (api) => {
        while (!isSuch(await api.get(key))) await sleep(100);
      }),
    );
    return performance.now() - startedMs;
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map((api) => api.stop()));
    await this.database.stop();
  }
}
