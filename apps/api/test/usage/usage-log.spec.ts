import { v7 } from 'uuid';
import { usageRequestFields } from '../../src/core/usage/usage-record';
import { usageRecord } from '../billing/charge-fixtures';
import { usageLogOn, usageTotalsOn } from '../support/services';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

describe('UsageLog', () => {
  let database: TestDatabase;
  const faults: unknown[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(() => faults.splice(0));

  const createLog = () => usageLogOn(database.dataSource, (error) => faults.push(error));
  const rowsOf = (accountId: number) =>
    database.dataSource.query('SELECT * FROM usage_rows WHERE account_id = $1 ORDER BY request_id', [accountId]);

  it('stores every row as not charged, whatever the price was', async () => {
    const log = createLog();
    const problem = JSON.stringify({ code: 'upstream_error', detail: 'a "quoted" \\ detail' });
    log.record(usageRecord(1, { status: 502, code: 'upstream_error', problem }));
    log.record(usageRecord(1, { priceMicros: 0n, units: 0, operation: 'system.balance' }));
    await log.flush();
    expect(await rowsOf(1)).toMatchObject([
      { status: 502, code: 'upstream_error', problem, charged: false, price_micros: '600' },
      { status: 200, code: null, problem: null, charged: false, price_micros: '0' },
    ]);
  });

  it('writes and counts a row once, although it was recorded twice', async () => {
    const record = usageRecord(2);
    for (const log of [createLog(), createLog()]) {
      log.record(record);
      await log.flush();
    }
    await usageTotalsOn(database.dataSource).count();
    expect(await rowsOf(2)).toHaveLength(1);
    expect(await database.dataSource.query('SELECT requests FROM ledger.usage_daily WHERE account_id = 2')).toEqual([
      { requests: '1' },
    ]);
  });

  it('continues to write after an empty flush', async () => {
    const log = createLog();
    await log.flush();
    log.record(usageRecord(9));
    await log.flush();
    expect(await rowsOf(9)).toHaveLength(1);
  });

  it('fails only the invalid row of a batch', async () => {
    const log = createLog();
    for (let index = 0; index < 7; index++) log.record(usageRecord(3, index === 3 ? { operation: '\u0000' } : {}));
    await log.flush();
    expect(await rowsOf(3)).toHaveLength(6);
    expect(log.dropped).toBe(1);
    expect(faults).toHaveLength(1);
  });

  it('drops a row whose day is years ahead because of a wrong clock', async () => {
    const log = createLog();
    log.record(usageRecord(4, { requestId: v7({ msecs: Date.UTC(2099, 0, 1) }) }));
    await log.flush();
    expect(log.dropped).toBe(1);
  });

  it('buffers rows during an outage of the database and writes them afterwards', async () => {
    let isAway = true;
    const query = (...statement: Parameters<typeof database.dataSource.query>) =>
      isAway ? Promise.reject(new Error('Connection terminated')) : database.dataSource.query(...statement);
    const log = usageLogOn({ query } as typeof database.dataSource, (error) => faults.push(error));
    log.record(usageRecord(5));
    await log.flush();
    expect(await rowsOf(5)).toEqual([]);
    isAway = false;
    await log.flush();
    expect(await rowsOf(5)).toHaveLength(1);
    expect(log.dropped).toBe(0);
  });

  it('stores a row without its problem if the problem is too long', async () => {
    const log = createLog();
    log.record(usageRecord(6, { status: 422, code: 'unprocessable_entity', problem: 'x'.repeat(5_000) }));
    await log.flush();
    expect(await rowsOf(6)).toMatchObject([{ problem: null, code: 'unprocessable_entity' }]);
  });

  it('writes the fields in the order of the database type `usage_request`', async () => {
    const fields = await database.dataSource.query(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'usage_request'::regclass ORDER BY attnum`,
    );
    expect(fields.map(({ name }: { name: string }) => name)).toEqual(Object.keys(usageRequestFields));
  });

  it('stores texts unchanged, whatever they contain', async () => {
    const problem = '{"detail":"a \\\\ \\"b\\", (c), \'d\' {e}\\n","empty":"","é":"😀"}\n';
    const log = createLog();
    log.record(usageRecord(7, { status: 404, code: 'a"b\\c,(d)', operation: 'NULL', problem }));
    await log.flush();
    expect(await rowsOf(7)).toMatchObject([{ problem, code: 'a"b\\c,(d)', operation: 'NULL' }]);
  });
});
