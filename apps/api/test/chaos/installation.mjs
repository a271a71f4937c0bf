// The product on several processes: a database that can be broken, the simulator, API processes, customers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { createCustomer, topUp } from './customers.mjs';
import { Database } from './database.mjs';
import { ApiServer, api, startSimulator } from './servers.mjs';

const { createDataSource } = api('platform/database/data-source');
const patientMs = 600_000;

export class Installation {
  servers = [];
  #ends = [];

  static async start(directory, names, variables = {}, needsDisk = false) {
    const installation = new Installation();
    await installation.#start(directory, names, variables, needsDisk).catch(async (error) => {
      await installation.stop();
      throw error;
    });
    return installation;
  }

  async #start(directory, names, variables, needsDisk) {
    this.directory = directory;
    const database = await Database.start(directory, needsDisk);
    this.whenDone(() => database.stop());
    const simulator = await startSimulator(directory);
    this.whenDone(() => simulator.stop());
    Object.assign(this, { database, simulator });
    this.variables = {
      ...simulator.variables,
      DATABASE_URL: database.url,
      DATA_DIR: directory,
      HOST: '127.0.0.1',
      DEMO: 'false',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_SECOND: '10000',
      ...variables,
    };
    for (const name of names) await this.startServer(name);
    this.dataSource = await createDataSource(database.url, 4, patientMs).initialize();
    this.whenDone(() => this.dataSource.destroy());
  }

  whenDone(end) {
    this.#ends.push(end);
  }

  async stop() {
    for (let end = this.#ends.pop(); end; end = this.#ends.pop()) await end();
  }

  async startServer(name, variables = {}) {
    const own = { ...this.variables, ...variables, MANAGEMENT_PORT: await freePort() };
    const server = new ApiServer(name, await freePort(), own, this.directory);
    this.whenDone(() => server.stop());
    await server.start();
    this.servers.push(server);
    return server;
  }

  createCustomer() {
    return createCustomer(this.dataSource);
  }

  topUp(customer, amountMicros, idempotencyKey) {
    return topUp(this.dataSource, customer, amountMicros, idempotencyKey);
  }
}

/** Runs `play` in a temporary installation. If it returns failures, prints them, keeps logs and data, and exits with 1. */
export async function playIn(names, variables, play, needsDisk) {
  const directory = mkdtempSync(join(tmpdir(), 'loupe-chaos-'));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  let starting;
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, async () => {
      await (await starting)?.stop();
      remove();
      process.exit(130);
    });
  }
  starting = Installation.start(directory, names, variables, needsDisk);
  const installation = await starting;
  const failures = await play(installation).finally(() => installation.stop());
  if (failures.length === 0) return remove();
  process.stdout.write(`${failures.join('\n')}\nlogs and data are in ${directory}\n`);
  process.exit(1);
}
