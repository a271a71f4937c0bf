import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloseMonths } from '../../src/core/billing/month-close/close-months';
import { ClosedMonthsRepository } from '../../src/core/billing/month-close/closed-months.repository';
import { describeDifferences, reconcile } from '../../src/core/billing/reconcile/reconcile';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const filled = (name: string) => readFileSync(join(__dirname, name), 'utf8');

describe('ledger months and their close', () => {
  const directory = mkdtempSync(join(tmpdir(), 'loupe-month-close-'));
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await query(filled('months.sql'));
  });
  afterAll(async () => {
    await database.drop();
    rmSync(directory, { recursive: true, force: true });
  });

  const query = (sql: string, values?: unknown[]) => database.dataSource.query(sql, values);
  const report = async () => describeDifferences(await reconcile(database.dataSource, directory));
  const monthClose = (detailMonths?: number) =>
    new CloseMonths(database.dataSource, new ClosedMonthsRepository(), {
      LEDGER_DETAIL_MONTHS: detailMonths,
      LEDGER_EXPORT_DIR: directory,
    });
  const closeAt = (at: string, detailMonths?: number) => monthClose(detailMonths).run(Date.parse(at));
  const balances = () => query('SELECT account_id, balance_micros FROM ledger.accounts ORDER BY 1');
  const partitions = async () =>
    (
      await query(`SELECT relname FROM pg_class WHERE relnamespace = 'ledger'::regnamespace
        AND relkind = 'r' AND relname ~ '^transfers_2' ORDER BY 1`)
    ).map(({ relname }: { relname: string }) => relname.slice(-6));

  it('reconcile without a difference before any month is closed', async () => {
    expect(await report()).toBe('0 differences');
  });

  it('close three days after their end, also after a leap day and at a year’s end', async () => {
    expect(await closeAt('2024-02-03T23:59:59Z')).toEqual({ closed: [], dropped: [] });
    expect(await closeAt('2024-02-04T00:00:00Z')).toEqual({ closed: ['2024-01'], dropped: [] });
    expect(await closeAt('2024-03-03T23:59:59Z')).toEqual({ closed: [], dropped: [] });
    expect(await closeAt('2024-03-04T00:00:00Z')).toEqual({ closed: ['2024-02'], dropped: [] });
    expect((await closeAt('2025-01-03T12:00:00Z')).closed).toEqual(
      ['03', '04', '05', '06', '07', '08', '09', '10', '11'].map((month) => `2024-${month}`),
    );
    expect(await closeAt('2025-01-04T00:00:00Z')).toEqual({ closed: ['2024-12'], dropped: [] });
    expect(await report()).toBe('0 differences');
    expect(await query(`SELECT sum(transfers)::int AS all_transfers FROM closed_months`)).toEqual([
      (await query(`SELECT count(*)::int AS all_transfers FROM ledger.transfers WHERE created_at < '2025-01-01Z'`))[0],
    ]);
  });

  it('accept no transfer once closed, while open months do', async () => {
    const insert = (at: string) =>
      query(
        `INSERT INTO ledger.transfers (id, account_id, shard, house_account_id, amount_micros, balance_after_micros, kind)
         VALUES (first_request_id($1), 1001, shard_of(1001), 3, 1, 1, 'adjustment')`,
        [at],
      );
    await expect(insert('2024-12-31 23:59:59.999Z')).rejects.toThrow('violates check constraint "closed');
    await insert('2025-02-01Z');
    expect(await report()).toContain('balance: account 1001');
    await asOwner(`DELETE FROM ledger.transfers WHERE id = first_request_id('2025-02-01Z')`);
    expect(await report()).toBe('0 differences');
  });

  /** Applies changes that the service's role may not make, as someone who tampers with the ledger would. */
  async function asOwner(...statements: string[]): Promise<void> {
    const runner = database.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      const { relations } = (
        await runner.query(`SELECT string_agg(oid::regclass::text, ', ') AS relations FROM pg_class
          WHERE relnamespace = 'ledger'::regnamespace AND relname ~ '^transfers' AND relkind IN ('r', 'p')`)
      )[0];
      await runner.query(`GRANT UPDATE, DELETE ON ${relations} TO CURRENT_USER`);
      for (const statement of statements) await runner.query(statement);
      await runner.query(`REVOKE UPDATE, DELETE ON ${relations} FROM CURRENT_USER`);
      await runner.commitTransaction();
    } catch (error) {
      await runner.rollbackTransaction();
      throw error;
    } finally {
      await runner.release();
    }
  }

  /** Changes something, reads the report, and changes it back. */
  const reportBetween = async (change: () => Promise<unknown>, back: () => Promise<unknown>) => {
    await change();
    const found = await report();
    await back();
    expect(await report()).toBe('0 differences');
    return found;
  };
  const reportAfter = async (damage: string, mended: string) => {
    const [open, close] = ['DROP CONSTRAINT closed', 'ADD CONSTRAINT closed CHECK (false) NOT VALID'].map(
      (change) => `ALTER TABLE ledger.transfers_202403 ${change}`,
    ) as [string, string];
    return reportBetween(
      () => asOwner(open, damage, close),
      () => asOwner(open, mended, close),
    );
  };
  const inMarch = `id = (SELECT id FROM ledger.transfers WHERE created_at >= '2024-03-15Z' AND kind = 'charge' ORDER BY id LIMIT 1)`;

  it.each([
    ['an amount', 'amount_micros = amount_micros - 1', 'amount_micros = amount_micros + 1'],
    ['a balance', 'balance_after_micros = balance_after_micros + 1', 'balance_after_micros = balance_after_micros - 1'],
    [
      'a time',
      `created_at = (created_at AT TIME ZONE 'UTC' + interval '1 microsecond') AT TIME ZONE 'UTC'`,
      `created_at = (created_at AT TIME ZONE 'UTC' - interval '1 microsecond') AT TIME ZONE 'UTC'`,
    ],
  ])('reveal that %s of one closed row was changed', async (_what, change, back) => {
    const found = await reportAfter(
      `UPDATE ledger.transfers SET ${change} WHERE ${inMarch}`,
      `UPDATE ledger.transfers SET ${back} WHERE ${inMarch}`,
    );
    expect(found).toMatch(/^closed_rows: 2024-03, transfers 1 to \d+: expected \w{16}, found \w{16}\n1 difference$/);
  });

  it('reveal that a closed row was deleted', async () => {
    await query(`CREATE TABLE aside AS SELECT * FROM ledger.transfers WHERE ${inMarch}`);
    const found = await reportAfter(
      `DELETE FROM ledger.transfers WHERE ${inMarch}`,
      'INSERT INTO ledger.transfers SELECT * FROM aside; DROP TABLE aside',
    );
    expect(found).toMatch(/closed_rows: 2024-03, transfers 1 to \d+/);
    expect(found).toMatch(/closed_rows: 2024-03: expected \d+ transfers, found \d+ transfers/);
  });

  it.each([
    ['block_hashes', 'closed_rows: 2024-04', `block_hashes[1] = sha256(block_hashes[1])`],
    ['previous_hash', 'closed_chain: 2024-04, its beginning', 'previous_hash = sha256(previous_hash)'],
    ['totals_hash', 'closed_totals: 2024-04', 'totals_hash = sha256(totals_hash)'],
    ['hash', 'closed_chain: 2024-04, its end', 'hash = sha256(hash)'],
    ['transfers', 'closed_rows: 2024-04', 'transfers = transfers - 1'],
  ])('reveal that the hash chain was changed: %s', async (column, check, change) => {
    const [original] = await query(`SELECT ${column} AS value FROM closed_months WHERE month = '2024-04-01'`);
    const set = (value: string, ...values: unknown[]) =>
      query(`UPDATE closed_months SET ${value} WHERE month = '2024-04-01'`, values);
    const found = await reportBetween(
      () => set(change),
      () => set(`${column} = $1`, original.value),
    );
    expect(found).toContain(check);
  });

  it.each([
    ['ledger.month_accounts', 'closing_micros', 'closed_totals: 2024-05'],
    ['ledger.month_usage', 'charged_micros', 'closed_totals: 2024-05'],
    ['ledger.usage_daily', 'charged_micros', 'closed_usage: 2024-05-01'],
  ])('reveal that totals were changed: %s', async (table, column, check) => {
    const where = table === 'ledger.usage_daily' ? `day = '2024-05-10'` : `month = '2024-05-01'`;
    const change = (by: number) =>
      query(`UPDATE ${table} SET ${column} = ${column} + ${by} WHERE account_id = 1001 AND ${where}`);
    const found = await reportBetween(
      () => change(1),
      () => change(-1),
    );
    expect(found).toContain(check);
  });

  it('reveal that the constraint that closes a month, or the record of a closed month, is missing', async () => {
    await query('ALTER TABLE ledger.transfers_202406 DROP CONSTRAINT closed');
    expect(await report()).toBe('guards: guard closed of 2024-06: expected in force, found missing\n1 difference');
    await query('ALTER TABLE ledger.transfers_202406 ADD CONSTRAINT closed CHECK (false) NOT VALID');
    await query(`CREATE TABLE aside AS SELECT * FROM closed_months WHERE month = '2024-06-01'`);
    await query(`DELETE FROM closed_months WHERE month = '2024-06-01'`);
    expect(await report()).toContain('closed_chain: 2024-07: expected 2024-06 after 2024-05');
    await query('INSERT INTO closed_months SELECT * FROM aside; DROP TABLE aside');
    expect(await report()).toBe('0 differences');
  });

  it('refuse changes of closed rows even from a role with the rights to make them', async () => {
    await expect(asOwner(`UPDATE ledger.transfers SET kind = kind WHERE ${inMarch}`)).rejects.toThrow(
      /"closed(_\d+)?"/,
    );
  });

  it('are exported, and only then dropped, once they are older than LEDGER_DETAIL_MONTHS', async () => {
    const before = await balances();
    expect(await closeAt('2025-01-05Z')).toEqual({ closed: [], dropped: [] });
    expect((await closeAt('2025-01-05Z', 6)).dropped).toEqual(
      ['01', '02', '03', '04', '05', '06'].map((m) => `2024-${m}`),
    );
    expect(await partitions()).not.toContain('202406');
    expect(await partitions()).toContain('202407');
    expect(readdirSync(directory).sort()).toEqual(['01', '02', '03', '04', '05', '06'].map((m) => `2024-${m}`));
    expect(await balances()).toEqual(before);
    expect(await query('SELECT sum(balance_micros)::int AS sum FROM account_balances')).toEqual([{ sum: 0 }]);
    expect(await report()).toBe('0 differences');
    expect(await closeAt('2025-01-05Z', 6)).toEqual({ closed: [], dropped: [] });
  });

  it.each([
    ['the manifest', 'manifest.json', 'manifest.json has been changed'],
    ['a file', 'transfers-0001.csv.gz', 'transfers-0001.csv.gz has been changed'],
  ])('reveal that %s of an export was changed or lost', async (_what, name, finding) => {
    const path = join(directory, '2024-02', name);
    const original = readFileSync(path);
    const changed = Buffer.from(original);
    changed[changed.length >> 1]! ^= 1;
    writeFileSync(path, changed);
    expect(await report()).toMatch(new RegExp(`closed_export: 2024-02: .*${finding}\n1 difference`));
    rmSync(path);
    expect(await report()).toMatch(/closed_export: 2024-02: expected a whole export, found ENOENT.*\n1 difference/);
    writeFileSync(path, original);
    expect(await report()).toBe('0 differences');
    expect(statSync(path).size).toBe(original.length);
  });

  it('keep their rows when their export does not match them', async () => {
    const months = new ClosedMonthsRepository();
    jest.spyOn(months, 'blocks').mockImplementationOnce(async function* () {
      yield { rows: 1, bytes: Buffer.from('something else\n') };
    });
    const run = new CloseMonths(database.dataSource, months, { LEDGER_DETAIL_MONTHS: 5, LEDGER_EXPORT_DIR: directory });
    await expect(run.run(Date.parse('2025-01-05Z'))).rejects.toThrow(
      /^the export of 2024-07 is wrong, so its rows stay: 2024-07/,
    );
    expect(await partitions()).toContain('202407');
    await query(`UPDATE closed_months SET manifest_hash = NULL, exported_at = NULL WHERE month = '2024-07-01'`);
    expect(await report()).toBe('0 differences');
  });

  it('stay open while their totals differ from the ledger', async () => {
    const change = (by: number) =>
      query(
        `UPDATE ledger.usage_daily SET charged_micros = charged_micros + ${by} WHERE account_id = 1001 AND day = '2025-01-10'`,
      );
    await change(1);
    await expect(closeAt('2025-02-04Z')).rejects.toThrow(
      '2025-01 is not closed: totals and ledger of 1 accounts differ',
    );
    await change(-1);
    expect(await closeAt('2025-02-04Z')).toEqual({ closed: ['2025-01'], dropped: [] });
    expect(await report()).toBe('0 differences');
  });

  it('are checked from where an interrupted reconciliation stopped', async () => {
    const checkedParts: string[] = [];
    const progress = (finished: string[]) => ({
      finished: new Set(finished),
      finish: async (part: string) => {
        checkedParts.push(part);
        if (part === 'closed 2024-03') throw new Error('cut short');
      },
    });
    await expect(reconcile(database.dataSource, directory, progress([]))).rejects.toThrow('cut short');
    const done = checkedParts.splice(0);
    expect(
      await reconcile(database.dataSource, directory, {
        ...progress(done),
        finish: async (part) => void checkedParts.push(part),
      }),
    ).toEqual([]);
    expect(checkedParts[0]).toBe('closed 2024-04');
    expect(new Set([...done, ...checkedParts]).size).toBe(done.length + checkedParts.length);
  });
});
