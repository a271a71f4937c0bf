// What the books cost: bytes on disk for each charged request by table, while its month is open and when it is closed and exported;
// and how long `loupe reconcile` and `loupe close-month` take. `node bench/books.mjs [REQUESTS]`, after `npm run build`.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
require('reflect-metadata');
const dist = (path) => require(join(import.meta.dirname, '../apps/api/dist', path));
const { EmbeddedPostgres } = dist('platform/database/embedded/embedded-postgres.js');
const { openForLongStatements } = dist('platform/database/open-database.js');
const { reconcile } = dist('core/billing/reconcile/reconcile.js');
const { RequestAddressesRepository } = dist('core/usage/request-addresses.repository.js');
const { countUsage } = dist('core/usage/usage-totals.repository.js');
const { uuidV7 } = dist('platform/http/uuid-v7.js');
const { CloseMonths } = dist('core/billing/closing/close-months.js');
const { ClosedMonthsRepository } = dist('core/billing/closing/closed-months.repository.js');

const requests = Number(process.argv[2] ?? 1_000_000);
const perBatch = 64;
const dayMs = 86_400_000;
const month = new Date();
/** The tenth of the month before: its rows are of three days, as those of a busy installation are. */
const startMs = Date.UTC(month.getUTCFullYear(), month.getUTCMonth() - 1, 10);

const directory = mkdtempSync(join(tmpdir(), 'loupe-books-'));
const postgres = await EmbeddedPostgres.start(directory, ['fsync=off']);
const dataSource = await openForLongStatements(postgres.url, 4);
const query = (sql, values) => dataSource.query(sql, values);

const say = (line) => process.stdout.write(`${line}\n`);

async function timed(what, work) {
  const startedAt = performance.now();
  const result = await work();
  say(`${what}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s${result === undefined ? '' : `, ${result}`}`);
}

async function fill() {
  await query(
    `INSERT INTO accounts (id, kind, name) SELECT 1000 + n, 'customer', 'Customer ' || n FROM generate_series(1, 100) AS n`,
  );
  await query(
    `INSERT INTO transfers (id, account_id, house_account_id, amount_micros, balance_after_micros, kind)
    SELECT overlay(first_request_id(to_timestamp($1 / 1000.0))::text PLACING lpad(n::text, 12, '0') FROM 25)::uuid, 1000 + n, 3,
      1000000000000, 1000000000000, 'adjustment' FROM generate_series(1, 100) AS n`,
    [startMs],
  );
  await query(`UPDATE ledger.accounts SET balance_micros = 1000000000000 WHERE balance_micros IS NOT NULL`);
  for (const day of [0, 1, 2])
    await query('SELECT ensure_usage_partition($1)', [new Date(startMs + day * dayMs).toISOString().slice(0, 10)]);
  const loops = Math.ceil(requests / perBatch);
  const stepMs = (3 * dayMs) / ((loops + 1) * perBatch);
  const chunk = 200;
  for (let batch = 0; batch < loops; batch += chunk)
    await query(
      `DO $$ BEGIN FOR batch IN ${batch} .. ${Math.min(batch + chunk, loops) - 1} LOOP
         PERFORM charge_batch((SELECT array_agg(ROW (
           overlay(overlay(gen_random_uuid()::text PLACING '7' FROM 15) PLACING left(hex, 8) || '-' || right(hex, 4) FROM 1)::uuid,
           1001 + (batch + n * 7) % 100, 1 + n % 3, CASE n % 4 WHEN 0 THEN 'users.by_username' ELSE 'users.followers' END,
           200, NULL, 1, 600, 120, 130, 5000 + n, NULL, 1 + n % 3)::usage_request)
           FROM (SELECT n, lpad(to_hex((${startMs} + ${stepMs} * (batch * ${perBatch} + n))::bigint), 12, '0') AS hex
             FROM generate_series(1, ${perBatch}) AS n) AS ids), 1000, NULL, NULL);
       END LOOP; END $$`,
    );
}

