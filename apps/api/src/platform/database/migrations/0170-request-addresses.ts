import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was asked for: the addresses of an account's requests, a row for each second in which a process wrote some. */
export class RequestAddresses1763700000170 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE ledger.request_addresses (
        account_id bigint NOT NULL,
        shard smallint NOT NULL,
        -- Of the requests' ids, since the epoch.
        second bigint NOT NULL,
        request_ids uuid[] NOT NULL,
        addresses text[] NOT NULL CHECK (cardinality(addresses) = cardinality(request_ids))
      )`);
    await db.query('CREATE INDEX request_addresses_of_account ON ledger.request_addresses (account_id, second)');
    await db.query('CREATE INDEX request_addresses_by_age ON ledger.request_addresses (second)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE ledger.request_addresses');
  }
}
