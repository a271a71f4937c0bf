import { randomUUID } from 'node:crypto';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { reconcile } from '../../src/core/billing/reconcile/reconcile';
import { countUsage } from '../../src/core/usage/usage-totals.repository';
import { createDataSource, migrate } from '../../src/platform/database/data-source';
import { migrations } from '../../src/platform/database/migrations';
import { runSql } from '../../src/platform/database/schema/run-sql';
import { createAccount, createQueue, usageRecord } from '../billing/charge-fixtures';
import { topUpsOn } from '../support/services';
import { createTestDatabase, isDistributed, type TestDatabase } from '../support/test-database';
import { until } from '../support/until';

/** A future migration that changes both large tables and replaces stored functions. */
class Next9000000000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE ledger.usage_rows ADD COLUMN region text');
    await db.query('ALTER TABLE ledger.transfers ADD COLUMN channel text');
    await runSql(db, 'functions/partitions', 'functions/charge_batch');
  }

  async down(): Promise<void> {}
}

const actor = { userId: null, label: 'test', address: null };

class ChargingProcess {
  readonly refused: unknown[] = [];
  charged = 0;
  toppedUp = 0;
  private readonly queue;
  private isStopped = false;
  private readonly running: Promise<void>;

  constructor(
    private readonly database: TestDatabase,
    private readonly accountIds: readonly number[],
  ) {
    this.queue = createQueue(database.url).queue;
    this.running = this.run().catch((error) => void this.refused.push(error));
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
    await this.queue.close();
  }

  /** Resolves when this many more requests have been charged, or one was refused. */
  async hasCharged(more: number): Promise<void> {
    const goal = this.charged + more;
    await until(`${more} more are charged`, () => this.charged >= goal || this.refused.length > 0);
  }

  private async run(): Promise<void> {
    for (let turn = 0; !this.isStopped; turn++) {
      const outcomes = await Promise.all(this.accountIds.map((id) => this.queue.charge(usageRecord(id))));
      for (const outcome of outcomes) outcome.accepted ? this.charged++ : this.refused.push(outcome);
      if (turn % 20 === 0) await this.topUp();
    }
  }

  private async topUp(): Promise<void> {
    const topUp = { accountId: this.accountIds[0]!, amountMicros: 5n, note: 'n', idempotencyKey: randomUUID(), actor };
    await topUpsOn(this.database.dataSource).credit(topUp);
    this.toppedUp++;
  }
}

// On a distributed ledger, a schema change waits for every server. test/distributed has its own upgrade test.
const describeOnOneServer = isDistributed ? describe.skip : describe;

describeOnOneServer('an upgrade of a database while two processes charge', () => {
  let database: TestDatabase;
  let processes: ChargingProcess[];
  beforeAll(async () => {
    database = await createTestDatabase();
    const ids = await Promise.all(Array.from({ length: 4 }, () => createAccount(database.dataSource, 10n ** 9n)));
    // The next migration must replace this function.
    await database.dataSource.query(`CREATE OR REPLACE FUNCTION ensure_usage_partition(day date) RETURNS void
      LANGUAGE plpgsql AS $$ BEGIN RAISE 'the function of the version before'; END $$`);
    processes = [new ChargingProcess(database, ids), new ChargingProcess(database, ids)];
  });
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.stop()));
    await database.drop();
  });

  const query = (sql: string) => database.dataSource.query(sql);
  const all = async (work: (process: ChargingProcess) => Promise<void>) =>
    void (await Promise.all(processes.map(work)));
  const isWaitingForLock = async () =>
    (await query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'relation'`))
      .length > 0;

  it('runs once when three processes start together, and no charge is refused while it waits for a lock', async () => {
    await all((process) => process.hasCharged(100));
    // A reader locks the large tables. Charges must not queue behind the migration, which waits for that lock.
    const reader = database.dataSource.createQueryRunner();
    await reader.startTransaction();
    await reader.query('LOCK TABLE ledger.usage_rows, ledger.transfers IN ACCESS SHARE MODE');
    const starting = await Promise.all(
      [1, 2, 3].map(() => {
        const { options } = createDataSource(database.url, 2);
        return new DataSource({ ...options, migrations: [...migrations, Next9000000000000] }).initialize();
      }),
    );
    const migrated = Promise.all(starting.map(migrate));
    await until('the migration waits for the lock', isWaitingForLock);
    await all((process) => process.hasCharged(100));
    await reader.rollbackTransaction();
    await reader.release();
    expect((await migrated).sort()).toEqual([0, 0, 1]);
    await all((process) => process.hasCharged(100));
    await Promise.all(starting.map((dataSource) => dataSource.destroy()));
    expect(processes.flatMap(({ refused }) => refused)).toEqual([]);
  });

  it('has changed the tables and their partitions, and replaced the functions', async () => {
    const [{ count }] = await query(
      `SELECT count(*)::int FROM pg_attribute WHERE attname = 'region' AND attrelid IN (
         SELECT inhrelid FROM pg_inherits WHERE inhparent = 'ledger.usage_rows'::regclass)`,
    );
    expect(count).toBeGreaterThan(7);
    await query(`SELECT ensure_usage_partition('2040-01-01')`);
  });

  it('loses no transfer, and the ledger reconciles', async () => {
    await all((process) => process.stop());
    const sum = (of: 'charged' | 'toppedUp') => processes.reduce((total, process) => total + process[of], 0);
    expect(await query(`SELECT kind, count(*)::int FROM ledger.transfers GROUP BY 1 ORDER BY 1`)).toEqual([
      { kind: 'adjustment', count: 4 },
      { kind: 'charge', count: sum('charged') },
      { kind: 'top_up', count: sum('toppedUp') },
    ]);
    expect(await reconcile(database.dataSource)).toEqual([]);
    await database.dataSource.transaction(countUsage);
    expect(await reconcile(database.dataSource)).toEqual([]);
  });
});
