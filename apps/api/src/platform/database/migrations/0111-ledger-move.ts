import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { advisoryLocks } from '../advisory-lock';
import { sqlState } from '../failures';
import { loadFunctions } from '../functions/load-functions';

const functions = [
  'spending_caps',
  'charge_batch',
  'charge_once',
  'log_usage',
  'array_signatures',
  'usage_partitions',
  'ledger_views',
];
const perPiece = 10_000;
/** Rows are copied in the order of their ids; one may be committed so long after its id was made, and is looked for again. */
const late = `interval '5 minutes'`;
/** Charges wait while the tables are changed over: so long for the locks at most, then after a pause once more. */
const lockMs = 300;
const pauseMs = 1_000;
const attempts = 600;

/** The two tables that are large: their rows are copied while requests go on, and the latest of them once more under the lock. */
export const large = [
  {
    table: 'transfers',
    key: 'id',
    columns: 'id, account_id, house_account_id, amount_micros, balance_after_micros, kind, reverses, note, created_at',
  },
  {
    table: 'usage_rows',
    key: 'request_id',
    columns: `request_id, account_id, key_id, operation, status, code, units, price_micros, charged, upstream_ms, total_ms,
      response_bytes, problem, repeats, source, first_request_id`,
  },
];
export type Large = (typeof large)[number];

/**
 * Moves money and usage to the tables of 0110, while requests go on: of an installation that is filled, charges wait for the moment in
 * which the tables change over, less than a second. What is cut short is taken up where it stopped.
 */
export class LedgerMove1763700000111 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    const [{ moved }] = await db.query(`SELECT relkind = 'v' AS moved FROM pg_class WHERE oid = 'transfers'::regclass`);
    if (moved) return;
    await makePartitions(db);
    for (const each of large) await copyAll(db, each);
    await db.startTransaction();
    try {
      await changeOver(db);
      await db.commitTransaction();
    } catch (error) {
      await db.rollbackTransaction();
      throw error;
    }
  }

  /** There is no way back: restore a backup. */
  async down(): Promise<void> {}
}

/** Those that the old rows need, and those of the days to come. */
async function makePartitions(db: QueryRunner): Promise<void> {
  const days: { day: string }[] = await db.query(`
    SELECT to_char(to_date(right(relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') AS day FROM pg_inherits JOIN pg_class ON oid = inhrelid
    WHERE inhparent = 'usage_rows'::regclass
    UNION SELECT to_char((now() AT TIME ZONE 'UTC')::date + n, 'YYYY-MM-DD') FROM generate_series(0, 7) AS n ORDER BY 1`);
  for (const { day } of days)
    await db.query(
      `SELECT ensure_ledger_partition('usage_rows', 'usage_rows_' || to_char($1::date, 'YYYYMMDD'), $1::date, $1::date + 1)`,
      [day],
    );
  for (let next = '00000000-0000-0000-0000-000000000000'; ; ) {
    const [found] = await db.query(
      `SELECT day, first_request_id((date_trunc('month', day) + interval '1 month') AT TIME ZONE 'UTC') AS next
       FROM (SELECT loupe_uuid_time(id) AT TIME ZONE 'UTC' AS day FROM transfers WHERE id >= $1 ORDER BY id LIMIT 1) AS oldest`,
      [next],
    );
    if (!found) return;
    await db.query('SELECT ensure_transfers_partition($1::date)', [found.day]);
    next = found.next;
  }
}

/** In pieces, each a transaction of its own, until it has caught up with those who write. */
async function copyAll(db: QueryRunner, of: Large): Promise<void> {
  const { table, key, columns } = of;
  let last: string | undefined = (await latestCopied(db, of)) ?? '00000000-0000-0000-0000-000000000000';
  while (last !== undefined) {
    const [piece]: { last: string; count: string }[] = await db.query(
      `WITH piece AS (SELECT * FROM ${table} WHERE ${key} > $1 ORDER BY ${key} LIMIT ${perPiece}), copied AS (
         INSERT INTO ledger.${table} (${columns}, shard) SELECT ${columns}, shard_of(account_id) FROM piece ON CONFLICT DO NOTHING
       )
       SELECT count(*), (array_agg(${key} ORDER BY ${key} DESC))[1] AS last FROM piece`,
      [last],
    );
    last = Number(piece!.count) < perPiece ? undefined : piece!.last;
  }
}

/** Where to go on: so long before the latest row that nothing older can be missing. */
async function latestCopied(db: QueryRunner, { table, key }: Large): Promise<string | undefined> {
  const [row] = await db.query(
    `SELECT first_request_id(loupe_uuid_time(${key}) - ${late}) AS last FROM ledger.${table} ORDER BY ${key} DESC LIMIT 1`,
  );
  return row?.last;
}

/** In one transaction, of which charges wait for the end only. */
async function changeOver(db: QueryRunner): Promise<void> {
  // Totals are counted under this lock: nothing else writes them, and what is counted now need not be looked for later.
  await db.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.countUsage]);
  await countUsage(db);
  for (const table of ['usage_hourly', 'usage_daily']) {
    await db.query(
      `INSERT INTO ledger.${table} (${totalsOf(table)}, shard) SELECT ${totalsOf(table)}, shard_of(account_id) FROM ${table}`,
    );
  }
  await lockTables(db);
  for (const of of large) await copyLatest(db, of);
  await copySmall(db);
  await db.query('DROP VIEW account_balances, ledger_entries');
  await db.query(
    'DROP TABLE usage_hourly, usage_daily, usage_uncounted, repeats_uncounted, key_caps, key_spend, charge_keys',
  );
  for (const { table } of large) await db.query(`ALTER TABLE ${table} RENAME TO ${table}_before`);
  await db.query('DROP TRIGGER note_low_balance ON accounts');
  await db.query('DROP FUNCTION IF EXISTS note_low_balance, take_accounts, cap_refusals_of, count_towards_caps');
  await db.query(`ALTER TABLE accounts DROP balance_micros, DROP low_balance_threshold_micros, DROP low_since`);
  await db.query('ALTER TABLE accounts RESET (fillfactor)');
  await db.query('ALTER TABLE accounts RENAME TO account_profiles');
  await loadFunctions(db, functions);
}

