// A PostgreSQL that can be killed and comes back, behind an address that stays the same.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { api } from './servers.mjs';

const { Client } = createRequire(import.meta.url)('pg');
const { EmbeddedPostgres } = api('platform/database/embedded/embedded-postgres');

export class Database {
  #postgres;
  #directory;
  #forwarder;
  #sockets = new Set();
  #port;

  static async start(directory) {
    const database = new Database();
    database.#directory = directory;
    await database.#startPostgres();
    database.#forwarder = createServer((client) => database.#forward(client));
    await new Promise((resolve) => database.#forwarder.listen(0, '127.0.0.1', resolve));
    return database;
  }

  /** Connection URL that outlives the server. */
  get url() {
    const url = new URL(this.#postgres.url);
    url.port = this.port;
    return url.href;
  }

  get port() {
    return this.#forwarder.address()?.port ?? this.#port;
  }

  /** kill -9 of the server and of every process it has, at once; then a start as after a power cut. */
  async kill() {
    const postmaster = this.#postmaster();
    for (const pid of [postmaster, ...childrenOf(postmaster)]) killIfThere(pid);
    await this.#postgres.exited;
    await this.#startPostgres();
  }

  /** Ends the server, by `SIGINT` as an ordinary restart does or by `SIGKILL`; nothing listens any more until it is started. */
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

  /** Cuts every connection and takes none. */
  async refuse() {
    this.#port = this.port;
    const closed = new Promise((resolve) => this.#forwarder.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async accept() {
    await new Promise((resolve) => this.#forwarder.listen(this.#port, '127.0.0.1', resolve));
  }

  /** All processes of the server stand still: it takes connections and says nothing. */
  pause() {
    const postmaster = this.#postmaster();
    for (const pid of [postmaster, ...childrenOf(postmaster)]) process.kill(pid, 'SIGSTOP');
  }

  resume() {
    const postmaster = this.#postmaster();
    for (const pid of [...childrenOf(postmaster), postmaster]) process.kill(pid, 'SIGCONT');
  }

  /** A statement on a connection of its own, which is no process's. */
  async ask(sql, values) {
    const client = await this.connect();
    try {
      return (await client.query(sql, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** A connection straight to the server. */
  async connect() {
    const client = new Client({ connectionString: this.#postgres.url, application_name: 'chaos' });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /** kill -9 of a server process that charges: the server resets all of itself and recovers from its log. */
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
    return ''; // gone meanwhile
  }
}

function killIfThere(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // gone meanwhile
  }
}
