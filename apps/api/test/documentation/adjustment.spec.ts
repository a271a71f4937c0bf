import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reconcile } from '../../src/core/billing/reconcile/reconcile';
import { balanceOf, createAccount } from '../billing/charge-fixtures';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const guide = readFileSync(join(__dirname, '../../../../docs/operations/ledger.md'), 'utf8');
const statement = /```sql\n([\s\S]+?)```/.exec(guide)![1]!;

describe('the SQL of the operator’s guide for an adjustment', () => {
  let database: TestDatabase;
  let accountId: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    accountId = await createAccount(database.dataSource, 0n);
  });
  afterAll(() => database.drop());
  const adjust = (amountMicros: string) =>
    database.dataSource.query(statement.replaceAll('5000000', amountMicros).replace('1001', `${accountId}`));

  it('inserts an entry and changes the balance, so that the ledger reconciles', async () => {
    await adjust('5000000');
    await adjust('-2000000');
    expect(await balanceOf(database.dataSource, accountId)).toBe(3_000_000n);
    expect(await reconcile(database.dataSource)).toEqual([]);
    const sql = 'SELECT balance_micros FROM account_balances WHERE id = 3';
    expect(await database.dataSource.query(sql)).toEqual([{ balance_micros: '-3000000' }]);
  });

  it('fails and changes nothing if it would overdraw an account', async () => {
    const before = await balanceOf(database.dataSource, accountId);
    await expect(adjust('-9000000000')).rejects.toThrow('accounts_not_overdrawn');
    expect(await balanceOf(database.dataSource, accountId)).toBe(before);
    expect(await reconcile(database.dataSource)).toEqual([]);
  });
});
