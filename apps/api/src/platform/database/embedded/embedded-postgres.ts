import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { choosePostgresUser, enterablePath, packagedPrograms } from './postgres-binaries';

const run = promisify(execFile);

const startDeadlineMs = 60_000;
const stopDeadlineMs = 8_000;
const superuser = 'loupe';
const serviceRole = 'loupe_service';
/** After a kill, the server syncs its files. One call for all files is much faster than one call per file. */
const quickRecovery = process.platform === 'linux' ? ['recovery_init_sync_method=syncfs'] : [];

/** A PostgreSQL on a loopback port, with its files below `directory`. A start cleans up after a killed process. */
export class EmbeddedPostgres {
  private constructor(
    private readonly server: ChildProcess,
    readonly url: string,
    /** URL as the role that Loupe uses, which has no special rights. */
    readonly serviceUrl: string,
    readonly clusterDir: string,
  ) {}

  /** @param programs folder of other programs than the package's, such as `/usr/lib/postgresql/15/bin` */
  static async start(directory: string, settings: string[] = [], programs?: string): Promise<EmbeddedPostgres> {
    dropPostgresVariables();
    const user = choosePostgresUser();
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    // PostgreSQL's user must be able to pass through to its cluster.
    if (user) chmodSync(directory, 0o711);
    const dir = enterablePath(join(directory, 'postgres'), user);
    const cluster = new Cluster(programs ?? packagedPrograms(user), dir, user);
    const servicePassword = cluster.password(serviceRole);
    // Built-in locales sort alike on every machine; PostgreSQL before 17 has none.
    await cluster.initialise(programs ? 'libc' : 'builtin');
    await cluster.stopLeftover();
    const port = await freePort();
    const urlOfSuperuser = (database: string) => urlOf(superuser, cluster.password(superuser), port, database);
    const server = await cluster.serve(port, settings, urlOfSuperuser('postgres'));
    await prepareDatabase(urlOfSuperuser('postgres'), servicePassword);
    const serviceUrl = urlOf(serviceRole, servicePassword, port, 'loupe');
    return new EmbeddedPostgres(server, urlOfSuperuser('loupe'), serviceUrl, cluster.dir);
  }

  get exited(): Promise<void> {
    if (this.server.exitCode !== null || this.server.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => this.server.once('exit', () => resolve()));
  }

  /** Stops the server with a checkpoint or, after eight seconds, without a checkpoint, which is safe too. */
  async stop(): Promise<void> {
    this.server.kill('SIGINT');
    const stopped = await Promise.race([this.exited.then(() => true), sleep(stopDeadlineMs, false, { ref: false })]);
    if (!stopped) this.server.kill('SIGQUIT');
    await this.exited;
  }
}

export function stopServerOf(clusterDir: string): void {
  const pid = serverPid(clusterDir);
  if (pid) process.kill(pid, 'SIGINT');
}

/** URL of a server that already runs; undefined if none is ready. @throws {Error} when its password is unreadable */
export function findRunningServer(directory: string): string | undefined {
  dropPostgresVariables();
  const clusterDir = enterablePath(join(directory, 'postgres'), choosePostgresUser());
  if (!serverPid(clusterDir)) return undefined;
  // Documented format: line 4 is the port, line 8 the status.
  const lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
  if (lines[7]?.trim() !== 'ready') return undefined;
  return urlOf(serviceRole, readFileSync(passwordFileOf(clusterDir, serviceRole), 'utf8'), Number(lines[3]), 'loupe');
}

/**
 * The driver and PostgreSQL's programs read `PGSSLMODE`, `PGOPTIONS`, `PGPORT` and others. Those of the user's shell are for another
 * server, so neither this process nor its children may see them.
 */
function dropPostgresVariables(): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('PG')) delete process.env[name];
}

class Cluster {
  constructor(
    private readonly programs: string,
    readonly dir: string,
    private readonly user: { uid: number; gid: number } | undefined,
  ) {}

  /** The password of a role, created once and readable only by its owner. */
  password(role: string): string {
    mkdirSync(dirname(this.dir), { recursive: true, mode: this.user ? 0o711 : 0o700 });
    const file = passwordFileOf(this.dir, role);
    if (!existsSync(file)) {
      writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
      if (this.user) chownSync(file, this.user.uid, this.user.gid);
    }
    return readFileSync(file, 'utf8');
  }

