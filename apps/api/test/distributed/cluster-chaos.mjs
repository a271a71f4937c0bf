// Kills the first worker, the coordinator and the last worker of a loaded cluster. Compares responses with the ledger.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { History, untilKnown } from '../chaos/callers.mjs';
import { createCustomer, topUp } from '../chaos/customers.mjs';
import { anyPath, Load, paid } from '../chaos/load.mjs';
import { ApiServer, api, startSimulator } from '../chaos/servers.mjs';
import { failures, judge } from '../chaos/verdict.mjs';
import { nodesOf } from './cluster.mjs';

const { createDataSource } = api('platform/database/data-source');
const { shardOf } = api('platform/database/shards');
const downMs = 8_000;
const perSecond = 100;
/** The time limit from a server's restart until all its accounts are charged again, on a shared machine. */
const maxRecoveryMs = 20_000;
const patientMs = 600_000;

/** @param database the URL of a distributed database, and its servers' URLs as a superuser. @returns the failures. */
export async function breakCluster({ url, servers }) {
  const nodes = await nodesOf(servers[0]);
  for (const node of nodes) {
    if (await node.find()) continue;
    process.stdout.write(`NOT TESTED, because ${node.name} is not on this machine: servers killed under load\n`);
    return [];
  }
  const directory = mkdtempSync(join(tmpdir(), 'loupe-cluster-'));
  const ends = [];
  try {
    const wrong = await play(url, nodes, directory, ends);
    if (wrong.length === 0) rmSync(directory, { recursive: true, force: true });
    else wrong.push(`logs are in ${directory}`);
    return wrong;
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function play(url, nodes, directory, ends) {
  const dataSource = await createDataSource(url, 4, patientMs).initialize();
  ends.push(() => dataSource.destroy());
  const servers = await startServers(url, directory, ends);
  const customers = await createCustomers(dataSource, servers);
  const portOf = await portsOf(dataSource, customers);
  const history = new History();
  const load = new Load(customers, servers, history, anyPath);
  ends.push(() => load.close());
  load.start(perSecond);
  await sleep(3_000);
  const wrong = [];
  const [coordinator, ...workers] = nodes;
  for (const node of [workers[0], coordinator, workers.at(-1)]) {
    const isAffected = ({ accountId }) => node === coordinator || portOf.get(accountId) === new URL(node.url).port;
    wrong.push(...(await killUnder(load, node, isAffected)));
  }
  await load.stop();
  const { report, ...verdict } = await judge(
    dataSource,
    history,
    customers.map(({ accountId }) => `top-up ${accountId}`),
  );
  for (const [name, count] of Object.entries(verdict)) process.stdout.write(`${name.padEnd(32)} ${count}\n`);
  const failed = failures({ ...verdict, 'failed races': 0 });
  if (verdict['paid once'] === 0) wrong.push('no request with an idempotency key was charged');
  return failed.length > 0 ? [...wrong, report, `the ledger is wrong: ${failed.join(', ')}`] : wrong;
}

async function startServers(url, directory, ends) {
  const simulator = await startSimulator(directory);
  ends.push(() => simulator.stop());
  const servers = [];
  for (const name of ['api-1', 'api-2']) {
    const variables = {
      ...simulator.variables,
      DATABASE_URL: url,
      DATA_DIR: directory,
      HOST: '127.0.0.1',
      DEMO: 'false',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_SECOND: '10000',
      MANAGEMENT_PORT: await freePort(),
    };
    const server = new ApiServer(name, await freePort(), variables, directory);
    ends.push(() => server.stop());
    await server.start();
    servers.push(server);
  }
  return servers;
}

/** The customers have consecutive ids, so they are on different shards. Every fourth retries, with idempotency keys. */
async function createCustomers(dataSource, servers) {
  const customers = [];
  for (let index = 0; index < 16; index++) {
    const customer = Object.assign(await createCustomer(dataSource), { retries: index % 4 === 3 });
    await topUp(dataSource, customer, 10n ** 12n, `top-up ${customer.accountId}`);
    customers.push(customer);
  }
  for (const { apiKey } of customers) await untilKnown(servers, apiKey);
  return customers;
}

async function portsOf(dataSource, customers) {
  const shards = [...new Set(customers.map(({ accountId }) => shardOf(accountId)))];
  const rows = await dataSource.query(
    `SELECT shard, nodeport FROM (
       SELECT shard, get_shard_id_for_distribution_column('ledger.accounts', shard) AS shardid FROM unnest($1::smallint[]) AS shard
     ) AS placed JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node USING (groupid)`,
    [shards],
  );
  const ports = new Map(rows.map(({ shard, nodeport }) => [shard, `${nodeport}`]));
  return new Map(customers.map(({ accountId }) => [accountId, ports.get(shardOf(accountId))]));
}

async function killUnder(load, node, isAffected) {
  const killedMs = performance.now();
  node.kill();
  await sleep(downMs);
  const startedMs = performance.now();
  await node.start();
  const restartedMs = performance.now();
  const affected = load.customers
    .filter((customer) => !customer.retries && isAffected(customer))
    .map(({ accountId }) => accountId);
  const hasRecovered = () =>
    affected.every((id) => load.since(restartedMs).some((one) => one.accountId === id && paid.includes(one.status)));
  while (!hasRecovered() && performance.now() - restartedMs < maxRecoveryMs) await sleep(20);
  const tookMs = performance.now() - restartedMs;
  await sleep(2_000);
  const elsewhere = load.since(killedMs).filter((answer) => !isAffected(answer));
  const failed = elsewhere.filter(({ status }) => !paid.includes(status));
  const slowest = Math.max(0, ...elsewhere.map((answer) => answer.tookMs));
  const there = load.since(killedMs).filter((answer) => isAffected(answer) && answer.startedMs < startedMs);
  const counts = {};
  for (const { status } of there) counts[status] = (counts[status] ?? 0) + 1;
  process.stdout.write(
    `${node.name} killed for ${Math.round(startedMs - killedMs)} ms, up after ${Math.round(restartedMs - startedMs)} ms, its accounts charged ` +
      `${Math.round(tookMs)} ms later; meanwhile its accounts got ${JSON.stringify(counts)}, of ${elsewhere.length} requests elsewhere ` +
      `${failed.length} failed, the slowest took ${Math.round(slowest)} ms\n`,
  );
  const wrong = [];
  if (!hasRecovered()) wrong.push(`${node.name}: not every account was charged again`);
  if (failed.length > 0) {
    const reasons = [...new Set(failed.map(({ status, reason }) => `${status} ${reason}`))];
    wrong.push(`${node.name}: ${failed.length} requests failed elsewhere: ${reasons.slice(0, 5).join('; ')}`);
  }
  return wrong;
}
