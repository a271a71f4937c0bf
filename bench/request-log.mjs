// Times every dashboard query on a large request log: `npm run build && node bench/request-log.mjs --rows 10000000`.
import { parseArgs } from 'node:util';
import { api, withDatabase } from './harness/product.mjs';
import { dayMs, generateRequests, heavy } from './harness/requests-of-days.mjs';
import { printRows, row } from './harness/rows.mjs';

const { utcDay } = api('platform/utc-days');
const { UsageTotals } = api('core/usage/usage-totals');
const { UsageTotalsRepository } = api('core/usage/usage-totals.repository');
const { RequestLogRepository } = api('core/usage/request-log.repository');
const { LedgerRepository } = api('core/billing/ledger.repository');
const { reconcile } = api('core/billing/reconcile/reconcile');

const repeats = 7;

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
  await generateRequests(dataSource, Number(values.rows), todayMs);
  const [{ count }] = await dataSource.query('SELECT count(*) FROM usage_rows');
  process.stdout.write(`${count} rows\n`);
  for (const [name, work] of Object.entries(queries(dataSource, todayMs))) {
    printRows([row(name, 'ms', await time(work, repeats))]);
  }
  if (values.reconcile) printRows([row('reconcile', 'ms', await time(() => reconcile(dataSource), 1))]);
});
