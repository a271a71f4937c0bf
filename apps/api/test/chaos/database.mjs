// A PostgreSQL that can be killed and restarted behind a stable address.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from './servers.mjs';

const { Client } = createRequire(import.meta.url)('pg');
const { EmbeddedPostgres } = api('platform/database/embedded/embedded-postgres');

const diskMiB = 256;

export class Database {
  #postgres;
  #directory;
  #disk;
  #forwarder;
  #sockets = new Set();
  #port;

  /** @param needsDisk gives the database its own file system, if this machine can mount one. */
  static async start(directory, needsDisk = false) {
    const database = new Database();
    database.#directory = directory;
    if (needsDisk) database.#mount();
    await database.#startPostgres();
    database.#forwarder = createServer((client) => database.#forward(client));
    await new Promise((resolve) => database.#forwarder.listen(0, '127.0.0.1', resolve));
    return database;
  }

  get url() {
    const url = new URL(this.#postgres.url);
    url.port = this.port;
    return url.href;
  }

  get port() {
    return this.#forwarder.address()?.port ?? this.#port;
  }

  /** Sends SIGKILL to the server and all its processes at once, then starts it, as after a power cut. */
  async kill() {
    const postmaster = this.#postmaster();
    for (const pid of [postmaster, ...childrenOf(postmaster)]) killIfThere(pid);
    await this.#postgres.exited;
    await this.#startPostgres();
  }

  /** Ends the server by `SIGINT`, like a restart, or by `SIGKILL`, and refuses connections until `start`. */
  async end(signal) {
    await this.refuse();
    const postmaster = this.#postmaster();
    if (signal === 'SIGKILL') for (const pid of childrenOf(postmaster)) killIfThere(pid);
    process.kill(postmaster, signal);
    await this.#postgres.exited;
  }

  async start() {
    await this.#startPostgres();
    await this.accept();
  }

  async refuse() {
    this.#port = this.port;
    const closed = new Promise((resolve) => this.#forwarder.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async accept() {
    await new Promise((resolve) => this.#forwarder.listen(this.#port, '127.0.0.1', resolve));
  }

  /** Suspends all server processes: the server accepts connections but does not respond. */
  pause() {
    const postmaster = this.#postmaster();
    for (const pid of [postmaster, ...childrenOf(postmaster)]) process.kill(pid, 'SIGSTOP');
  }

  resume() {
    const postmaster = this.#postmaster();
    for (const pid of [...childrenOf(postmaster), postmaster]) process.kill(pid, 'SIGCONT');
  }

  get hasDisk() {
    return this.#disk !== undefined;
  }

  /** Fills the database's file system to the last byte. */
  fillDisk() {
    const free = spawnSync('df', ['--output=avail', '-B1', this.#disk], { encoding: 'utf8' }).stdout.split('\n')[1];
    spawnSync('fallocate', ['-l', free.trim(), join(this.#disk, 'filler')]);
  }

  /** Frees the space, and starts the server if it shut down because the disk was full. */
  async freeDisk() {
    rmSync(join(this.#disk, 'filler'));
    const hasEnded = await Promise.race([this.#postgres.exited.then(() => true), sleep(100, false)]);
    if (hasEnded) await this.#startPostgres();
  }

  /** Takes all connections, also Loupe's, and for `forMs` each that becomes free. @returns a function that closes them. */
  async crowd(forMs) {
    const untilMs = performance.now() + forMs;
    const operator = await this.connect();
    const taken = [];
    const take = async () => {
      for (;;) taken.push(await this.connect());
    };
    const fill = () => Promise.allSettled(Array.from({ length: 8 }, take));
    await fill();
    await operator.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'loupe%'`);
    while (performance.now() < untilMs) {
      await fill();
      await sleep(20);
    }
    return async () => {
      await Promise.all([operator, ...taken].map((client) => client.end()));
    };
  }

  async query(sql, values) {
    const client = await this.connect();
    try {
      return (await client.query(sql, values)).rows;
    } finally {
      await client.end();
    }
  }

  async connect() {
    const client = new Client({ connectionString: this.#postgres.url, application_name: 'chaos' });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /** Sends SIGKILL to a server process that charges: the server resets and recovers from its WAL. */
  async killBackend(dataSource) {
    const [backend] = await dataSource.query(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'loupe-charges'`,
    );
    if (backend) killIfThere(backend.pid);
  }

  async stop() {
    this.#forwarder.close();
    for (const socket of this.#sockets) socket.destroy();
    await this.#postgres.stop();
    if (this.#disk) spawnSync('umount', [this.#disk]);
  }

  #mount() {
    const disk = join(this.#directory, 'disk');
    mkdirSync(disk);
    // PostgreSQL's user must be able to reach its data directory.
    chmodSync(this.#directory, 0o711);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMiB}m`, 'tmpfs', disk]).status !== 0) return;
    this.#directory = this.#disk = disk;
  }

  async #startPostgres() {
    this.#postgres = await EmbeddedPostgres.start(this.#directory, [], process.env.POSTGRES_PROGRAMS);
  }

  #postmaster() {
    return Number(readFileSync(join(this.#postgres.clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  #forward(client) {
    const server = connect(Number(new URL(this.#postgres.url).port), '127.0.0.1');
    for (const [from, to] of [
      [client, server],
      [server, client],
    ]) {
      this.#sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }
}

function childrenOf(parent) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid) {
  return Number(statusOf(pid).split(') ').at(-1).split(' ')[1]);
}

function statusOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

function killIfThere(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}
