// PostgreSQL as primary and synchronous standby, each managed by its Patroni.
import { randomBytes } from 'node:crypto';
import { chownSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { processesIn } from '../harness/folder.mjs';
import { killAll, Part, probe, signal, until } from '../harness/part.mjs';
import { Client } from '../harness/product.mjs';
import { deployed } from './programs.mjs';

export class PostgresCluster {
  superuserPassword = randomBytes(18).toString('base64url');
  replicationPassword = randomBytes(18).toString('base64url');
  password = randomBytes(18).toString('base64url');

  static async start(home, etcdHosts, binDir, size = 2) {
    const cluster = new PostgresCluster();
    cluster.nodes = await Promise.all(
      Array.from({ length: size }, (_, index) => cluster.#node(home, etcdHosts, binDir, index + 1)),
    );
    await cluster.nodes[0].start();
    await cluster.primary();
    return cluster;
  }

  /** Copies the other nodes from the first. Resolves when one of them confirms every commit. */
  async startStandbys() {
    await Promise.all(this.nodes.slice(1).map((node) => node.start()));
    await this.untilSynchronous();
  }

  get parts() {
    return this.nodes;
  }

  primary(deadlineMs) {
    return until('a primary', () => this.#withRole('/primary'), deadlineMs);
  }

  untilSynchronous(deadlineMs) {
    return until('a synchronous standby', () => this.#withRole('/synchronous'), deadlineMs);
  }

  async #withRole(path) {
    const answers = await Promise.all(this.nodes.map(({ restUrl }) => probe(`${restUrl}${path}`)));
    return this.nodes[answers.findIndex(({ status }) => status === 200)];
  }

  async createDatabase() {
    const { port } = await this.primary();
    const client = new Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      password: this.superuserPassword,
      database: 'postgres',
    });
    await client.connect();
    try {
      await client.query(`CREATE ROLE loupe LOGIN PASSWORD ${client.escapeLiteral(this.password)}`);
      await client.query('CREATE DATABASE loupe OWNER loupe');
    } finally {
      await client.end();
    }
  }

  /** Connection URL of Loupe's database, through a port that routes to the primary. */
  urlAt(port) {
    return `postgres://loupe:${this.password}@127.0.0.1:${port}/loupe`;
  }

  async #node(home, etcdHosts, binDir, number) {
    const name = `postgres-${number}`;
    const user = home.postgresUser;
    const folder = home.of(name, { isPostgres: true });
    const [port, restPort] = [await freePort(), await freePort()];
    // Copies the file, because Patroni's user may be unable to enter the checkout.
    const file = join(folder, 'patroni.yml');
    copyFileSync(join(deployed, 'patroni.yml'), file);
    if (user) chownSync(file, user.uid, user.gid);
    const env = {
      ...process.env,
      HOME: folder,
      LC_ALL: 'C.UTF-8',
      PATRONI_NAME: name,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${restPort}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'data'),
      PATRONI_POSTGRESQL_BIN_DIR: binDir,
      PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
      PATRONI_ETCD_HOSTS: etcdHosts.join(),
      PATRONI_SUPERUSER_PASSWORD: this.superuserPassword,
      PATRONI_REPLICATION_PASSWORD: this.replicationPassword,
    };
    const restUrl = `http://127.0.0.1:${restPort}`;
    const program = { name, folder, port, user, restUrl, env, command: 'patroni', args: [file] };
    return new PostgresNode({ ...program, stopDeadlineMs: 30_000 });
  }
}

/** Patroni and its PostgreSQL, which can be paused and killed together or separately. */
class PostgresNode extends Part {
  isReady = async () => (await probe(`${this.restUrl}/health`)).status === 200;

  /** Processes of PostgreSQL only: their working directory is the data directory. */
  get postgresPids() {
    return processesIn(join(this.folder, 'data'));
  }

  get patroniPids() {
    return processesIn(this.folder, { below: false });
  }

  async killPostgres() {
    // Kills only the current processes, because Patroni may start others meanwhile.
    const pids = new Set(this.postgresPids);
    await killAll(() => this.postgresPids.filter((pid) => pids.has(pid)));
  }

  pausePostgres() {
    signal(this.postgresPids, 'SIGSTOP');
  }

  resumePostgres() {
    signal(this.postgresPids, 'SIGCONT');
  }
}
