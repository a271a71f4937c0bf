import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions } from '../functions/load-functions';

/** What was added up for one hour or day, account, key, operation and problem code ('' for a success). */
const totals = `
  account_id bigint NOT NULL,
  shard smallint NOT NULL,
  key_id bigint NOT NULL,
  operation text NOT NULL,
  code text NOT NULL,
  requests bigint NOT NULL,
  charged_requests bigint NOT NULL,
  charged_micros bigint NOT NULL,
  upstream_ms bigint NOT NULL,
  response_bytes bigint NOT NULL`;

/**
 * Money and usage, apart from the directory, in a form that can be distributed: each row says its account and the account's shard,
 * unique keys contain the shard, and there are neither triggers nor foreign keys. Empty so far: 0111 fills these tables.
 */
export class LedgerTables1763700000110 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('CREATE SCHEMA ledger');
    await loadFunctions(db, ['ledger_shards', 'ledger_partitions', 'low_balances']);
    await makeAccounts(db);
    await makeTransfers(db);
    await makeUsage(db);
    await makeCaps(db);
    // The planner would take a condition on the shard for one that leaves few of an account's rows.
    for (const table of ['transfers', 'usage_rows', 'usage_hourly', 'usage_daily'])
      await db.query(
        `CREATE STATISTICS ledger.${table}_shards (dependencies) ON account_id, shard FROM ledger.${table}`,
      );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP SCHEMA ledger CASCADE');
    await db.query('DROP FUNCTION shard_of, ensure_ledger_partition, ensure_transfers_partition, note_low_balance_of');
  }
}