  /** Runs initdb in another folder and renames it, so that a killed process leaves no incomplete cluster. */
  async initialise(localeProvider: string): Promise<void> {
    if (existsSync(join(this.dir, 'PG_VERSION'))) return;
    this.password(superuser);
    const unfinished = `${this.dir}.new`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { mode: 0o700 });
    if (this.user) chownSync(unfinished, this.user.uid, this.user.gid);
    await this.program('initdb', [
      `--pgdata=${unfinished}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFileOf(this.dir, superuser)}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      `--locale-provider=${localeProvider}`,
      '--locale=C.UTF-8',
    ]);
    renameSync(unfinished, this.dir);
  }

  async stopLeftover(): Promise<void> {
    if (!existsSync(join(this.dir, 'postmaster.pid'))) return;
    if (!serverPid(this.dir)) return rmSync(join(this.dir, 'postmaster.pid'), { force: true });
    for (const mode of ['fast', 'immediate']) {
      try {
        await this.program('pg_ctl', ['stop', '-D', this.dir, '-m', mode, '-w', '-t', '10']);
        return;
      } catch {
        // The server has exited, or did not stop in time.
      }
    }
  }

  /** Starts the server and waits until it responds. Retries while the memory of the previous server is being released. */
  async serve(port: number, settings: string[], url: string): Promise<ChildProcess> {
    const deadline = performance.now() + startDeadlineMs;
    while (performance.now() < deadline) {
      const server = this.spawnServer(port, settings);
      if (await answers(server, url, deadline)) return server;
      await sleep(200);
    }
    throw new Error(`the embedded PostgreSQL did not start; its log is ${this.dir}.log`);
  }

  private spawnServer(port: number, settings: string[]): ChildProcess {
    const log = openSync(`${this.dir}.log`, 'a', 0o600);
    chmodSync(`${this.dir}.log`, 0o600);
    const all = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=200',
      // Keep WAL segments for reuse: commits wait while a new one is created.
      'min_wal_size=256MB',
      ...quickRecovery,
      ...settings,
    ];
    // Detached, so that Ctrl-C ends only the API, which must still commit charges.
    const parameters = ['-D', this.dir, '-p', `${port}`, ...all.flatMap((s) => ['-c', s])];
    const server = spawn(join(this.programs, 'postgres'), parameters, {
      ...this.user,
      cwd: this.dir,
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    server.on('error', () => undefined);
    return server;
  }

  private program(name: string, parameters: string[]) {
    return run(join(this.programs, name), parameters, { ...this.user, cwd: dirname(this.dir) });
  }
}

function passwordFileOf(clusterDir: string, role: string): string {
  return role === superuser ? `${clusterDir}.superuser-password` : `${clusterDir}.password`;
}

function urlOf(role: string, password: string, port: number, database: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
}

function serverPid(clusterDir: string): number | undefined {
  try {
    const [first, directory] = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
    // A copied folder names the original server, which is not ours.
    if (existsSync(directory!) && realpathSync(directory!) !== realpathSync(clusterDir)) return undefined;
    const pid = Number(first);
    process.kill(pid, 0);
    // A stale file may name another program's process id.
    const commandLine = `/proc/${pid}/cmdline`;
    if (existsSync(commandLine) && !readFileSync(commandLine, 'utf8').includes('postgres')) return undefined;
    return pid;
  } catch {
    return undefined;
  }
}

async function answers(server: ChildProcess, url: string, deadline: number): Promise<boolean> {
  while (performance.now() < deadline && server.exitCode === null && server.signalCode === null) {
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      await sleep(25);
    }
  }
  return false;
}

/** Creates Loupe's database and its role. The role is no superuser: it must not change the ledger or run programs. */
async function prepareDatabase(url: string, password: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query(
      `SELECT EXISTS (SELECT FROM pg_database WHERE datname = 'loupe') AS has_database,
         EXISTS (SELECT FROM pg_roles WHERE rolname = '${serviceRole}') AS has_role`,
    );
    const { has_database, has_role } = rows[0];
    if (!has_role) await client.query(`CREATE ROLE ${serviceRole} LOGIN PASSWORD ${client.escapeLiteral(password)}`);
    if (!has_database) await client.query(`CREATE DATABASE loupe OWNER ${serviceRole}`);
  });
}

async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
