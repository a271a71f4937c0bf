import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { InDoubtCharges } from '../../src/core/billing/in-doubt-charges';
import { findDifferences } from '../../src/core/billing/reconcile/reconcile.repository';
import { AuditLogRepository } from '../../src/platform/audit/audit-log.repository';
import { openForLongStatements } from '../../src/platform/database/open-database';
import { utcDay } from '../../src/platform/utc-days';
import { afterTest } from '../support/after-test';
import { createOrdinaryRole } from '../support/ordinary-role';
import { reversalsOn } from '../support/services';
import { createTestDatabase, isDistributed } from '../support/test-database';
import { createAccount, createQueue, usageRecord } from './charge-fixtures';

const actor = { userId: null, label: 'test', address: null };

const changes = (table: string) => [
  `UPDATE ${table} SET account_id = account_id WHERE false`,
  `DELETE FROM ${table} WHERE false`,
  `TRUNCATE ${table}`,
  `WITH lost AS (DELETE FROM ${table} RETURNING 1) SELECT count(*) FROM lost`,
  `MERGE INTO ${table} AS t USING ${table} AS s ON t.shard = s.shard WHEN MATCHED AND false THEN DELETE`,
  `SELECT FROM ${table} WHERE shard = 1 FOR UPDATE`,
];
const month = utcDay(Date.now()).slice(0, 7).replace('-', '');

describe('the ledger', () => {
  // Connects as the tables' owner, not a superuser: the guide, Compose and `npm start` create such a role.
  let dataSource: DataSource;
  beforeAll(async () => {
    const url = await createOrdinaryRole();
    dataSource = await openForLongStatements(url, 4);
    const accountId = await createAccount(dataSource, 10_000n);
    const { queue } = createQueue(url);
    await Promise.all(Array.from({ length: 5 }, () => queue.charge(usageRecord(accountId))));
    await queue.close();
    for (const [action, age] of [
      ['account.top_up', '1 year'],
      ['user.sign_in_failed', '89 days'],
      ['user.sign_in_failed', '92 days'],
      ['user.proof_failed', '88 days'],
      ['user.proof_failed', '93 days'],
    ])
      await dataSource.query(
        `INSERT INTO audit_log (actor_label, action, target_type, target_id, at)
         VALUES ('x', $1, 'user', '1', now() - $2::interval)`,
        [action, age],
      );
  });
  afterAll(() => dataSource.destroy());

  it.each(
    ['ledger.transfers', `ledger.transfers_${month}`, 'ledger.transfers_204001', 'ledger.reversals'].flatMap(changes),
  )('accepts only inserts into its tables and refuses: %s', async (statement) => {
    await dataSource.query(`SELECT ensure_transfers_partition('2040-01-01')`);
    await expect(dataSource.query(statement)).rejects.toThrow('permission denied for table');
  });

  it.each(['UPDATE transfers SET kind = kind WHERE false', 'DELETE FROM transfers'])(
    'refuses changes through its view: %s',
    async (statement) => {
      const refusal = isDistributed ? 'cannot modify views' : 'permission denied for table';
      await expect(dataSource.query(statement)).rejects.toThrow(refusal);
    },
  );

  it.each([`UPDATE audit_log SET action = 'x'`, 'DELETE FROM audit_log', 'TRUNCATE audit_log'])(
    'has beside it an append-only audit log, which refuses: %s',
    async (statement) => {
      await expect(dataSource.query(statement)).rejects.toThrow('append-only');
    },
  );

  it('has beside it an audit log from which only old wrong passwords are deleted', async () => {
    await new AuditLogRepository().deleteOldFailedProofs(dataSource);
    const left = await dataSource.query('SELECT action FROM audit_log ORDER BY at');
    expect(left).toEqual([
      { action: 'account.top_up' },
      { action: 'user.sign_in_failed' },
      { action: 'user.proof_failed' },
    ]);
    for (const { action } of left)
      await expect(dataSource.query('DELETE FROM audit_log WHERE action = $1', [action])).rejects.toThrow(
        'append-only',
      );
  });

  it('has beside it an audit log that is append-only even when session_replication_role is replica', async () => {
    const database = await createTestDatabase();
    afterTest(() => database.drop());
    const session = new Client({ connectionString: database.superuserUrl });
    await session.connect();
    afterTest(() => session.end());
    await session.query(`INSERT INTO audit_log (actor_label, action, target_type, target_id, detail)
       VALUES ('test', 'account.top_up', 'entry', '1', '{}')`);
    await session.query(`SET session_replication_role = replica`);
    await expect(session.query('UPDATE audit_log SET action = action')).rejects.toThrow('append-only');
  });

  it('has two entries for each transfer, which sum to zero, and balances that equal the sum of their entries', async () => {
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

  it('has balances that sum to zero over all accounts, system accounts included', async () => {
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
    ['a top-up that debits the customer', `'top_up', 2, -5`],
    ['a reversal without a reversed transfer', `'reversal', 2, -5`],
    ['a transfer of zero', `'adjustment', 3, 0`],
    ['a transfer of an unknown kind', `'gift', 3, 5`],
  ])('refuses %s', async (_what, values) => {
    const insert = `INSERT INTO ledger.transfers (kind, house_account_id, amount_micros, account_id, shard, balance_after_micros)
      VALUES (${values}, 1, 1, 5)`;
    await expect(dataSource.query(insert)).rejects.toThrow('check constraint');
  });

  it('reverses an in-doubt charge once, by adding a reversal', async () => {
    const [{ id }] = await dataSource.query(`SELECT id FROM ledger.transfers WHERE kind = 'charge' LIMIT 1`);
    const log = { error: jest.fn(), warn: jest.fn() };
    const directory = mkdtempSync(join(tmpdir(), 'loupe-in-doubt-'));
    afterTest(() => rmSync(directory, { recursive: true }));
    const start = () => new InDoubtCharges(reversalsOn(dataSource), { DATA_DIR: directory }, log);
    start().record([id]);
    for (let starts = 0; starts < 2; starts++) await start().flush();
    expect(log.warn).toHaveBeenCalledTimes(1);
    const again = reversalsOn(dataSource).reverse({ entryId: id, note: 'again', actor });
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
    expect(await findDifferences(dataSource)).toEqual([]);
  });
});
