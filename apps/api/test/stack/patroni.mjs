// PostgreSQL as primary and synchronous standby, each looked after by its Patroni.
import { randomBytes } from 'node:crypto';
import { chownSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { processesIn } from './directory.mjs';
import { killAll, Part, probe, signal, until } from './part.mjs';

const { Client } = createRequire(import.meta.url)('pg');

/** Of the leader's key, in seconds. The shortest that Patroni's documentation allows: nobody is primary for so long after both have been killed. */
const times = { ttl: 20, loop_wait: 2, retry_timeout: 5 };

export class PostgresCluster {
  superuserPassword = randomBytes(18).toString('base64url');
  replicationPassword = randomBytes(18).toString('base64url');
  password = randomBytes(18).toString('base64url');

  static async start(directory, etcdHosts, binDir, size = 2) {
    const cluster = new PostgresCluster();
    cluster.nodes = await Promise.all(
      Array.from({ length: size }, (_, index) => cluster.#node(directory, etcdHosts, binDir, index + 1)),
    );
    const [first, ...others] = cluster.nodes;
    await first.start();
    // The others are copied from it.
    await cluster.primary();
    await Promise.all(others.map((node) => node.start()));
    await cluster.untilSynchronous();
    return cluster;
  }

  get parts() {
    return this.nodes;
  }

  /** The node that is primary, once there is one. */
  primary(deadlineMs) {
    return until('a primary', () => this.#withRole('/primary'), deadlineMs);
  }

  /** The node that would take over without losing anything, once there is one. */
  untilSynchronous(deadlineMs) {
    return until('a synchronous standby', () => this.#withRole('/synchronous'), deadlineMs);
  }

  async #withRole(path) {
    const answers = await Promise.all(this.nodes.map(({ restUrl }) => probe(`${restUrl}${path}`)));
    return this.nodes[answers.findIndex(({ status }) => status === 200)];
  }

  /** Makes what Loupe needs: a role that is no superuser, and its database. */
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

  /** Connection URL of Loupe's database, by way of a port that leads to the primary. */
  urlAt(port) {
    return `postgres://loupe:${this.password}@127.0.0.1:${port}/loupe`;
  }

  async #node(directory, etcdHosts, binDir, number) {
    const name = `postgres-${number}`;
    const user = directory.postgresUser;
    const folder = directory.folder(name, user);
    const [port, restPort] = [await directory.port(), await directory.port()];
    const file = join(folder, 'patroni.json');
    writeFileSync(file, JSON.stringify(this.#settings({ name, folder, port, restPort, etcdHosts, binDir }), null, 2), {
      mode: 0o600,
    });
    if (user) chownSync(file, user.uid, user.gid);
    return new PostgresNode({
      name,
      folder,
      port,
      user,
      restUrl: `http://127.0.0.1:${restPort}`,
      command: 'patroni',
      args: [file],
      env: { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8' },
      stopDeadlineMs: 30_000,
    });
  }

  #settings({ name, folder, port, restPort, etcdHosts, binDir }) {
    const local = (username, password) => ({ username, password });
    return {
      scope: 'loupe',
      name,
      restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
      etcd: { hosts: etcdHosts },
      bootstrap: {
        dcs: {
          ...times,
          // A primary that dies is replaced, not waited for.
          primary_start_timeout: 0,
          // An answer's charge is on both before its first byte leaves. Alone, a primary goes on without.
          synchronous_mode: true,
          maximum_lag_on_failover: 0,
          postgresql: {
            use_pg_rewind: true,
            use_slots: true,
            parameters: { max_connections: 200, wal_log_hints: 'on', synchronous_commit: 'on', max_wal_size: '256MB' },
          },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, { 'auth-host': 'scram-sha-256' }, 'data-checksums'],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${port}`,
        data_dir: join(folder, 'data'),
        bin_dir: binDir,
        pgpass: join(folder, 'pgpass'),
        remove_data_directory_on_rewind_failure: true,
        remove_data_directory_on_diverged_timelines: true,
        authentication: {
          superuser: local('postgres', this.superuserPassword),
          replication: local('replicator', this.replicationPassword),
        },
        parameters: { unix_socket_directories: folder },
        pg_hba: [
          'local all all trust',
          'host replication replicator 127.0.0.1/32 scram-sha-256',
          'host all all 127.0.0.1/32 scram-sha-256',
        ],
      },
    };
  }
}

/** Patroni and its PostgreSQL. Both are paused, killed and stopped together, or each alone. */
class PostgresNode extends Part {
  isReady = async () => (await probe(`${this.restUrl}/health`)).status === 200;

  /** Of PostgreSQL alone: its working directory is its cluster. */
  get postgresPids() {
    return processesIn(join(this.folder, 'data'));
  }

  get patroniPids() {
    return processesIn(this.folder, { below: false });
  }

  /** kill -9 of PostgreSQL; Patroni goes on, and decides. */
  async killPostgres() {
    // Those of now: Patroni may start others meanwhile.
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
