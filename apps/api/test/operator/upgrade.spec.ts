import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { reconcile } from '../../src/core/billing/reconcile/reconcile';
import { countUsage } from '../../src/core/usage/usage-totals.repository';
import { migrate } from '../../src/platform/database/data-source';
import { uuidV7 } from '../../src/platform/http/uuid-v7';
import { createQueue, usageRecord } from '../billing/charge-fixtures';
import { schemaOf } from '../support/schema';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const released = (file: string) => readFileSync(join(__dirname, 'releases', file), 'utf8');

/** Of accounts without caps and with money, beside one whose keys have caps; the load takes them in turn. */
const accountIds = [1001, 1010, 1011, 1012];
const priceMicros = 600;
const retryMs = 100;
const maxTries = 5;

/** A process of release 0.1.0, as far as its statements go: one batch after the other, and a top-up now and then. */
class OldProcess {
  readonly charged: string[] = [];
  readonly toppedUp: string[] = [];
  readonly refused: unknown[] = [];
  private isStopped = false;
  private running: Promise<void> | undefined;

  constructor(private readonly db: Client) {}

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
    await this.running;
    await this.db.end();
  }

  private async run(): Promise<void> {
    for (let turn = 0; !this.isStopped && this.refused.length < 10; turn++) {
      const ids = accountIds.map(() => uuidV7());
      await this.attempt(() => this.charge(ids));
      if (turn % 20 === 0) await this.attempt(() => this.topUp());
      if (turn % 20 === 10) await this.attempt(() => this.logRefusal());
    }
  }

  /** As the queues of that release: what failed as a whole is looked up and tried again after a tenth of a second. */
  private async attempt(work: () => Promise<unknown>): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await work();
        return;
      } catch (error) {
        if (tries === maxTries) this.refused.push(error);
        if (tries === maxTries) return;
        await sleep(retryMs);
      }
    }
  }

  private async charge(ids: string[]): Promise<void> {
    const known = await this.db.query('SELECT id FROM transfers WHERE id = ANY ($1)', [ids]);
    if (known.rows.length > 0) throw new Error('a batch that failed was charged');
    const of = <T>(value: T) => ids.map(() => value);
    const keys = accountIds.map((id) => 2 * (id - 1000) - 1);
    const columns = [ids, accountIds, keys, of('users.followers'), of(200), of(null), of(1), of(priceMicros)];
    const { rows } = await this.db.query({
      name: 'charge_batch',
      text: 'SELECT refusal, balance FROM charge_batch($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13)',
      values: [...columns, of(100), of(110), of(5_000), of(null), keys],
    });
    for (const [index, { refusal }] of rows.entries())
      (refusal === null ? this.charged : this.refused).push(ids[index]!);
  }

  private async logRefusal(): Promise<void> {
    const columns = [[uuidV7()], [1010], [19], ['users.followers'], [429], ['too_many_requests'], [1], [priceMicros]];
    await this.db.query('SELECT log_usage($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12)', [
      ...columns,
      [0],
      [1],
      [99],
      ['{}'],
    ]);
  }

  private async topUp(): Promise<void> {
    const key = uuidV7();
    await this.db.query('BEGIN');
    try {
      const sql = [
        `INSERT INTO top_up_keys (idempotency_key, body_hash) VALUES ('${key}', sha256('1')) ON CONFLICT DO NOTHING`,
        `SELECT balance_micros FROM accounts WHERE id = 1010 AND kind = 'customer' FOR NO KEY UPDATE`,
        'UPDATE accounts SET balance_micros = balance_micros + 5 WHERE id = 1010',
      ];
      for (const statement of sql) await this.db.query(statement);
      const { rows } = await this.db.query(
        `INSERT INTO transfers (account_id, house_account_id, amount_micros, balance_after_micros, kind, reverses, note)
         VALUES (1010, 2, 5, (SELECT balance_micros FROM accounts WHERE id = 1010), 'top_up', NULL, 'test') RETURNING id`,
      );
      await this.db.query('UPDATE top_up_keys SET transfer_id = $2 WHERE idempotency_key = $1', [key, rows[0].id]);
      await this.db.query('COMMIT');
      this.toppedUp.push(rows[0].id);
    } catch (error) {
      await this.db.query('ROLLBACK');
      throw error;
    }
  }
}

const describeOn18 = process.env.POSTGRES_PROGRAMS ? describe.skip : describe;

