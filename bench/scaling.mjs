// What grows with accounts, processes, keys and old requests, and what does not. Needs a build: `node bench/scaling.mjs`; with
// 10,000,000 rows of requests it takes about a quarter of an hour, with `-- --rows 100000` three minutes.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { profileRequests } from './harness/connection.mjs';
import { closedLoop, openLoop } from './harness/loops.mjs';
import { startLoupe, withRunning } from './harness/peers.mjs';
import { Platform } from './harness/platform.mjs';
import { api } from './harness/product.mjs';
import { dayMs, generateRequests } from './harness/requests-of-days.mjs';
import { printRows, quantile, row } from './harness/rows.mjs';

const { openForLongStatements } = api('platform/database/open-database');
const { apiKeyPrefix, generateApiKey, hashApiKey } = api('core/auth/api-key-format');

const { values } = parseArgs({ options: { rows: { type: 'string', default: '10000000' } } });
const rounds = 5;
const ms = 1_000;
const connections = 32;
/** Less than one process can do. */
const quietPerSecond = 300;

/** Each differs from the first in what it is named after. */
const variants = [
  { name: '1 account, 1 process, 1 key, no old requests' },
  { name: '10 accounts', accounts: 10 },
  { name: '1,000 accounts', accounts: 1_000 },
  { name: '2 processes', processes: 2 },
  { name: '3 processes', processes: 3 },
  { name: '100,000 keys', fill: (dataSource) => addKeys(dataSource, 100_000) },
  { name: '1,000,000 keys', fill: (dataSource) => addKeys(dataSource, 1_000_000) },
  {
    name: `${Number(values.rows).toLocaleString('en')} old requests`,
    fill: (dataSource) => generateRequests(dataSource, Number(values.rows), Math.floor(Date.now() / dayMs) * dayMs),
  },
];

/** Of accounts of their own, and of a thousand to each. */
async function addKeys(dataSource, count) {
  await dataSource.query(
    `WITH added AS (INSERT INTO account_profiles (kind, name) SELECT 'customer', 'Bench' FROM generate_series(1, $1::int / 1000) RETURNING id)
     INSERT INTO api_keys (account_id, hash, prefix, name)
     SELECT id, sha256((id * 1000 + n)::text::bytea), 'Prefixed', 'Bench' FROM added, generate_series(1, 1000) AS n`,
    [count],
  );
  await dataSource.query('VACUUM ANALYZE api_keys');
}

/** Keys of so many accounts more. */
async function addAccounts(dataSource, count) {
  const keys = Array.from({ length: count }, () => generateApiKey());
  await dataSource.query(
    `WITH added AS (INSERT INTO accounts (kind, name, balance_micros) SELECT 'customer', 'Bench', 1e12 FROM generate_series(1, $3::int) RETURNING id)
     INSERT INTO api_keys (account_id, hash, prefix, name, rate_per_second)
     SELECT a.id, k.hash, k.prefix, 'Bench', 10000
     FROM (SELECT id, row_number() OVER () AS n FROM added) AS a
     JOIN unnest($1::bytea[], $2::text[]) WITH ORDINALITY AS k (hash, prefix, n) USING (n)`,
    [keys.map(hashApiKey), keys.map(apiKeyPrefix), count],
  );
  return keys;
}

/** One after the other with each key. */
function requestsInTurn(keys) {
  const requests = keys.map((key) => profileRequests(5, [key]));
  let sent = 0;
  return (connection) => requests[sent++ % requests.length](connection);
}

async function measure(platform, { name, accounts = 1, processes = 1, fill }) {
  const url = await platform.createLoupeDatabase();
  const dataSource = await openForLongStatements(url, 2);
  const keys = accounts > 1 ? await addAccounts(dataSource, accounts) : platform.apiKeys;
  await fill?.(dataSource);
  await dataSource.query('CHECKPOINT');
  const starts = Array.from(
    { length: processes },
    () => () => startLoupe('Loupe', platform, { environment: { DATABASE_URL: url } }),
  );
  return withRunning(starts, platform, async (running) => {
    await booksChecked(dataSource);
    await dataSource.destroy();
    const share = { request: requestsInTurn(keys), connections: Math.ceil(connections / processes) };
    const all = (loop, load) => Promise.all(running.map(({ port }) => loop({ port, ...share, ...load })));
    await all(closedLoop, { requests: 60_000 / processes, ms: 20_000 });
    const [cpu, perSecond, p50, p99] = [[], [], [], []];
    for (let round = 0; round < rounds; round++) {
      const before = await cpuMicros(running);
      const answers = sum((await all(closedLoop, { ms })).map(({ answers, seconds }) => answers / seconds));
      cpu.push(((await cpuMicros(running)) - before) / (answers * (ms / 1_000)));
      perSecond.push(answers);
      const waits = await all(openLoop, { perSecond: quietPerSecond / processes, ms: 2 * ms, connections: 64 });
      const latenciesMs = waits.flatMap((wait) => wait.latenciesMs).sort((a, b) => a - b);
      p50.push(quantile(latenciesMs, 0.5));
      p99.push(quantile(latenciesMs, 0.99));
    }
    const memory = await Promise.all(running.map((peer) => peer.memoryMib()));
    return [
      row(`${name}: CPU per request`, 'µs', cpu),
      row(`${name}: requests per second`, '1/s', perSecond),
      row(`${name}: p50 at ${quietPerSecond}/s`, 'ms', p50),
      row(`${name}: p99 at ${quietPerSecond}/s`, 'ms', p99),
      row(`${name}: memory of a process`, 'MiB', memory),
    ];
  });
}

/** Once a day a process checks the books, for the first time when it starts: with ten million rows that takes minutes. */
async function booksChecked(dataSource) {
  while ((await dataSource.query('SELECT FROM reconcile_runs')).length === 0) await sleep(500);
}

async function cpuMicros(running) {
  return sum(await Promise.all(running.map((peer) => peer.totalCpuMicros())));
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

await Platform.use(async (platform) => {
  for (const variant of variants) printRows(await measure(platform, variant));
});
process.exit(0);
