// The product on several processes: a database that can be broken, the simulator, API processes, customers.
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCustomer, topUp } from './customers.mjs';
import { Database } from './database.mjs';
import { Folder } from './folder.mjs';
import { Load, untilKnown } from './load.mjs';
import { ApiProcess, Simulator, startRedis } from './parts.mjs';
import { api } from './product.mjs';
import { patiently } from './verdict.mjs';

const { createDataSource } = api('platform/database/data-source');
const patientMs = 600_000;

export class World {
  /** Every program by its name: `simulator`, `api-1`. A {@link Stack} has more. */
  parts = new Map();
  servers = [];
  /** The notes of acknowledged top-ups. */
  toppedUp = [];
  #ends = [];
  #stopped;

  /**
   * @param options `apis` the number of API processes, `variables` of the API in addition to the usual ones, `volumeMib` the size of
   * PostgreSQL's disk, which can then be filled, `databaseUrl` another database than an embedded one, `hasRedis` unless it is missing here.
   * @throws if a program does not start; then only logs and data remain.
   */
  static async start(options = {}) {
    const world = new this();
    await world.build(options).catch(async (error) => {
      await world.stop({ keep: true });
      throw error;
    });
    return world;
  }

  async build({ apis = 1, variables = {}, volumeMib, databaseUrl, hasRedis = false }) {
    this.folder = await Folder.make(volumeMib);
    if (!databaseUrl) this.database = await Database.start(this.folder);
    this.databaseUrl = databaseUrl ?? this.database.url;
    this.simulator = this.add(await Simulator.start(this.folder));
    if (hasRedis && spawnSync('redis-server', ['--version']).status === 0)
      this.redis = this.add(await startRedis(this.folder, 'redis'));
    this.variables = {
      ...this.simulator.variables,
      REDIS_URL: this.redis?.url ?? '',
      DATABASE_URL: this.databaseUrl,
      DATA_DIR: this.folder.path,
      HOST: '127.0.0.1',
      DEMO: 'false',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_SECOND: '10000',
      ...variables,
    };
    for (let number = 1; number <= apis; number++) await this.startServer(`api-${number}`);
    await this.connect();
  }

  async startServer(name, variables = {}) {
    const server = await ApiProcess.make(this.folder, name, { ...this.variables, ...variables });
    this.add(await server.start());
    this.servers.push(server);
  }

  async connect() {
    this.dataSource = await createDataSource(this.databaseUrl, 4, patientMs).initialize();
    this.whenDone(() => this.dataSource.destroy());
  }

  add(...parts) {
    for (const part of parts) this.parts.set(part.name, part);
    return parts[0];
  }

  /** Registers a function to run before the parts are stopped. The functions run in reverse order. */
  whenDone(end) {
    this.#ends.push(end);
  }

  /** Stops the API and kills the rest. With `keep`, kills all, and keeps logs and data. Resolves when all have ended. */
  stop({ keep = false } = {}) {
    this.#stopped ??= this.#stop(keep);
    return this.#stopped;
  }

  async #stop(keep) {
    for (const part of this.parts.values()) part.resume();
    this.database?.resume();
    for (let end = this.#ends.pop(); end; end = this.#ends.pop()) await end();
    if (!keep) await Promise.all(this.servers.map((server) => server.stop()));
    await this.database?.close();
    // The folder's guard kills all other parts at once, because none of them needs an orderly end.
    await this.folder?.remove(keep);
  }

  /** Creates customers with money, and waits until every process knows their keys. */
  async createCustomers(count, amountMicros = 10n ** 12n) {
    const customers = [];
    while (customers.length < count) customers.push(await createCustomer(this.dataSource));
    for (const customer of customers) await this.topUp(customer, amountMicros);
    for (const { apiKey } of customers) await untilKnown(this.servers, apiKey);
    return customers;
  }

  async topUp(customer, amountMicros) {
    this.toppedUp.push(await topUp(this.dataSource, customer, amountMicros));
  }

  /** Callers that have not begun. @param targets what they call, with a port */
  callers(customers, pathOf, targets = this.servers) {
    const load = new Load(customers, targets, pathOf);
    this.whenDone(() => {
      void load.stop();
      load.close();
    });
    return load;
  }

  /** Connections to the database by name, and descriptors and memory of each API process. */
  async resources() {
    const rows = await patiently(() =>
      this.dataSource.query(
        `SELECT application_name AS name, count(*)::int FROM pg_stat_activity WHERE application_name LIKE 'loupe%' GROUP BY 1`,
      ),
    );
    const connections = Object.fromEntries(rows.map(({ name, count }) => [name, count]));
    return { connections, processes: this.servers.map(({ resources }) => resources) };
  }

  /**
   * Compares the resources of each process with those before. Memory may double, because garbage may not be collected yet.
   * @param more descriptors and connections that may be open, @param forMs how long pools have to close idle connections
   */
  async grown(before, more = { descriptors: 0 }, forMs = 0) {
    const sum = (counts) => Object.values(counts).reduce((total, count) => total + count, 0);
    for (const endMs = performance.now() + forMs; ; await sleep(500)) {
      const after = await this.resources();
      const wrong = after.processes.flatMap(({ descriptors, memoryMib }, index) => {
        const [{ name }, was] = [this.servers[index], before.processes[index]];
        return [
          ...(descriptors > was.descriptors + more.descriptors
            ? [`${name} has ${descriptors} descriptors, not ${was.descriptors}`]
            : []),
          ...(memoryMib > 2 * was.memoryMib ? [`${name} uses ${memoryMib} MiB, not ${was.memoryMib}`] : []),
        ];
      });
      const open = sum(after.connections);
      if (open > sum(before.connections) + (more.connections ?? open)) wrong.push(`${open} connections are open`);
      if (wrong.length > 0 && performance.now() < endMs) continue;
      process.stdout.write(`before: ${JSON.stringify(before)}\nafter: ${JSON.stringify(after)}\n`);
      return wrong;
    }
  }
}
