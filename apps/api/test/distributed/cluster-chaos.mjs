// Kills the first worker, the coordinator and the last worker of a loaded cluster. Compares responses with the ledger.
import { setTimeout as sleep } from 'node:timers/promises';
import { anyPath, countBy, paid } from '../harness/load.mjs';
import { api } from '../harness/product.mjs';
import { judge } from '../harness/verdict.mjs';
import { World } from '../harness/world.mjs';
import { nodesOf } from './cluster.mjs';

const { shardOf } = api('platform/database/shards');
const downMs = 8_000;
const perSecond = 100;
/** The time limit from a server's restart until all its accounts are charged again, on a shared machine. */
const maxRecoveryMs = 20_000;

/** @param database the URL of a distributed database, and its servers' URLs as a superuser. @returns the failures. */
export async function breakCluster({ url, servers }) {
  const nodes = await nodesOf(servers[0]);
  for (const node of nodes) {
    if (await node.find()) continue;
    process.stdout.write(`NOT TESTED, because ${node.name} is not on this machine: servers killed under load\n`);
    return [];
  }
  const world = await World.start({ apis: 2, databaseUrl: url });
  const wrong = await play(world, nodes).catch((error) => [error.stack]);
  await world.stop({ keep: wrong.length > 0 });
  return wrong.length > 0 ? [...wrong, `logs are in ${world.folder.path}`] : wrong;
}

async function play(world, nodes) {
  // The customers have consecutive ids, so they are on different shards. Every fourth retries, with idempotency keys.
  const customers = await world.createCustomers(16);
  for (const [index, customer] of customers.entries()) customer.retries = index % 4 === 3;
  const portOf = await portsOf(world.dataSource, customers);
  const load = world.callers(customers, anyPath);
  load.start(perSecond);
  await sleep(3_000);
  const wrong = [];
  const [coordinator, ...workers] = nodes;
  for (const node of [workers[0], coordinator, workers.at(-1)]) {
    const isAffected = ({ accountId }) => node === coordinator || portOf.get(accountId) === new URL(node.url).port;
    wrong.push(...(await killUnder(load, node, isAffected)));
  }
  await load.stop();
  wrong.push(...(await judge(world, load)));
  const isOnce = [...load.history.retried.values()].some((counts) => counts.paid > 0);
  return isOnce ? wrong : [...wrong, 'no request with an idempotency key was charged'];
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
  await node.kill();
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
  process.stdout.write(
    `${node.name} killed for ${Math.round(startedMs - killedMs)} ms, up after ${Math.round(restartedMs - startedMs)} ms, its accounts charged ` +
      `${Math.round(tookMs)} ms later; meanwhile its accounts got ${JSON.stringify(countBy(there))}, of ${elsewhere.length} requests elsewhere ` +
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
