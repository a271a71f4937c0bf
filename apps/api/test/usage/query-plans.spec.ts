import type { DataSource } from 'typeorm';
import { LedgerRepository } from '../../src/core/billing/ledger.repository';
import { RequestLogRepository } from '../../src/core/usage/request-log.repository';
import { ensureUsagePartitions } from '../../src/core/usage/usage-partitions.repository';
import { type UsageTotalsPage, UsageTotalsRepository } from '../../src/core/usage/usage-totals.repository';
import { utcDay } from '../../src/platform/utc-days';
import { planNodes } from '../support/plan-nodes';
import { usagePartitionsOn, usageTotalsOn } from '../support/services';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const dayMs = 86_400_000;
const days = 20;
const todayMs = Math.floor(Date.now() / dayMs) * dayMs;
const accountId = 1001;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Rows Removed by Filter'?: number;
}

describe('dashboard queries on a large log', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    const { dataSource } = database;
    await dataSource.query(`INSERT INTO accounts (kind, name) VALUES ('customer', 'A'), ('customer', 'B')`);
    // All rows are in one shard, so that its tables are large on a cluster, too.
    for (let ago = 0; ago < days; ago++) {
      const day = utcDay(todayMs - ago * dayMs);
      await ensureUsagePartitions(dataSource, [day]);
      await dataSource.query(
        `INSERT INTO ledger.usage_rows (request_id, account_id, shard, key_id, operation, status, code, units, price_micros, charged,
           upstream_ms, total_ms, response_bytes)
         SELECT overlay(first_request_id($1::timestamptz + n * interval '14 s')::text PLACING '7000-8' FROM 15 FOR 6)::uuid,
           ${accountId} + n % 10 * 32, shard_of(${accountId}), n % 8, 'op.' || n % 7, CASE WHEN n % 30 = 0 THEN 404 ELSE 200 END,
           CASE WHEN n % 30 = 0 THEN 'not_found' END, 1, 600, true, 1, 1, 1 FROM generate_series(1, 6000) AS n`,
        [`${day}T00:00:00Z`],
      );
    }
    await dataSource.query(
      `INSERT INTO api_keys (id, account_id, hash, prefix, name)
       SELECT n, ${accountId}, sha256(convert_to(n::text, 'UTF8')), 'abcdefgh', 'k' FROM generate_series(0, 4999) AS n`,
    );
    await dataSource.query(
      'INSERT INTO ledger.usage_uncounted SELECT account_id, shard, array_agg(request_id) FROM ledger.usage_rows GROUP BY 1, 2',
    );
    await dataSource.query(
      `INSERT INTO ledger.transfers (id, account_id, shard, house_account_id, amount_micros, balance_after_micros, kind)
       SELECT request_id, account_id, shard, 1, -600, 0, 'charge' FROM ledger.usage_rows`,
    );
    await usageTotalsOn(dataSource).count();
    await usagePartitionsOn(dataSource, 90).run(Date.now());
    await dataSource.query('ANALYZE');
  });
  afterAll(() => database.drop());

  async function executed(read: (dataSource: DataSource) => Promise<unknown>): Promise<Plan[]> {
    let last: [string, unknown[]] | undefined;
    const query = (sql: string, values: unknown[] = []) => {
      last = [sql, values];
      return database.dataSource.query(sql, values);
    };
    await read({ query } as unknown as DataSource);
    const [row] = await database.dataSource.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${last![0]}`, last![1]);
    return planNodes(row['QUERY PLAN']);
  }

  const partitionsIn = (nodes: Plan[]) => {
    const read = nodes.filter((node) => node['Actual Rows']! > 0).flatMap((node) => node['Relation Name'] ?? []);
    return new Set(read.filter((name) => name.startsWith('usage_rows_')));
  };
  /** How the tables were read, except the empty partitions of future days. */
  const scansOf = (nodes: Plan[]) =>
    nodes
      .filter((node) => node['Actual Rows']! > 0 || node['Rows Removed by Filter']! > 0)
      .map((node) => node['Node Type'])
      .filter((type) => type.endsWith('Scan'));
  const log = (filter: Parameters<RequestLogRepository['list']>[2]) => (dataSource: DataSource) =>
    new RequestLogRepository().list(dataSource, accountId, filter, 50);
  const ledger = (filter: Parameters<LedgerRepository['list']>[2]) => (dataSource: DataSource) =>
    new LedgerRepository().list(dataSource, accountId, filter, 50);
  const totals = (interval: 'hour' | 'day', page?: UsageTotalsPage) => (dataSource: DataSource) =>
    new UsageTotalsRepository().list(
      dataSource,
      {
        accountId,
        fromDay: utcDay(todayMs - 15 * dayMs),
        toDay: utcDay(todayMs),
        interval,
        by: ['time', 'operation', 'key'],
      },
      page,
    );
  const tenDaysAgo = { fromMs: todayMs - 10 * dayMs, toMs: todayMs - 9 * dayMs };

  it.each([
    ['the newest page of the request log', log({})],
    ['a page of the requests with a key', log({ keyId: 3 })],
    ['a page of the requests to an operation that was never called', log({ operation: 'none' })],
    ['a page of the requests with a status', log({ status: 404 })],
    ['a page of the requests with a status that never occurred', log({ status: 504 })],
    ['a page of the requests with an error code', log({ code: 'not_found' })],
    ['a page of the requests of a past day', log(tenDaysAgo)],
    ['a page of the ledger', ledger({})],
    ['a page of top-ups', ledger({ kind: 'top_up' })],
    ['a page of the ledger’s entries of a past day', ledger(tenDaysAgo)],
    [
      'a receipt',
      (dataSource: DataSource) => new LedgerRepository().find(dataSource, '018f4e2a-0000-7000-8000-000000000000'),
    ],
    [
      'the spending before a day',
      (dataSource: DataSource) => new UsageTotalsRepository().spentBefore(dataSource, accountId, utcDay(todayMs)),
    ],
    [
      'a month’s entries other than charges',
      (dataSource: DataSource) =>
        new LedgerRepository().sumsByDay(dataSource, accountId, todayMs - 30 * dayMs, todayMs),
    ],
    [
      'the reasons why a key was refused',
      (dataSource: DataSource) => new RequestLogRepository().refused(dataSource, accountId, [3], todayMs - 7 * dayMs),
    ],
    ['totals per day', totals('day')],
    ['totals per hour', totals('hour')],
  ])('read %s only through indexes', async (_what, read) => {
    const scans = scansOf(await executed(read));
    expect(scans.filter((scan) => scan === 'Seq Scan')).toEqual([]);
  });

  it('read no more days than necessary', async () => {
    expect(partitionsIn(await executed(log({}))).size).toBe(1);
    expect(partitionsIn(await executed(log(tenDaysAgo))).size).toBe(1);
    const found = (dataSource: DataSource) =>
      new RequestLogRepository().find(dataSource, '018f4e2a-0000-7000-8000-000000000000', accountId);
    expect(partitionsIn(await executed(found)).size).toBe(0);
  });

  it.each(['hour', 'day'] as const)('read few more rows of the totals per %s than a page shows', async (interval) => {
    const after = { time: new Date(todayMs - 10 * dayMs), key: 3, operation: 'op.5' };
    for (const page of [{ limit: 20 }, { limit: 20, after }]) {
      const nodes = await executed(totals(interval, page));
      const read = nodes.map((node) => node['Actual Rows']! + (node['Rows Removed by Filter'] ?? 0));
      expect(Math.max(...read)).toBeGreaterThanOrEqual(20);
      expect(Math.max(...read)).toBeLessThan(100);
    }
  });

  it('find separate indexes of keys and operations in the partition of a past day', async () => {
    const sql = `SELECT count(*) FROM pg_indexes WHERE tablename = $1 AND indexname ~ '_(key|operation)$'`;
    const indexesOf = async (agoMs: number) => {
      const [{ count }] = await database.dataSource.query(sql, [
        `usage_rows_${utcDay(todayMs - agoMs).replaceAll('-', '')}`,
      ]);
      return Number(count);
    };
    expect([await indexesOf(0), await indexesOf(2 * dayMs)]).toEqual([0, 2]);
  });
});
