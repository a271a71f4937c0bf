// An embedded PostgreSQL that can be killed and restarted behind a stable address.
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { processesIn } from './folder.mjs';
import { killAll, signal } from './part.mjs';
import { api, Client } from './product.mjs';

const { EmbeddedPostgres } = api('platform/database/embedded/embedded-postgres');

export class Database {
  name = 'PostgreSQL';
  #postgres;
  #forwarder = createServer((client) => this.#forward(client));
  #sockets = new Set();

  static async start(folder) {
    const database = new Database();
    database.folder = folder.of('database', { isPostgres: true });
    await database.start();
    await database.accept();
    database.port = database.#forwarder.address().port;
    return database;
  }

  get url() {
    const url = new URL(this.#postgres.url);
    url.port = this.port;
    return url.href;
  }

  /** The server and all its processes: their working directory is the data directory. */
  get pids() {
    return processesIn(this.#postgres.clusterDir);
  }

  async start() {
    this.#postgres = await EmbeddedPostgres.start(this.folder, [], process.env.POSTGRES_PROGRAMS);
  }

  /** Ends the server as a restart does. */
  stop() {
    return this.#postgres.stop();
  }

  /** Sends SIGKILL to the server and all its processes at once, as a power cut does. */
  async kill() {
    await killAll(() => this.pids);
    await this.#postgres.exited;
  }

  /** Suspends all server processes: the server accepts connections but does not respond. */
  pause() {
    signal(this.pids, 'SIGSTOP');
  }

  resume() {
    signal(this.pids, 'SIGCONT');
  }

  async refuse() {
    const closed = new Promise((resolve) => this.#forwarder.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async accept() {
    await new Promise((resolve) => this.#forwarder.listen(this.port ?? 0, '127.0.0.1', resolve));
  }

  /** Whether the server has shut down, as it may because its disk is full. */
  hasEnded() {
    return Promise.race([this.#postgres.exited.then(() => true), sleep(100, false)]);
  }

  /** Takes all connections, also Loupe's, and for `forMs` each that becomes free. @returns a function that closes them. */
  async crowd(forMs) {
    const untilMs = performance.now() + forMs;
    const operator = await this.connect();
    const taken = [];
    // One after the other, and so when they leave: a hundred processes that start or end at once take the whole processor.
    const take = async () => {
      for (;;) taken.push(await this.connect());
    };
    const fill = () => take().catch(() => undefined);
    await fill();
    await operator.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'loupe%'`);
    while (performance.now() < untilMs) {
      await fill();
      await sleep(20);
    }
    return async () => {
      for (const client of [operator, ...taken]) await client.end();
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

  async close() {
    this.#forwarder.close();
    for (const socket of this.#sockets) socket.destroy();
    await killAll(() => this.pids);
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