/** What was asked for, of 100 accounts that each send so many requests a second, with addresses of some thirty characters. */
async function measureAddresses(perSecond) {
  const addresses = new RequestAddressesRepository();
  for (let first = 0; first < requests; first += 1_000) {
    const batch = Array.from({ length: Math.min(1_000, requests - first) }, (_, n) => {
      const second = Math.floor((first + n) / (100 * perSecond));
      return {
        requestId: uuidV7(startMs + second * 1_000),
        accountId: 1001 + ((first + n) % 100),
        address: `/users/${1_000_000_000 + first + n}/followers`,
      };
    });
    await addresses.write(dataSource, batch);
  }
  await query('VACUUM ledger.request_addresses');
  const [{ bytes, indexes }] = await query(
    `SELECT pg_table_size(oid) AS bytes, pg_indexes_size(oid) AS indexes FROM to_regclass('ledger.request_addresses') AS oid`,
  );
  say(
    `what was asked for, ${perSecond} a second of each account: ${(bytes / requests).toFixed(1)} + ${(indexes / requests).toFixed(1)} in indexes`,
  );
  await query('TRUNCATE ledger.request_addresses');
}

async function sizes(what) {
  const rows = await query(`
    SELECT parent AS name, sum(pg_table_size(oid)) AS bytes, sum(pg_indexes_size(oid)) AS indexes FROM (
      SELECT c.oid, coalesce((SELECT p.relname FROM pg_inherits JOIN pg_class p ON p.oid = inhparent WHERE inhrelid = c.oid), c.relname) AS parent
      FROM pg_class c WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('public', 'ledger')
    ) AS tables GROUP BY 1 HAVING sum(pg_total_relation_size(oid)) > ${requests} ORDER BY 2 DESC`);
  say(what);
  for (const { name, bytes, indexes } of rows)
    say(`  ${name}: ${(bytes / requests).toFixed(1)} + ${(indexes / requests).toFixed(1)} in indexes`);
  const sum = rows.reduce((total, { bytes, indexes }) => total + Number(bytes) + Number(indexes), 0);
  say(`  together: ${(sum / requests).toFixed(1)} bytes a request`);
}

try {
  await timed(`${requests} charges`, fill);
  await timed('counting', () => dataSource.transaction(countUsage));
  await query('VACUUM ANALYZE');
  // Twelve thousand charges in a transaction leave versions of accounts behind that no service does: its batches are committed one by one.
  await query('VACUUM FULL ledger.accounts');
  await sizes('open');
  for (const perSecond of [1, 10]) await measureAddresses(perSecond);
  const books = async () => `${(await reconcile(dataSource, join(directory, 'export'))).length} differences`;
  await timed('reconcile, all open', books);
  const closing = (detailMonths) =>
    new CloseMonths(dataSource, new ClosedMonthsRepository(), {
      LEDGER_DETAIL_MONTHS: detailMonths,
      LEDGER_EXPORT_DIR: join(directory, 'export'),
    });
  await timed('close-month', async () => (await closing().runToday()).closed.join(', '));
  await timed('reconcile, closed', books);
  say(`${(process.memoryUsage().rss / 1e6).toFixed(0)} MB resident`);
  await timed('export and drop', async () => (await closing(1).run(Date.now() + 62 * dayMs)).dropped.join(', '));
  const folder = join(directory, 'export');
  const files = readdirSync(folder, { recursive: true }).map((name) => statSync(join(folder, name)));
  say(
    `export: ${(files.filter((file) => file.isFile()).reduce((sum, { size }) => sum + size, 0) / requests).toFixed(1)} bytes a request`,
  );
  for (const { relname } of await query(`SELECT relname FROM pg_class WHERE relname ~ '^usage_rows_\\d+$'`))
    await query(`DROP TABLE ledger.${relname}`);
  await query('VACUUM FULL ledger.usage_uncounted');
  await sizes('closed, exported, and past the retention of the log');
  await timed('reconcile, exported', books);
} finally {
  await dataSource.destroy();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}
