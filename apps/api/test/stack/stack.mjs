// A highly available Loupe on one machine: every part is a separate process on the loopback.
import { createCustomer, topUp } from '../chaos/customers.mjs';
import { api } from '../chaos/servers.mjs';
import { StackDirectory } from './directory.mjs';
import { startEtcd } from './etcd.mjs';
import { startApiProxy, startDatabaseProxy } from './haproxy.mjs';
import { migrate, startProcesses, startSimulator } from './loupe.mjs';
import { PostgresCluster } from './patroni.mjs';
import { findPostgres, requirePrograms } from './programs.mjs';
import { startPrometheus } from './prometheus.mjs';
import { RedisCluster } from './redis-cluster.mjs';

const { createDataSource } = api('platform/database/data-source');
const patientMs = 600_000;

export class Stack {
  /** Every program by its name: `etcd-1`, `postgres-1`, `redis-1`, `database-proxy`, `api-1`, `api-proxy`, `simulator`, `prometheus`. */
  parts = new Map();
  #ends = [];
  #stopped;

  /**
   * @param options `variables` of the API in addition to the usual ones, `postgresBin` the folder of PostgreSQL's programs,
   * `etcdSize` the number of etcd members, `volumeMib` the size of PostgreSQL's disks, which can then be filled.
   * @throws if a program is missing or does not start; then only logs and data remain.
   */
  static async start(options = {}) {
    const stack = new Stack();
    await stack.#start(options).catch(async (error) => {
      await stack.stop({ keep: true });
      throw error;
    });
    return stack;
  }

  async #start({ variables = {}, postgresBin = findPostgres(), etcdSize = 3, volumeMib }) {
    requirePrograms();
    const directory = await StackDirectory.make(volumeMib);
    this.directory = directory;
    const redis = RedisCluster.start(directory);
    const simulator = startSimulator(directory);
    const etcd = await startEtcd(directory, etcdSize);
    const postgres = await PostgresCluster.start(directory, etcd.hosts, postgresBin);
    const databaseProxy = await startDatabaseProxy(directory, postgres.nodes);
    await postgres.createDatabase();
    Object.assign(this, { postgres, databaseProxy, etcd, redis: await redis, simulator: await simulator });
    this.databaseUrl = postgres.urlAt(databaseProxy.port);
    this.#add(...etcd.parts, ...postgres.nodes, databaseProxy, ...this.redis.parts, this.simulator);
    await Promise.all([postgres.startStandbys(), this.#startLoupe(variables)]);
    this.dataSource = await createDataSource(this.databaseUrl, 4, patientMs).initialize();
    this.whenDone(() => this.dataSource.destroy());
  }

  async #startLoupe(variables) {
    const all = {
      ...this.simulator.variables,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      DATABASE_URL: this.databaseUrl,
      REDIS_URL: this.redis.url,
      PUBLIC_URL: 'http://localhost',
      TRUSTED_PROXIES: '127.0.0.1',
      CURSOR_SECRET: 'a secret of a stack that is gone tomorrow',
      SECRETS_KEY: 'another secret of a stack that is gone tomorrow',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_SECOND: '10000',
      ...variables,
    };
    await migrate(all);
    this.servers = await startProcesses(this.directory, all);
    this.#add(...this.servers);
    this.proxy = await startApiProxy(this.directory, this.servers);
    this.prometheus = await startPrometheus(this.directory, this.servers);
    this.#add(this.proxy, this.prometheus);
  }

  get url() {
    return `http://127.0.0.1:${this.proxy.port}`;
  }

  createCustomer() {
    return createCustomer(this.dataSource);
  }

  topUp(customer, amountMicros, idempotencyKey) {
    return topUp(this.dataSource, customer, amountMicros, idempotencyKey);
  }

  /** Registers a function to run before the parts are stopped. The functions run in reverse order. */
  whenDone(end) {
    this.#ends.push(end);
  }

  /** Stops the API and kills the rest. With `keep`, kills all, and keeps logs and data. Resolves when all have ended. */
  stop({ keep = false } = {}) {
    this.#stopped ??= this.#stopParts(keep);
    return this.#stopped;
  }

  async #stopParts(keep) {
    for (const part of this.parts.values()) part.resume();
    for (let end = this.#ends.pop(); end; end = this.#ends.pop()) await end();
    if (!keep) await Promise.all((this.servers ?? []).map((server) => server.stop()));
    // The folder's guard kills all other parts at once, because none of them needs an orderly end.
    await this.directory?.remove(keep);
  }

  #add(...parts) {
    for (const part of parts) this.parts.set(part.name, part);
  }
}
