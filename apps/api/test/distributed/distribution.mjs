// Tests `loupe distribute` on a ledger with rows: its output, kills midway, a repetition, and an upgrade of the result.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCustomer, topUp } from '../harness/customers.mjs';
import { api, Client, loupe, operatorProgram } from '../harness/product.mjs';
import { priceMicros, recordOf } from './charge-record.mjs';
import { createDatabase, dropDatabase, inDatabase, query } from './cluster.mjs';

const { createDataSource } = api('platform/database/data-source');
const { isDistributed } = api('platform/database/distribution/distribution');
const { ChargeQueues } = api('core/billing/charge-queues');
const { usageRequests } = api('core/usage/usage-record');
const { shardOf } = api('platform/database/shards');

const chargeFunction = 'charge_batch(smallint, usage_request[], integer, replay_info[], integer)';

const run = (url, ...words) => loupe({ DATABASE_URL: url }, words);

async function charge(url, isSharded, accountIds, times) {
  const errors = [];
  const listener = {
    onOutcome() {},
    onError: (error) => errors.push(error.message),
    onRecovery() {},
    onInDoubt() {},
    onLateCommit() {},
  };
  const queues = ChargeQueues.open(url, listener, { isDistributed: isSharded });
  try {
    const records = accountIds.flatMap((accountId) => Array.from({ length: times }, () => recordOf(accountId)));
    const results = await Promise.allSettled(records.map((record) => queues.charge(record)));
    return [...errors, ...results.filter(({ status }) => status === 'rejected').map(({ reason }) => reason.message)];
  } finally {
    await queues.close();
  }
}

export async function checkDistribution(cluster, name) {
  const wrong = [];
  const expect = (is, what, found) => is || wrong.push(`${what}: ${JSON.stringify(found)}`);
  const made = await createDatabase(cluster.url, name);
  try {
    await checkRefusals(cluster, made, name, expect);
    const dataSource = createDataSource(made.url, 3);
    await dataSource.initialize();
    try {
      await checkRows(made, dataSource, expect);
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await dropDatabase(made, name);
  }
  return wrong;
}

/** With each obstacle, the command must exit with 1 and name the obstacle. */
async function checkRefusals(cluster, made, name, expect) {
  const plain = `${name}_plain`;
  await query(
    cluster.url,
    'SET citus.enable_create_database_propagation = off',
    `CREATE DATABASE ${plain} OWNER ${name}`,
  );
  await run(inDatabase(made.url, plain), 'migrate');
  const without = await run(inDatabase(made.url, plain), 'distribute', '--apply');
  await query(cluster.url, `DROP DATABASE ${plain} WITH (FORCE)`);
  expect(without.status === 1 && without.output.includes('has no Citus'), 'without Citus', without);
  await run(made.url, 'migrate');
  // Simulates a worker that has missed an upgrade of Citus.
  const pretend = (version) =>
    query(
      inDatabase(made.servers.at(-1), name),
      'SET citus.enable_version_checks = off',
      `UPDATE pg_extension SET extversion = '${version}' WHERE extname = 'citus'`,
    );
  const [{ citus }] = await query(
    inDatabase(made.servers[0], name),
    `SELECT extversion AS citus FROM pg_extension WHERE extname = 'citus'`,
  );
  await pretend('12.1-1');
  const behind = await run(made.url, 'distribute', '--apply');
  await pretend(citus);
  expect(
    behind.status === 1 && behind.output.includes(`Citus is 12.1-1, on the coordinator ${citus}`),
    'a worker of another version',
    behind,
  );
  const charging = new Client({ connectionString: made.url, application_name: 'loupe-charges' });
  await charging.connect();
  const busy = await run(made.url, 'distribute', '--apply');
  await charging.end();
  expect(busy.status === 1 && busy.output.includes('1 processes of the API are connected'), 'while the API runs', busy);
}

async function checkRows(made, dataSource, expect) {
  const customers = [];
  for (let index = 0; index < 40; index++) customers.push(await createCustomer(dataSource));
  for (const customer of customers) await topUp(dataSource, customer, 10n ** 6n);
  const accountIds = customers.map(({ accountId }) => accountId);
  expect((await charge(made.url, false, accountIds, 20)).length === 0, 'charges before', accountIds);
  const balances = () => dataSource.query('SELECT account_id, balance_micros FROM ledger.accounts ORDER BY 1');
  const distributed = async () =>
    (await dataSource.query(`SELECT logicalrelid::text AS name FROM pg_dist_partition ORDER BY 1`)).length;
  const before = JSON.stringify(await balances());

  const plan = await run(made.url, 'distribute');
  expect(plan.output.includes('to be distributed: ledger.transfers'), 'the plan', plan);
  expect((await distributed()) === 0, 'the plan changes nothing', await distributed());

  // Kills the command after a few more tables each time, until nothing is left to do.
  let kills = 0;
  for (let at = 1; ; at += 6, kills++) {
    const child = spawn(process.execPath, [operatorProgram, 'distribute', '--apply'], {
      env: { ...process.env, DATABASE_URL: made.url },
      stdio: 'ignore',
    });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    while (child.exitCode === null && (await distributed()) < at) await sleep(5);
    if (child.exitCode !== null) break;
    child.kill('SIGKILL');
    await exited;
    const output = await isDistributed(dataSource).catch(({ message }) => message);
    if (at === 1) expect(`${output}`.includes('run loupe distribute --apply'), 'a partly distributed ledger', output);
  }
  const done = await run(made.url, 'distribute', '--apply');
  expect(kills > 1 && done.status === 0, `after ${kills} kills`, done);
  expect(
    (await run(made.url, 'distribute')).output.includes('every table is already distributed'),
    'the plan afterwards',
    done,
  );
  expect(JSON.stringify(await balances()) === before, 'balances', 'changed');
  expect((await charge(made.url, true, accountIds, 5)).length === 0, 'charges afterwards', 'failed');
  await checkUpgrade(made, dataSource, accountIds, expect);
  const reconciled = await run(made.url, 'reconcile');
  expect(reconciled.status === 0, 'reconcile', reconciled);
  const micros = (await balances()).filter(({ account_id: id }) => accountIds.includes(Number(id)));
  const due = 10n ** 6n - priceMicros * 30n;
  expect(
    micros.every(({ balance_micros: left }) => BigInt(left) === due),
    'the remaining balances',
    micros.slice(0, 3),
  );
}

/** A migration replaces the functions of the previous version, even if an earlier migration was killed before that. */
async function checkUpgrade(made, dataSource, accountIds, expect) {
  await dataSource.query(`
    CREATE OR REPLACE FUNCTION charge_batch(p_shard smallint, requests usage_request[], wait_ms integer, replays replay_info[],
      window_seconds integer) RETURNS TABLE (refusal text, balance bigint, first_request_id uuid) LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the function of the version before' USING ERRCODE = 'data_exception'; END $$`);
  await dataSource.query(`COMMENT ON FUNCTION ${chargeFunction} IS 'release 1'`);
  const old = await dataSource
    .query(`SELECT * FROM charge_batch($1::smallint, $2, 0, NULL, 600)`, [
      shardOf(accountIds[0]),
      usageRequests([recordOf(accountIds[0])]),
    ])
    .then(
      () => 'charged',
      (error) => error.message,
    );
  expect(old.includes('the version before'), 'before the migration', old);
  const migrated = await run(made.url, 'migrate');
  expect(migrated.status === 0, 'the migration', migrated);
  const errors = await charge(made.url, true, accountIds, 5);
  expect(errors.length === 0, 'charges after the migration', errors.slice(0, 3));
}
