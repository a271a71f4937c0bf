// A highly available Loupe on one machine: every part is a separate process on the loopback.
import { Folder } from '../harness/folder.mjs';
import { ApiProcess, Simulator } from '../harness/parts.mjs';
import { loupe } from '../harness/product.mjs';
import { World } from '../harness/world.mjs';
import { startEtcd } from './etcd.mjs';
import { startApiProxy, startDatabaseProxy } from './haproxy.mjs';
import { PostgresCluster } from './patroni.mjs';
import { findPostgres, requirePrograms } from './programs.mjs';
import { startPrometheus } from './prometheus.mjs';
import { RedisCluster } from './redis-cluster.mjs';

export class Stack extends World {
  /**
   * @param options those of a world; `postgresBin` the folder of PostgreSQL's programs, `etcdSize` the number of etcd members.
   * @throws if a program is missing or does not start; then only logs and data remain.
   */
  async build({ apis = 3, variables = {}, postgresBin = findPostgres(), etcdSize = 3, volumeMib }) {
    requirePrograms();
    const folder = await Folder.make(volumeMib);
    this.folder = folder;
    const redis = RedisCluster.start(folder);
    const simulator = Simulator.start(folder);
    const etcd = await startEtcd(folder, etcdSize);
    const postgres = await PostgresCluster.start(folder, etcd.hosts, postgresBin);
    const databaseProxy = await startDatabaseProxy(folder, postgres.nodes);
    await postgres.createDatabase();
    Object.assign(this, { postgres, databaseProxy, etcd, redis: await redis, simulator: await simulator });
    this.databaseUrl = postgres.urlAt(databaseProxy.port);
    this.add(...etcd.parts, ...postgres.nodes, databaseProxy, ...this.redis.parts, this.simulator);
    await Promise.all([postgres.startStandbys(), this.#startLoupe(apis, variables)]);
    await this.connect();
  }

  async #startLoupe(apis, variables) {
    const { folder } = this;
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
    // Once, before the processes start.
    const { status, output } = await loupe(all, ['migrate']);
    if (status !== 0) throw new Error(output);
    const names = Array.from({ length: apis }, (_, index) => `api-${index + 1}`);
    this.servers = await Promise.all(names.map((name) => ApiProcess.make(folder, name, all)));
    this.add(...(await Promise.all(this.servers.map((server) => server.start()))));
    this.proxy = await startApiProxy(folder, this.servers);
    this.prometheus = await startPrometheus(folder, this.servers);
    this.add(this.proxy, this.prometheus);
  }

  get url() {
    return `http://127.0.0.1:${this.proxy.port}`;
  }

  /** Resolves when a fault has left no part behind. */
  untilWhole() {
    return this.postgres.untilSynchronous(180_000);
  }
}
