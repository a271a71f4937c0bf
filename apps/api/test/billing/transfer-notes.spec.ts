import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { CloseMonths } from '../../src/core/billing/closing/close-months';
import { ClosedMonthsRepository } from '../../src/core/billing/closing/closed-months.repository';
import { LedgerRepository } from '../../src/core/billing/ledger.repository';
import { describeDifferences, reconcile } from '../../src/core/billing/reconcile/reconcile';
import { migrate } from '../../src/platform/database/data-source';
import { openForLongStatements } from '../../src/platform/database/open-database';
import { createOrdinaryRole } from '../support/ordinary-role';

describe('notes that earlier releases wrote into the ledger', () => {
  let dataSource: DataSource;
  const notes: { id: string; note: string }[] = [];
  beforeAll(async () => {
    dataSource = await openForLongStatements(await createOrdinaryRole(), 4);
    await query(readFileSync(join(__dirname, 'months.sql'), 'utf8'));
    notes.push(...(await query('SELECT id, note FROM ledger.transfers WHERE note IS NOT NULL ORDER BY id')));
    expect(notes.length).toBeGreaterThan(1);
    // Months are closed as those releases did it: with their notes.
    await query('ALTER FUNCTION take_notes_out RENAME TO later');
    await query(`CREATE FUNCTION take_notes_out() RETURNS void LANGUAGE sql AS ''`);
    await closeAt('2024-04-10T00:00:00Z');
    await query('DROP FUNCTION take_notes_out, later; DROP TABLE transfer_notes');
    await query(`DELETE FROM migrations WHERE name LIKE 'TransferNotes%'`);
  });
  afterAll(() => dataSource.destroy());

  const query = (sql: string, values?: unknown[]) => dataSource.query(sql, values);
  const closeAt = (at: string) =>
    new CloseMonths(dataSource, new ClosedMonthsRepository(), {
      LEDGER_DETAIL_MONTHS: undefined,
      LEDGER_EXPORT_DIR: undefined,
    }).run(Date.parse(at));
  const closed = async () =>
    (await query(`SELECT to_char(month, 'YYYY-MM') AS month FROM closed_months ORDER BY 1`)).map(
      ({ month }: { month: string }) => month,
    );
  const books = async () => describeDifferences(await reconcile(dataSource));

  it('are in the chains of closed months, and the books are right', async () => {
    expect(await closed()).toEqual(['2024-01', '2024-02', '2024-03']);
    expect(await query('SELECT id, note FROM ledger.transfers WHERE note IS NOT NULL ORDER BY id')).toEqual(notes);
    expect(await books()).toBe('0 differences');
  });

  it('are beside it once the database is migrated; months whose chains held some are open, and nobody may change a row', async () => {
    const amounts = () => query('SELECT id, amount_micros, created_at FROM ledger.transfers ORDER BY id');
    const before = await amounts();
    await migrate(dataSource);
    expect(await query('SELECT transfer_id AS id, note FROM transfer_notes ORDER BY 1')).toEqual(notes);
    expect(await query('SELECT FROM ledger.transfers WHERE note IS NOT NULL')).toEqual([]);
    expect(await amounts()).toEqual(before);
    expect(await closed()).toEqual([]);
    expect(await books()).toBe('0 differences');
    for (const table of ['ledger.transfers', 'ledger.transfers_202401'])
      await expect(query(`UPDATE ${table} SET note = NULL WHERE false`)).rejects.toThrow('permission denied');
  });

  it('are shown with their entries', async () => {
    const ledger = new LedgerRepository();
    for (const { id, note } of notes) expect(await ledger.find(dataSource, id)).toMatchObject({ entryId: id, note });
    const [first] = await ledger.list(dataSource, 1001, { exceptCharges: true }, 1);
    expect(notes.map(({ note }) => note)).toContain(first?.note);
  });

  it('are taken out before a month is closed again, and then may go without a difference', async () => {
    await query(
      `INSERT INTO ledger.transfers (id, account_id, shard, house_account_id, amount_micros, balance_after_micros, kind, note)
       SELECT first_request_id('2024-04-01 00:00:00.001Z'), account_id, shard, 3, 1, balance_micros + 1, 'adjustment', 'By hand'
       FROM ledger.accounts WHERE account_id = 1001`,
    );
    await closeAt('2024-05-10T00:00:00Z');
    expect(await closed()).toEqual(['2024-01', '2024-02', '2024-03', '2024-04']);
    expect(await query(`SELECT account_id FROM transfer_notes WHERE note = 'By hand'`)).toEqual([
      { account_id: '1001' },
    ]);
    const found = await books();
    await query('DELETE FROM transfer_notes');
    expect(await books()).toBe(found);
    expect(found).not.toContain('closed');
  });
});
