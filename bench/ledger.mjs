// `npm run bench:ledger`: compares group commit with one statement per charge, over 100 accounts and on one account.
// Both methods write the same rows durably. Takes half a minute and exits with 1 if the run is void.
import { prepare } from '../scripts/lib/prepare.mjs';

await prepare();
const { driftOf, inTurns, printTable, ratios, show, valuesOf } = await import('./harness/figures.mjs');
const { withPostgres } = await import('./harness/platform.mjs');
const { api } = await import('./harness/product.mjs');
const { v7 } = await import('uuid');

const callers = 64;
const rounds = 5;
const roundMs = 1_200;
const priceMicros = 600n;

const oneStatement = `
  WITH paid AS (
    UPDATE ledger.accounts SET balance_micros = balance_micros - $3
    WHERE account_id = $2 AND shard = shard_of($2) AND balance_micros >= $3 RETURNING account_id AS id, shard, balance_micros
  ), moved AS (
    INSERT INTO ledger.transfers (id, account_id, shard, house_account_id, amount_micros, balance_after_micros, kind)
    SELECT $1, id, shard, 1, -$3::bigint, balance_micros, 'charge' FROM paid
  ), used AS (
    INSERT INTO ledger.usage_rows (request_id, account_id, shard, key_id, operation, status, units, price_micros, charged,
      upstream_ms, total_ms, response_bytes)
    SELECT $1, id, shard, id, 'users.followers', 200, 1, $3, true, 120, 130, 5000 FROM paid
  )
  SELECT balance_micros FROM paid`;

function openQueue(url) {
  const { ChargeQueue } = api('core/billing/charge-queue');
  const { ChargesRepository, chargeConnection } = api('core/billing/charges.repository');
  const connection = chargeConnection(url);
  const ignore = () => undefined;
  const onFault = (error) => process.stderr.write(`${error}\n`);
  const listener = { onOutcome: ignore, onFault, onRecovery: ignore, onInDoubt: ignore, onLateCommit: ignore };
  return new ChargeQueue(new ChargesRepository(connection), connection, listener);
}

/** Ways to charge an account. Each resolves to whether the charge was accepted. */
function contestants(queue, dataSource) {
  const oneStatementEach = async (accountId) => {
    const paid = await dataSource.query(oneStatement, [v7(), accountId, `${priceMicros}`]);
    return paid.length === 1;
  };
  const groupCommit = async (accountId) => {
    const { accepted } = await queue.charge({
      requestId: v7(),
      accountId,
      keyId: accountId,
      keyFamilyId: accountId,
      operation: 'users.followers',
      status: 200,
      code: null,
      units: 1,
      priceMicros,
      upstreamMs: 120,
      totalMs: 130,
      responseBytes: 5_000,
      problem: null,
    });
    return accepted;
  };
  return [
    { name: 'one statement a request', charge: oneStatementEach },
    { name: 'group commit', charge: groupCommit },
  ];
}

async function measure({ name, charge }, accountIds) {
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  let charges = 0;
  const caller = async (index) => {
    while (performance.now() - startedAt < roundMs) {
      if (!(await charge(accountIds[(index + charges) % accountIds.length]))) throw new Error(`${name}: refused`);
      charges++;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, index) => caller(index)));
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: charges / ((performance.now() - startedAt) / 1_000), cpuMicros: (user + system) / charges };
}

async function compare(title, charges, accountIds) {
  for (const contestant of charges) await measure(contestant, accountIds); // warms up
  const results = await inTurns(charges, rounds, (contestant) => measure(contestant, accountIds));
  const [baseline, ours] = [...results.values()];
  const ownRates = valuesOf(ours, 'perSecond');
  const rows = [...results].map(([name, measured]) => {
    const rates = valuesOf(measured, 'perSecond');
    const ratio = measured === ours ? '' : show(ratios(ownRates, rates));
    return [name, show(rates), ratio, show(valuesOf(measured, 'cpuMicros'), ' µs')];
  });
  printTable([[title, 'charges per second', 'group commit / this row', 'CPU of the API per charge'], ...rows]);
  return driftOf(`${title}, one statement a request`, 'perSecond', baseline);
}

const voidReasons = await withPostgres(async ({ url }) => {
  const { openForLongStatements } = api('platform/database/open-database');
  const { ensureUsagePartitions } = api('core/usage/usage-partitions.repository');
  const { utcDay } = api('platform/utc-days');
  const dataSource = await openForLongStatements(url, 16);
  await ensureUsagePartitions(dataSource, [utcDay(Date.now()), utcDay(Date.now() + 86_400_000)]);
  const accounts = await dataSource.query(
    `INSERT INTO accounts (kind, name, balance_micros) SELECT 'customer', 'Bench', 1e15 FROM generate_series(1, 100) RETURNING id`,
  );
  const accountIds = accounts.map(({ id }) => Number(id));
  const queue = openQueue(url);
  const charges = contestants(queue, dataSource);
  const many = await compare('100 accounts', charges, accountIds);
  const one = await compare('one account', charges, accountIds.slice(0, 1));
  await queue.close();
  await dataSource.destroy();
  return [...many, ...one];
});
for (const reason of voidReasons) process.stdout.write(`VOID: ${reason}\n`);
process.exitCode = voidReasons.length === 0 ? 0 : 1;
