// Charges per second on a Citus cluster beside one PostgreSQL of the same programs, for 1, 4 and 16 busy shards of the ledger, each
// with 64 callers at once; every charge on disk (fsync on). About a minute. Needs a build and a PostgreSQL that has Citus:
// `npm run build && node bench/shards.mjs /usr/lib/postgresql/17/bin`.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordOf } from '../apps/api/test/distributed/charge-record.mjs';
import { createDatabase, makeCluster } from '../apps/api/test/distributed/cluster.mjs';
import { api, withDatabase } from './harness/product.mjs';
import { printRows, ratios, row } from './harness/rows.mjs';

const programs = process.argv[2];
const callersOfShard = 64;
const rounds = 5;
const roundMs = 1_500;

async function openCharges(url, dataSource, isDistributed) {
  const { ChargeQueues } = api('core/billing/charge-queues');
  const { ensureUsagePartitions } = api('core/usage/usage-partitions.repository');
  const { utcDay } = api('platform/utc-days');
  await ensureUsagePartitions(dataSource, [utcDay(Date.now()), utcDay(Date.now() + 86_400_000)]);
  const noted = () => undefined;
  const listener = {
    onOutcome: noted,
    onFault: (error) => process.stderr.write(`${error}\n`),
    onRecovery: noted,
    onDoubt: noted,
    onChargedInVain: noted,
  };
  // One account after the other is of one shard after the other.
  const accounts = await dataSource.query(
    `INSERT INTO accounts (kind, name, balance_micros) SELECT 'customer', 'Bench', 1e15 FROM generate_series(1, 32) RETURNING id`,
  );
  const accountIds = accounts.map(({ id }) => Number(id));
  return { queues: ChargeQueues.open(url, listener, { isDistributed }), accountIds };
}

/** @returns charges per second, with 64 callers for each of so many accounts, which are of as many shards. */
async function measure({ queues, accountIds }, shards) {
  const startedAt = performance.now();
  let charges = 0;
  const caller = async (accountId) => {
    while (performance.now() - startedAt < roundMs) {
      await queues.charge(recordOf(accountId));
      charges++;
    }
  };
  const callers = accountIds.slice(0, shards).flatMap((id) => Array.from({ length: callersOfShard }, () => caller(id)));
  await Promise.all(callers);
  return (charges / (performance.now() - startedAt)) * 1_000;
}

async function compare(contenders) {
  for (const shards of [1, 4, 16]) {
    const results = contenders.map(() => []);
    for (let round = -1; round < rounds; round++) {
      for (const [index, contender] of contenders.entries()) {
        const perSecond = await measure(contender, shards);
        if (round >= 0) results[index].push(perSecond); // the first round warms up
      }
    }
    const label = `ledger, ${shards} busy shard${shards > 1 ? 's' : ''}`;
    const [citus, plain] = results;
    printRows([
      row(`${label}: Citus`, '1/s', citus),
      row(`${label}: one PostgreSQL`, '1/s', plain),
      row(`${label}: Citus / one PostgreSQL`, 'ratio', ratios(citus, plain)),
    ]);
  }
}

/** A distributed database on a cluster that is gone when `work` is done. */
async function withCluster(work) {
  const directory = mkdtempSync(join(tmpdir(), 'loupe-cluster-'));
  chmodSync(directory, 0o711);
  const cluster = await makeCluster(directory, programs);
  try {
    const { url } = await createDatabase(cluster.url, 'bench');
    for (const words of [['migrate'], ['distribute', '--apply']])
      spawnSync(process.execPath, ['apps/api/dist/cli/operator/main.js', ...words], {
        env: { ...process.env, DATABASE_URL: url },
        stdio: 'inherit',
      });
    const dataSource = await api('platform/database/open-database').openForLongStatements(url, 4);
    await work(dataSource, url).finally(() => dataSource.destroy());
  } finally {
    await cluster.stop();
  }
}

await withCluster((distributed, url) =>
  withDatabase({ poolSize: 4, programs }, async (plain, plainUrl) => {
    const contenders = [await openCharges(url, distributed, true), await openCharges(plainUrl, plain, false)];
    await compare(contenders);
    for (const { queues } of contenders) await queues.close();
  }),
);
