// A large request log: rows lie over 90 days; one account has half of them, with keys, operations and problems from frequent to very rare.
import { api } from './product.mjs';

const { UsagePartitions } = api('core/usage/usage-partitions');
const { ensureUsagePartitions, UsagePartitionsRepository } = api('core/usage/usage-partitions.repository');
const { utcDay } = api('platform/utc-days');
const { UsageTotals } = api('core/usage/usage-totals');
const { UsageTotalsRepository } = api('core/usage/usage-totals.repository');

const days = 90;
export const dayMs = 86_400_000;
/** The account that has half of the rows. */
export const heavy = 1001;

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

/** So many rows over 90 days up to `todayMs`, counted and charged: of accounts from {@link heavy} on, whether or not there are any. */
export async function generateRequests(dataSource, rows, todayMs) {
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
