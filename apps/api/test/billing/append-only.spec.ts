import { AuditLogRepository } from '../../src/platform/audit/audit-log.repository';
import { createTestDatabase, type TestDatabase } from '../support/test-database';
import { createAccount, createQueue, usageRecord } from './charge-fixtures';

describe('the ledger', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    const accountId = await createAccount(database.dataSource, 10_000n);
    const { queue } = createQueue(database.url);
    await Promise.all(Array.from({ length: 5 }, () => queue.charge(usageRecord(accountId))));
    await queue.close();
    for (const [action, age] of [
      ['account.top_up', '1 year'],
      ['user.sign_in_failed', '89 days'],
      ['user.sign_in_failed', '92 days'],
    ])
      await database.dataSource.query(
        `INSERT INTO audit_log (actor_label, action, target_type, target_id, at)
         VALUES ('x', $1, 'user', '1', now() - $2::interval)`,
        [action, age],
      );
  });
  afterAll(() => database.drop());

  it.each([
    'UPDATE transfers SET amount_micros = 1',
    'UPDATE transfers SET note = note WHERE false',
    'DELETE FROM transfers',
    'TRUNCATE transfers',
    `UPDATE audit_log SET action = 'x'`,
    'DELETE FROM audit_log',
    'TRUNCATE audit_log',
  ])('is append-only in the database itself: %s is refused', async (statement) => {
    await expect(database.dataSource.query(statement)).rejects.toThrow('append-only');
  });

  it('lets go of failed sign-ins, which strangers cause, once they are old, and of nothing else in the audit log', async () => {
    const { dataSource } = database;
    await new AuditLogRepository().deleteOldFailedSignIns(dataSource);
    const left = await dataSource.query('SELECT action FROM audit_log ORDER BY at');
    expect(left).toEqual([{ action: 'account.top_up' }, { action: 'user.sign_in_failed' }]);
    for (const { action } of left)
      await expect(dataSource.query('DELETE FROM audit_log WHERE action = $1', [action])).rejects.toThrow(
        'append-only',
      );
  });

  it('stays append-only for a session that calls itself a replica', async () => {
    const session = database.dataSource.createQueryRunner();
    await session.query(`SET session_replication_role = replica`);
    await expect(session.query('DELETE FROM transfers')).rejects.toThrow('append-only');
    await session.query('RESET session_replication_role');
    await session.release();
  });

  it('sums to zero, transaction by transaction, with every balance the sum of its entries', async () => {
    const { dataSource } = database;
    expect(
      await dataSource.query(
        'SELECT transfer_id FROM ledger_entries GROUP BY transfer_id HAVING sum(amount_micros) <> 0 OR count(*) <> 2',
      ),
    ).toEqual([]);
    expect(
      await dataSource.query(
        `SELECT id FROM accounts WHERE kind = 'customer'
         AND balance_micros <> (SELECT sum(amount_micros) FROM ledger_entries WHERE account_id = id)`,
      ),
    ).toEqual([]);
  });

  it('has nothing left over: the balances of all accounts, the house’s too, sum to zero', async () => {
    const { dataSource } = database;
    expect(await dataSource.query('SELECT sum(balance_micros) FROM account_balances')).toEqual([{ sum: '0' }]);
    expect(
      await dataSource.query(
        `SELECT balance_micros FROM account_balances WHERE kind IN ('revenue', 'adjustments') ORDER BY id`,
      ),
    ).toEqual([{ balance_micros: '3000' }, { balance_micros: '-10000' }]);
  });

  it.each([
    ['a charge that pays the customer', `'charge', 1, 5`],
    ['a top-up out of revenue', `'top_up', 1, 5`],
    ['a top-up that takes', `'top_up', 2, -5`],
    ['a reversal of nothing', `'reversal', 2, -5`],
    ['a transfer of nothing', `'adjustment', 3, 0`],
    ['a kind that is unknown', `'gift', 3, 5`],
  ])('refuses %s', async (_what, values) => {
    const insert = `INSERT INTO transfers (kind, house_account_id, amount_micros, account_id, balance_after_micros) VALUES (${values}, 1, 5)`;
    await expect(database.dataSource.query(insert)).rejects.toThrow('check constraint');
  });
});