// Release 0.1.0 needed PostgreSQL 18.
describeOn18('a filled installation of release 0.1.0', () => {
  let database: TestDatabase;
  let current: string[];
  let before: Record<string, number>;
  let old: OldProcess;
  beforeAll(async () => {
    database = await createTestDatabase();
    current = await schemaOf(database.dataSource);
    await query('DROP SCHEMA public, ledger CASCADE; CREATE SCHEMA public');
    await query(released('0.1.0-schema.sql'));
    await query(released('0.1.0-fill.sql'));
    await query('SELECT ensure_usage_partition(current_date + days) FROM generate_series(-1, 7) AS days');
    before = await rowCounts();
    const client = new Client({ connectionString: database.url, options: '-c statement_timeout=2500' });
    await client.connect();
    old = new OldProcess(client);
  });
  afterAll(async () => {
    await old?.stop();
    await database.drop();
  });

  const query = (sql: string, values?: unknown[]) => database.dataSource.query(sql, values);
  const rowCounts = async () => {
    const counts: Record<string, number> = {};
    for (const name of [
      'transfers',
      'usage_rows',
      'usage_hourly',
      'accounts',
      'users',
      'api_keys',
      'audit_log',
      'key_spend',
    ]) {
      const [{ table }] = await query(`SELECT coalesce(to_regclass('ledger.' || $1), to_regclass($1))::text AS table`, [
        name,
      ]);
      counts[name] = (await query(`SELECT count(*)::int AS count FROM ${table}`))[0].count;
    }
    return counts;
  };
  const isWaitingForLock = async () =>
    (await query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'relation'`))
      .length > 0;
  /** Resolves when the old process has charged so many more requests. */
  const moreCharged = async (count: number) => {
    const until = old.charged.length + count;
    while (old.charged.length < until && old.refused.length === 0) await new Promise(setImmediate);
  };

  it('has 100,000 requests, all kinds of rows, and books that are right', async () => {
    expect(before).toMatchObject({ usage_rows: 40_000, accounts: 43, users: 42 });
    const empty = await query(
      `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND NOT relispartition
         AND (xpath('/row/n/text()', query_to_xml('SELECT count(*) AS n FROM ' || relname, false, true, '')))[1]::text = '0'`,
    );
    expect(empty).toEqual([]);
  });

  it('is migrated while the old release charges, and not one charge is refused', async () => {
    old.start();
    await moreCharged(200);
    // Somebody reads a large table meanwhile. What waits for that lock must not let charges wait behind it.
    const reader = database.dataSource.createQueryRunner();
    await reader.startTransaction();
    await reader.query('LOCK TABLE usage_rows, transfers IN ACCESS SHARE MODE');
    const migration = migrate(database.dataSource);
    while (!(await isWaitingForLock())) await new Promise(setImmediate);
    await moreCharged(200);
    await reader.rollbackTransaction();
    await reader.release();
    await migration;
    await moreCharged(200);
    expect(old.refused).toEqual([]);
    expect(old.toppedUp.length).toBeGreaterThan(1);
  });

  it('serves the old release and this one side by side', async () => {
    const { queue, faults } = createQueue(database.url);
    const mine = await Promise.all(
      Array.from({ length: 200 }, () => queue.charge(usageRecord(1010, { keyId: 19, lineageId: 19 }))),
    );
    await moreCharged(50);
    await queue.close();
    await old.stop();
    expect([mine.filter(({ accepted }) => !accepted), faults, old.refused]).toEqual([[], [], []]);
  });

  it('loses no row, charges nothing twice, and its books are right', async () => {
    const after = await rowCounts();
    const added = old.charged.length + old.toppedUp.length + 200;
    // The load adds to the log, and to what a capped line of keys has spent on this day and in this month.
    const [usage_rows, usage_hourly] = [expect.any(Number), expect.any(Number)];
    const grown = { usage_rows, usage_hourly, key_spend: before.key_spend! + 2 };
    expect(after).toMatchObject({ ...before, transfers: before.transfers! + added, ...grown });
    const found = await query('SELECT count(*)::int AS count FROM transfers WHERE id = ANY ($1::uuid[])', [
      old.charged,
    ]);
    expect(found).toEqual([{ count: old.charged.length }]);
    expect(await reconcile(database.dataSource)).toEqual([]);
    await database.dataSource.transaction(countUsage);
    expect(await reconcile(database.dataSource)).toEqual([]);
  });

  it('has the schema of a new installation', async () => {
    const withoutPartitions = (things: string[]) => things.filter((thing) => !/_20\d{4}/.test(thing));
    expect(withoutPartitions(await schemaOf(database.dataSource))).toEqual(withoutPartitions(current));
  });
});