async function makeAccounts(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE TABLE ledger.accounts (
      account_id bigint NOT NULL,
      shard smallint NOT NULL CHECK (shard = account_id % 32),
      status text NOT NULL CHECK (status IN ('active', 'suspended')),
      -- Null for the accounts of the house, whose balances are sums. The last line of defence: no customer is ever overdrawn.
      balance_micros bigint CONSTRAINT accounts_not_overdrawn CHECK (balance_micros >= 0),
      low_balance_threshold_micros bigint CHECK (low_balance_threshold_micros >= 0),
      low_since timestamptz,
      PRIMARY KEY (account_id, shard),
      CONSTRAINT accounts_stored_balance CHECK ((account_id <= 3) = (balance_micros IS NULL))
    ) WITH (fillfactor = 50)`); // Half-empty pages keep the hot balance updates on their page (HOT), without index work.
  // Written by what moves a balance below its threshold. A job of the directory takes them to the webhooks.
  await db.query(`
    CREATE TABLE ledger.low_balance_notices (
      account_id bigint NOT NULL,
      shard smallint NOT NULL,
      balance_micros bigint NOT NULL,
      threshold_micros bigint,
      at timestamptz NOT NULL DEFAULT now()
    )`);
}

async function makeTransfers(db: QueryRunner): Promise<void> {
  // The id of a charge is that of its request, a UUIDv7: a charge that is repeated comes to the same month, and finds itself there.
  await db.query(`
    CREATE TABLE ledger.transfers (
      id uuid NOT NULL DEFAULT loupe_uuid_v7(),
      account_id bigint NOT NULL,
      shard smallint NOT NULL,
      house_account_id smallint NOT NULL,
      -- As the customer sees it: positive adds to the balance.
      amount_micros bigint NOT NULL CHECK (amount_micros <> 0),
      balance_after_micros bigint NOT NULL CHECK (balance_after_micros >= 0),
      kind text NOT NULL,
      reverses uuid,
      note text CHECK (length(note) BETWEEN 1 AND 500),
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, shard),
      CONSTRAINT transfers_kind CHECK (CASE kind
        WHEN 'charge' THEN house_account_id = 1 AND amount_micros < 0
        WHEN 'top_up' THEN house_account_id = 2 AND amount_micros > 0
        WHEN 'adjustment' THEN house_account_id = 3
        WHEN 'reversal' THEN house_account_id BETWEEN 1 AND 3
        ELSE false END),
      CONSTRAINT transfers_reversal CHECK ((kind = 'reversal') = (reverses IS NOT NULL))
    ) PARTITION BY RANGE (id)`);
  await db.query(`COMMENT ON COLUMN ledger.transfers.kind IS
    'charge: a paid request, to revenue (1). top_up: money received, from funding (2). adjustment: neither, such as a balance '
    'brought along, entered by hand, with adjustments (3). reversal: the opposite of the transfer it names, with the same account'`);
  // An account's ledger, newest first, page by page; and the few entries that are no charges, without paging through those.
  await db.query('CREATE INDEX transfers_of_account ON ledger.transfers (account_id, id)');
  await db.query(`CREATE INDEX transfers_by_hand ON ledger.transfers (account_id, kind, id) WHERE kind <> 'charge'`);
  // Nothing is reversed twice. A unique key of transfers would say so of each month only.
  await db.query(`
    CREATE TABLE ledger.reversals (
      transfer_id uuid NOT NULL,
      account_id bigint NOT NULL,
      shard smallint NOT NULL,
      reversal_id uuid NOT NULL,
      CONSTRAINT transfers_reversed_once PRIMARY KEY (transfer_id, shard)
    )`);
  // What was written stays as it is. This holds for the owner of the tables, too, unless that is a superuser.
  await db.query('REVOKE UPDATE, DELETE, TRUNCATE ON ledger.transfers, ledger.reversals FROM CURRENT_USER');
  await db.query(
    `SELECT ensure_transfers_partition((now() AT TIME ZONE 'UTC')::date + days) FROM unnest('{0,31}'::int[]) AS days`,
  );
}

async function makeUsage(db: QueryRunner): Promise<void> {
  // The request id is a UUIDv7: it is the identity, the time and the order of a row, and what partitions are cut by.
  await db.query(`
    CREATE TABLE ledger.usage_rows (
      request_id uuid NOT NULL,
      account_id bigint NOT NULL,
      shard smallint NOT NULL,
      status smallint NOT NULL,
      units smallint NOT NULL,
      charged boolean NOT NULL,
      key_id bigint NOT NULL,
      price_micros bigint NOT NULL CHECK (price_micros >= 0),
      response_bytes bigint NOT NULL,
      upstream_ms integer NOT NULL,
      total_ms integer NOT NULL,
      -- Further requests that were refused alike within the minute.
      repeats integer,
      operation text NOT NULL,
      code text,
      -- The body that the caller of a failed request got.
      problem text,
      source text,
      first_request_id uuid,
      PRIMARY KEY (request_id, shard)
    ) PARTITION BY RANGE (request_id)`);
  await db.query('CREATE INDEX usage_of_account ON ledger.usage_rows (account_id, request_id)');
  // Errors are few: these indexes cost the successful charge nothing and find a rare problem at once. What finds the rows
  // of a rare key or operation is added to a partition when its day is over, so that the charge need not keep it up.
  for (const [name, column] of [
    ['problems', 'code'],
    ['failures', 'status'],
  ])
    await db.query(`CREATE INDEX usage_${name}_of_account ON ledger.usage_rows (account_id, ${column}, request_id)
      WHERE code IS NOT NULL`);
  await db.query(`CREATE TABLE ledger.usage_hourly (hour timestamptz NOT NULL, ${totals},
    PRIMARY KEY (account_id, hour, key_id, operation, code, shard))`);
  await db.query(`CREATE TABLE ledger.usage_daily (day date NOT NULL, ${totals},
    PRIMARY KEY (account_id, day, key_id, operation, code, shard))`);
  // Which rows the totals do not hold yet: written with the rows, deleted in the transaction that counts them. So totals
  // are exact whatever crashes.
  await db.query(`
    CREATE TABLE ledger.usage_uncounted (account_id bigint NOT NULL, shard smallint NOT NULL, request_ids uuid[] NOT NULL)
    WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000)`);
  // Random ids do not compress: do not try.
  await db.query('ALTER TABLE ledger.usage_uncounted ALTER COLUMN request_ids SET STORAGE EXTERNAL');
  await db.query(`CREATE TABLE ledger.repeats_uncounted (
    account_id bigint NOT NULL, shard smallint NOT NULL, request_id uuid NOT NULL, repeats integer NOT NULL)`);
}

async function makeCaps(db: QueryRunner): Promise<void> {
  // A row only for a lineage that has a cap: charges of all others look here and find nothing to do.
  await db.query(`
    CREATE TABLE ledger.key_caps (
      lineage_id bigint NOT NULL,
      account_id bigint NOT NULL,
      shard smallint NOT NULL,
      daily_cap_micros bigint CHECK (daily_cap_micros >= 0),
      monthly_cap_micros bigint CHECK (monthly_cap_micros >= 0),
      PRIMARY KEY (lineage_id, shard),
      CHECK (daily_cap_micros IS NOT NULL OR monthly_cap_micros IS NOT NULL)
    )`);
  // Days and months are those of UTC. A lineage belongs to one account, whose row lock guards these rows too.
  await db.query(`
    CREATE TABLE ledger.key_spend (
      lineage_id bigint NOT NULL,
      account_id bigint NOT NULL,
      shard smallint NOT NULL,
      period text NOT NULL CHECK (period IN ('day', 'month')),
      starts_on date NOT NULL,
      spent_micros bigint NOT NULL CHECK (spent_micros >= 0),
      PRIMARY KEY (lineage_id, period, starts_on, shard)
    ) WITH (fillfactor = 50)`);
  await db.query(`
    CREATE TABLE ledger.charge_keys (
      account_id bigint NOT NULL,
      shard smallint NOT NULL,
      key_hash bytea NOT NULL,
      fingerprint bytea NOT NULL,
      request_id uuid NOT NULL,
      repeats integer NOT NULL DEFAULT 0,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (account_id, key_hash, shard)
    )`);
  await db.query('CREATE INDEX charge_keys_expires_at ON ledger.charge_keys (expires_at)');
}
