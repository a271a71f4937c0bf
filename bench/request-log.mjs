// Times every dashboard query on a large request log: `npm run build && node bench/request-log.mjs --rows 10000000`.
// Rows lie over 90 days; one account has half of them, with keys, operations and problems from frequent to very rare.
import { parseArgs } from 'node:util';
import { api, withDatabase } from './harness/product.mjs';
import { printRows, row } from './harness/rows.mjs';

const { UsagePartitions } = api('core/usage/usage-partitions');
const { ensureUsagePartitions, UsagePartitionsRepository, utcDay } = api('core/usage/usage-partitions.repository');
const { UsageTotals } = api('core/usage/usage-totals');
const { UsageTotalsRepository } = api('core/usage/usage-totals.repository');
const { RequestLogRepository } = api('core/usage/request-log.repository');
const { LedgerRepository } = api('core/billing/ledger.repository');
const { reconcile } = api('core/billing/reconcile/reconcile');

const days = 90;
const dayMs = 86_400_000;
const heavy = 1001;
const repeats = 7;

/** Rows of one day. A tenth of a per mille each: key 3, operation `audio.medias`, problem `private_account`. */
const insertDay = `
  INSERT INTO ledger.usage_rows (request_id, account_id, shard, key_id, operation, status, code, units, price_micros, charged,
    upstream_ms, total_ms, response_bytes, problem)
  SELECT overlay(overlay(first_request_id($1::timestamptz + n * interval '1 day' / $2)::text PLACING '7000-8' FROM 15 FOR 6)
      PLACING substr(md5(n::text), 1, 12) FROM 25)::uuid,
    account, shard_of(account), account * 10 + CASE WHEN n % 10000 = 18 THEN 3 ELSE n / 2 % 2 END,
    CASE WHEN n % 10000 = 20 THEN 'audio.medias' ELSE (ARRAY['users.by_id','users.followers','posts.by_id','search.users','hashtags.top'])[1 + n % 5] END,
    CASE WHEN n % 10000 = 22 THEN 403 WHEN n % 50 = 4 THEN 404 WHEN n % 200 = 8 THEN 502 ELSE 200 END,
    CASE WHEN n % 10000 = 22 THEN 'private_account' WHEN n % 50 = 4 THEN 'not_found' WHEN n % 200 = 8 THEN 'upstream_error' END,
    1, 600, n % 200 <> 8, 120, 130, 5000, NULL
  FROM generate_series(0, $2::int - 1) AS n, LATERAL (SELECT CASE WHEN n % 2 = 0 THEN ${heavy} ELSE ${heavy} + 1 + n % 99 END AS account)`;

async function generate(dataSource, rows, todayMs) {
  const perDay = Math.ceil(rows / days);
  for (let ago = days - 1; ago >= 0; ago--) {
    const day = utcDay(todayMs - ago * dayMs);
    await ensureUsagePartitions(dataSource, [day]);
    await dataSource.query(insertDay, [`${day}T00:00:00Z`, perDay]);
    await dataSource.query(
      `INSERT INTO ledger.usage_uncounted SELECT account_id, shard, array_agg(request_id) FROM ledger.usage_rows
       WHERE request_id >= first_request_id($1) GROUP BY 1, 2`,
      [`${day}T00:00:00Z`],
    );
    await new UsageTotals(dataSource, new UsageTotalsRepository()).count();
  }
  await new UsagePartitions(dataSource, new UsagePartitionsRepository(), { USAGE_RETENTION_DAYS: days }).keep(
    Date.now(),
  );
  await dataSource.query(`
    INSERT INTO ledger.transfers (id, account_id, shard, house_account_id, amount_micros, balance_after_micros, kind)
    SELECT request_id, account_id, shard, 1, -price_micros, 0, 'charge' FROM ledger.usage_rows WHERE charged`);
  await dataSource.query('VACUUM ANALYZE');
}

async function time(work, repeats) {
  const times = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return times;
}

function queries(dataSource, todayMs) {
  const log = new RequestLogRepository();
  const ledger = new LedgerRepository();
  const totals = new UsageTotals(dataSource, new UsageTotalsRepository());
  const page = (filter) => () => log.list(dataSource, heavy, filter, 50);
  const fromDay = utcDay(todayMs - 29 * dayMs);
  const toDay = utcDay(todayMs);
  const sum = (query) => () =>
    totals.list({ accountId: heavy, fromDay, toDay, interval: 'day', by: ['time'], ...query });
  const oldest = { toMs: todayMs - 80 * dayMs };
  return {
    'log, newest page': page({}),
    'log, a page 80 days back': page(oldest),
    'log, by key': page({ keyId: heavy * 10 }),
    'log, by a key used once in 10,000 requests': page({ keyId: heavy * 10 + 3 }),
    'log, by operation': page({ operation: 'posts.by_id' }),
    'log, by an operation asked for once in 10,000': page({ operation: 'audio.medias' }),
    'log, by an operation never asked for': page({ operation: 'none' }),
    'log, by status 502': page({ status: 502 }),
    'log, by status 403, one in 10,000': page({ status: 403 }),
    'log, by status never given': page({ status: 504 }),
    'log, by problem code': page({ code: 'not_found' }),
    'log, by a rare problem code, 80 days back': page({ code: 'private_account', ...oldest }),
    'log, by key and operation, both rare': page({ keyId: heavy * 10 + 3, operation: 'audio.medias' }),
    'totals, 30 days': sum({}),
    'totals, 30 days by operation and key': sum({ by: ['time', 'operation', 'key'] }),
    'totals, 30 days by hour': sum({ interval: 'hour' }),
    'totals, spend of every key': () => totals.spendByLineage(heavy),
    'ledger, newest page': () => ledger.list(dataSource, heavy, {}, 50),
    'ledger, top-ups only': () => ledger.list(dataSource, heavy, { kind: 'top_up' }, 50),
    'ledger, a page 80 days back': () => ledger.list(dataSource, heavy, oldest, 50),
  };
}

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '10000000' }, reconcile: { type: 'boolean', default: false } },
});
const settings = ['fsync=off', 'max_wal_size=8GB', 'shared_buffers=512MB'];
await withDatabase({ settings, poolSize: 4 }, async (dataSource) => {
  const todayMs = Math.floor(Date.now() / dayMs) * dayMs;
  await generate(dataSource, Number(values.rows), todayMs);
  const [{ count }] = await dataSource.query('SELECT count(*) FROM usage_rows');
  process.stdout.write(`${count} rows\n`);
  for (const [name, work] of Object.entries(queries(dataSource, todayMs))) {
    printRows([row(name, 'ms', await time(work, repeats))]);
  }
  if (values.reconcile) printRows([row('reconcile', 'ms', await time(() => reconcile(dataSource), 1))]);
});