/** Waits a moment for those who hold them, and lets everybody through before the next attempt. */
async function lockTables(db: QueryRunner): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await db.query('SAVEPOINT unlocked');
    await db.query(`SET LOCAL lock_timeout = ${lockMs}`);
    try {
      await db.query(`LOCK TABLE accounts, transfers, usage_rows, charge_keys, key_caps, key_spend, usage_uncounted, repeats_uncounted,
        usage_hourly, usage_daily IN ACCESS EXCLUSIVE MODE`);
      return;
    } catch (error) {
      if (attempt === attempts || !['55P03', '40P01'].includes(sqlState(error))) throw error;
      await db.query('ROLLBACK TO unlocked');
      await sleep(pauseMs);
    }
  }
}

async function copyLatest(db: QueryRunner, of: Large): Promise<void> {
  const { table, key, columns } = of;
  await db.query(
    `INSERT INTO ledger.${table} (${columns}, shard) SELECT ${columns}, shard_of(account_id) FROM ${table} AS old
     WHERE ${key} >= $1 AND NOT EXISTS (SELECT FROM ledger.${table} AS new WHERE new.${key} = old.${key} AND new.${key} >= $1)`,
    [(await latestCopied(db, of)) ?? '00000000-0000-0000-0000-000000000000'],
  );
}

async function copySmall(db: QueryRunner): Promise<void> {
  await db.query(`
    INSERT INTO ledger.accounts (account_id, shard, status, balance_micros, low_balance_threshold_micros, low_since)
    SELECT id, shard_of(id), status, balance_micros, low_balance_threshold_micros, low_since FROM accounts`);
  await db.query(`
    INSERT INTO ledger.reversals (transfer_id, account_id, shard, reversal_id)
    SELECT reverses, account_id, shard_of(account_id), id FROM transfers WHERE reverses IS NOT NULL`);
  await db.query(`
    INSERT INTO ledger.charge_keys (account_id, shard, key_hash, fingerprint, request_id, repeats, expires_at)
    SELECT account_id, shard_of(account_id), key_hash, fingerprint, request_id, repeats, expires_at FROM charge_keys
    WHERE expires_at > clock_timestamp()`);
  const owners = '(SELECT DISTINCT lineage_id, account_id FROM api_keys) AS owners';
  await db.query(`
    INSERT INTO ledger.key_caps (lineage_id, account_id, shard, daily_cap_micros, monthly_cap_micros)
    SELECT lineage_id, account_id, shard_of(account_id), daily_cap_micros, monthly_cap_micros FROM key_caps JOIN ${owners} USING (lineage_id)`);
  await db.query(`
    INSERT INTO ledger.key_spend (lineage_id, account_id, shard, period, starts_on, spent_micros)
    SELECT lineage_id, account_id, shard_of(account_id), period, starts_on, spent_micros FROM key_spend JOIN ${owners} USING (lineage_id)`);
  await db.query(`
    INSERT INTO ledger.usage_uncounted (account_id, shard, request_ids)
    SELECT account_id, shard_of(account_id), array_agg(request_id)
    FROM usage_uncounted, unnest(request_ids) AS id JOIN usage_rows ON request_id = id GROUP BY account_id`);
  await db.query(`
    INSERT INTO ledger.repeats_uncounted (account_id, shard, request_id, repeats)
    SELECT account_id, shard_of(account_id), request_id, r.repeats FROM repeats_uncounted r JOIN usage_rows USING (request_id)`);
}

const sums = 'requests, charged_requests, charged_micros, upstream_ms, response_bytes';
const totalsOf = (table: string) =>
  `${table === 'usage_hourly' ? 'hour' : 'day'}, account_id, key_id, operation, code, ${sums}`;

/** Counts what is uncounted so far, as the release before does: under the lock there is little left to be moved. */
async function countUsage(db: QueryRunner): Promise<void> {
  const addTo = (table: string, period: string) => `
    INSERT INTO ${table} AS total (${totalsOf(table)})
    SELECT ${period}, account_id, key_id, operation, coalesce(code, ''), sum(times), count(*) FILTER (WHERE charged),
      coalesce(sum(price_micros) FILTER (WHERE charged), 0), sum(upstream_ms * times), sum(response_bytes * times)
    FROM uncounted GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (account_id, ${table === 'usage_hourly' ? 'hour' : 'day'}, key_id, operation, code)
    DO UPDATE SET (${sums}) = (SELECT ${sums
      .split(', ')
      .map((name) => `total.${name} + excluded.${name}`)
      .join(', ')})`;
  await db.query(`
    WITH taken AS (
      DELETE FROM usage_uncounted RETURNING request_ids
    ), repeated AS (
      DELETE FROM repeats_uncounted RETURNING request_id, repeats
    ), pending AS (
      SELECT id, 1::bigint AS times FROM taken, unnest(request_ids) AS id UNION ALL SELECT request_id, repeats FROM repeated
    ), uncounted AS (
      SELECT u.*, times, loupe_uuid_time(request_id) AT TIME ZONE 'UTC' AS at
      FROM pending JOIN usage_rows u ON u.request_id = id
    ), hours AS (${addTo('usage_hourly', `date_trunc('hour', at) AT TIME ZONE 'UTC'`)})
    ${addTo('usage_daily', 'at::date')}`);
}
