// Charges per second and CPU time per charge: group commit against one statement a request and a TypeORM transaction.
// All three write the same rows durably (fsync on), in turn, in one run, in about three quarters of a minute.
// Needs a build: `npm run build && node bench/ledger.mjs`.
import { api, withDatabase } from './harness/product.mjs';
import { printRows, ratios, row } from './harness/rows.mjs';

const callers = 64;
const rounds = 5;
const roundMs = 1_200;
const priceMicros = 600n;

/** Calls `charge` from 64 callers at once for a while; gives charges per second and microseconds of this process's CPU time per charge. */
async function measure(charge, accountIds) {
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  let charges = 0;
  const caller = async (index) => {
    while (performance.now() - startedAt < roundMs) {
      await charge(accountIds[(index + charges) % accountIds.length]);
      charges++;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, index) => caller(index)));
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: charges / seconds, cpuMicros: (user + system) / charges };
}

const insertTransfer = `INSERT INTO ledger.transfers (id, account_id, shard, house_account_id, amount_micros, balance_after_micros, kind)`;
const insertUsage = `INSERT INTO ledger.usage_rows (request_id, account_id, shard, key_id, operation, status, units, price_micros, charged,
  upstream_ms, total_ms, response_bytes)`;

const oneStatement = `
  WITH paid AS (
    UPDATE ledger.accounts SET balance_micros = balance_micros - $3
    WHERE account_id = $2 AND shard = shard_of($2) AND balance_micros >= $3 RETURNING account_id AS id, shard, balance_micros
  ), moved AS (
    ${insertTransfer} SELECT $1, id, shard, 1, -$3::bigint, balance_micros, 'charge' FROM paid
  ), used AS (
    ${insertUsage} SELECT $1, id, shard, id, 'users.followers', 200, 1, $3, true, 120, 130, 5000 FROM paid
  )
  SELECT balance_micros FROM paid`;

function contenders(url, dataSource) {
  const { ChargeQueue } = api('core/billing/charge-queue');
  const { ChargesRepository, chargeConnection } = api('core/billing/charges.repository');
  const { uuidV7 } = api('platform/http/uuid-v7');
  const connection = chargeConnection(url);
  const noted = () => undefined;
  const listener = {
    onOutcome: noted,
    onFault: (error) => process.stderr.write(`${error}\n`),
    onRecovery: noted,
    onDoubt: noted,
    onChargedInVain: noted,
  };
  const queue = new ChargeQueue(new ChargesRepository(connection), connection, listener);
  return {
    queue,
    charge: {
      'group commit': (accountId) =>
        queue.charge({
          requestId: uuidV7(),
          accountId,
          keyId: accountId,
          lineageId: accountId,
          operation: 'users.followers',
          status: 200,
          code: null,
          units: 1,
          priceMicros,
          upstreamMs: 120,
          totalMs: 130,
          responseBytes: 5_000,
          problem: null,
        }),
      'one statement a request': (accountId) => dataSource.query(oneStatement, [uuidV7(), accountId, `${priceMicros}`]),
      'TypeORM transaction': (accountId) =>
        dataSource.transaction(async (db) => {
          const id = uuidV7();
          const select = 'SELECT balance_micros FROM ledger.accounts WHERE account_id = $1 FOR UPDATE';
          const [{ balance_micros }] = await db.query(select, [accountId]);
          const balance = BigInt(balance_micros) - priceMicros;
          await db.query('UPDATE ledger.accounts SET balance_micros = $2 WHERE account_id = $1', [
            accountId,
            `${balance}`,
          ]);
          await db.query(`${insertTransfer} VALUES ($1, $2, shard_of($2), 1, $3, $4, 'charge')`, [
            id,
            accountId,
            `${-priceMicros}`,
            `${balance}`,
          ]);
          const usage = `${insertUsage} VALUES ($1, $2, shard_of($2), $2, 'users.followers', 200, 1, $3, true, 120, 130, 5000)`;
          await db.query(usage, [id, accountId, `${priceMicros}`]);
        }),
    },
  };
}

async function compare(dataSource, charge, accountIds) {
  const names = Object.keys(charge);
  const results = new Map(names.map((name) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    for (const name of names) {
      const result = await measure(charge[name], accountIds);
      if (round >= 0) results.get(name).push(result); // the first round warms up
    }
    await dataSource.query('CHECKPOINT');
  }
  return results;
}

function report(label, results) {
  const [ours, ...others] = results.keys();
  const values = (name, member) => results.get(name).map((measured) => measured[member]);
  const own = [...results.keys()].flatMap((name) => [
    row(`ledger, ${label}: ${name}`, '1/s', values(name, 'perSecond')),
    row(`ledger, ${label}: ${name}, CPU of the API process`, 'µs', values(name, 'cpuMicros')),
  ]);
  const against = others.map((other) =>
    row(`ledger, ${label}: ${ours} / ${other}`, 'ratio', ratios(values(ours, 'perSecond'), values(other, 'perSecond'))),
  );
  printRows([...own, ...against]);
}

await withDatabase({ poolSize: 16 }, async (dataSource, url) => {
  const { ensureUsagePartitions } = api('core/usage/usage-partitions.repository');
  const { utcDay } = api('platform/utc-days');
  await ensureUsagePartitions(dataSource, [utcDay(Date.now()), utcDay(Date.now() + 86_400_000)]);
  const accounts = await dataSource.query(
    `INSERT INTO accounts (kind, name, balance_micros) SELECT 'customer', 'Bench', 1e15 FROM generate_series(1, 100) RETURNING id`,
  );
  const ids = accounts.map(({ id }) => Number(id));
  const { queue, charge } = contenders(url, dataSource);
  report('100 accounts', await compare(dataSource, charge, ids));
  report('1 account', await compare(dataSource, charge, ids.slice(0, 1)));
  await queue.close();
});
