// Faults of each part of the stack. `strike` resolves when the part itself has recovered.
import { setTimeout as sleep } from 'node:timers/promises';
import { fillFor, hangFor, killFor, stutterFor } from '../harness/faults.mjs';
import { until } from '../harness/part.mjs';

/** @param ms in a full run, `long` exceeds every timeout of the code. @param choose picks one of a list. */
export function stackFaults(stack, ms, choose) {
  const { servers, proxy, databaseProxy, redis, etcd, simulator } = stack;
  return [
    ...faultsOfApi(servers, ms, choose),
    ...faultsOfPostgres(stack, ms),
    ...faultsOfRedis(redis, ms, choose),
    { part: 'simulator', name: 'killed', strike: () => killFor(simulator, ms.short) },
    { part: 'simulator', name: 'hangs', strike: () => hangFor(simulator, ms.long) },
    { part: 'simulator', name: 'slow at intervals', strike: () => stutterFor(simulator, ms.short) },
    { part: 'API proxy', name: 'killed', strike: () => killFor(proxy, 0) },
    { part: 'API proxy', name: 'hangs', strike: () => hangFor(proxy, ms.long) },
    { part: 'database proxy', name: 'killed', strike: () => killFor(databaseProxy, ms.short) },
    { part: 'database proxy', name: 'hangs', strike: () => hangFor(databaseProxy, ms.long) },
    { part: 'database proxy', name: 'slow at intervals', strike: () => stutterFor(databaseProxy, ms.short) },
    { part: 'etcd', name: 'a member killed', strike: () => killFor(choose(etcd.parts), ms.short) },
    {
      part: 'etcd',
      name: 'all members hang',
      async strike() {
        await Promise.all(etcd.parts.map((part) => hangFor(part, ms.long)));
        await untilWritable(stack);
      },
    },
  ];
}

function faultsOfApi(servers, ms, choose) {
  return [
    { part: 'API', name: 'a process killed', strike: () => killFor(choose(servers), ms.short) },
    { part: 'API', name: 'a process hangs', strike: () => hangFor(choose(servers), ms.long) },
    { part: 'API', name: 'a process restarted', strike: () => choose(servers).restart() },
    { part: 'API', name: 'all killed', strike: () => Promise.all(servers.map((server) => killFor(server, 0))) },
  ];
}

function faultsOfPostgres(stack, ms) {
  const { postgres, dataSource, folder } = stack;
  const part = 'PostgreSQL';
  const standby = () => postgres.untilSynchronous();
  const toPrimary = (name, act) => ({
    part,
    name,
    async strike() {
      await act(await postgres.primary());
      await untilWritable(stack);
    },
  });
  return [
    toPrimary('primary killed', (node) => node.killPostgres()),
    toPrimary('primary killed with its Patroni', async (node) => {
      await node.kill();
      await untilWritable(stack);
      await node.start();
    }),
    toPrimary('primary hangs', (node) => {
      node.pausePostgres();
      return sleep(ms.long).then(() => node.resumePostgres());
    }),
    toPrimary('primary and its Patroni hang', (node) => hangFor(node, ms.long)),
    toPrimary('switched over', async (node) => {
      const [leader, candidate] = [node.name, (await standby()).name];
      const body = JSON.stringify({ leader, candidate });
      const headers = { 'content-type': 'application/json' };
      await fetch(`${node.restUrl}/switchover`, { method: 'POST', headers, body });
    }),
    toPrimary('connections reset', () =>
      dataSource
        .query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'loupe' AND pid <> pg_backend_pid()`,
        )
        .catch(() => undefined),
    ),
    ...(postgres.nodes.every((node) => folder.isVolume(node.folder))
      ? [toPrimary('disk full', (node) => fillFor(node.folder, ms.long))]
      : []),
    { part, name: 'standby killed', strike: async () => killFor(await standby(), ms.short) },
    { part, name: 'standby hangs', strike: async () => hangFor(await standby(), ms.long) },
  ];
}

function faultsOfRedis(redis, ms, choose) {
  const part = 'Redis';
  const all = (act) => Promise.all(redis.parts.map(act));
  return [
    { part, name: 'a server killed', strike: () => killFor(choose(redis.parts), ms.short) },
    { part, name: 'a server hangs', strike: () => hangFor(choose(redis.parts), ms.long) },
    { part, name: 'all hang', strike: () => all((server) => hangFor(server, ms.long)) },
    { part, name: 'all killed', strike: () => all((server) => killFor(server, ms.short)) },
  ];
}

/** Waits until the primary is writable, also through the proxy that the API uses. */
function untilWritable({ postgres, dataSource }) {
  return until('a database that can be written', async () => {
    await postgres.primary();
    const [row] = await dataSource.query('SELECT pg_is_in_recovery() AS standby').catch(() => []);
    return row?.standby === false;
  });
}
