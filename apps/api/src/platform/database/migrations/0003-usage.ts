import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was added up for one hour or day, account, key, operation and problem code ('' for a success). */
const totals = `
  account_id bigint NOT NULL,
  key_id bigint NOT NULL,
  operation text NOT NULL,
  code text NOT NULL,
  requests bigint NOT NULL,
  charged_requests bigint NOT NULL,
  charged_micros bigint NOT NULL,
  upstream_ms bigint NOT NULL,
  response_bytes bigint NOT NULL`;

/** Usage: a row per keyed request in daily partitions, and totals per hour and day that outlive them. */
export class Usage1763700000003 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // The request id is a UUIDv7: it is the identity, the time and the order of a row, and what partitions are cut by.
    await db.query(`
      CREATE TABLE usage_rows (
        request_id uuid PRIMARY KEY,
        account_id bigint NOT NULL,
        key_id bigint NOT NULL,
        operation text NOT NULL,
        status smallint NOT NULL,
        code text,
        units smallint NOT NULL,
        price_micros bigint NOT NULL CHECK (price_micros >= 0),
        charged boolean NOT NULL,
        upstream_ms integer NOT NULL,
        total_ms integer NOT NULL,
        response_bytes bigint NOT NULL,
        -- The body that the caller of a failed request got.
        problem text
      ) PARTITION BY RANGE (request_id)`);
    await db.query('CREATE INDEX usage_of_account ON usage_rows (account_id, request_id)');
    // Errors are few: these indexes cost the successful charge nothing and find a rare problem at once. What finds the rows
    // of a rare key or operation is added to a partition when its day is over, so that the charge need not keep it up.
    await db.query(
      'CREATE INDEX usage_problems_of_account ON usage_rows (account_id, code, request_id) WHERE code IS NOT NULL',
    );
    await db.query(
      'CREATE INDEX usage_failures_of_account ON usage_rows (account_id, status, request_id) WHERE code IS NOT NULL',
    );
    await db.query(`CREATE TABLE usage_hourly (hour timestamptz NOT NULL, ${totals},
      PRIMARY KEY (account_id, hour, key_id, operation, code))`);
    await db.query(`CREATE TABLE usage_daily (day date NOT NULL, ${totals},
      PRIMARY KEY (account_id, day, key_id, operation, code))`);
    // Which rows the totals do not hold yet: written with the rows, deleted in the transaction that counts them. So totals
    // are exact whatever crashes, and the charge pays for one small row a batch.
    await db.query(`CREATE TABLE usage_uncounted (request_ids uuid[] NOT NULL)
      WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000)`);
    // Random ids do not compress: do not try.
    await db.query('ALTER TABLE usage_uncounted ALTER COLUMN request_ids SET STORAGE EXTERNAL');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE usage_rows, usage_hourly, usage_daily, usage_uncounted');
  }
}
