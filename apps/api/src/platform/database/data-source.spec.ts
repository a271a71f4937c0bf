import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database';
import { createDataSource, migrate } from './data-source';

describe('migrate', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('can run in several processes at once, and again later', async () => {
    await database.dataSource.query('DROP SCHEMA public, ledger CASCADE; CREATE SCHEMA public');
    const pools = [1, 2, 3].map(() => createDataSource(database.url, 3));
    await Promise.all(pools.map((pool) => pool.initialize()));
    await Promise.all(pools.map(migrate));
    await migrate(pools[0]!);
    expect(await pools[0]!.query(`SELECT kind FROM accounts ORDER BY id`)).toEqual([
      { kind: 'revenue' },
      { kind: 'funding' },
      { kind: 'adjustments' },
      { kind: 'debts' },
    ]);
    await Promise.all(pools.map((pool) => pool.destroy()));
  });

  it('creates a schema that refuses a customer with a negative balance', async () => {
    const overdraw = database.dataSource.query(
      `INSERT INTO accounts (kind, name, balance_micros) VALUES ('customer', 'x', -1)`,
    );
    await expect(overdraw).rejects.toThrow('accounts_not_overdrawn');
  });
});
