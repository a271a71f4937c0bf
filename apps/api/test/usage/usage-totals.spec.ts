import { v7 } from 'uuid';
import { ensureUsagePartitions } from '../../src/core/usage/usage-partitions.repository';
import type { UsageTotals } from '../../src/core/usage/usage-totals';
import { type UsageTotalsQuery } from '../../src/core/usage/usage-totals.repository';
import { clock } from '../../src/platform/clock';
import { utcDay } from '../../src/platform/utc-days';
import { createAccount, createQueue, usageRecord } from '../billing/charge-fixtures';
import { afterTest } from '../support/after-test';
import { usageLogOn, usagePartitionsOn, usageTotalsOn } from '../support/services';
import { createTestDatabase, type TestDatabase, untilBlocked } from '../support/test-database';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Noon of today, so that rows an hour apart are on the same day. */
const noonMs = Math.floor(Date.now() / dayMs) * dayMs + 12 * hourMs;

describe('usage totals', () => {
  let database: TestDatabase;
  let totals: UsageTotals;
  let accountId: number;
  const query = (changes: Partial<UsageTotalsQuery>) =>
    totals.list({ accountId, fromDay: utcDay(noonMs), toDay: utcDay(noonMs), interval: 'day', by: [], ...changes });

  beforeAll(async () => {
    database = await createTestDatabase();
    totals = usageTotalsOn(database.dataSource);
    accountId = await createAccount(database.dataSource, 1_000_000n);
    const { queue } = createQueue(database.url);
    const at = (offsetMs: number) => v7({ msecs: noonMs + offsetMs });
    await Promise.all([
      queue.charge(usageRecord(accountId, { requestId: at(0), keyId: 11 })),
      queue.charge(usageRecord(accountId, { requestId: at(1), keyId: 12 })),
      queue.charge(usageRecord(accountId, { requestId: at(hourMs), keyId: 11, operation: 'posts.by_id' })),
      queue.charge(
        usageRecord(accountId, { requestId: at(2), keyId: 11, status: 404, code: 'profile_not_found', problem: '{}' }),
      ),
    ]);
    await totals.count();
    const log = usageLogOn(database.dataSource);
    log.record(usageRecord(accountId, { requestId: at(3), keyId: 11, status: 429, code: 'too_many_requests' }));
    log.record(usageRecord(accountId + 1, { requestId: at(3), keyId: 13 }));
    await log.flush();
    await queue.close();
  });
  afterAll(() => database.drop());

  it('include every row of the account as soon as it is written, and no row of another account', async () => {
    expect(await query({})).toMatchObject([
      { time: null, operation: null, keyId: null, requests: 5, chargedRequests: 4, errors: 1, chargedMicros: 2_400n },
    ]);
  });

  it('are grouped by hour, operation, key and error code', async () => {
    const noon = new Date(noonMs);
    const one = new Date(noonMs + hourMs);
    expect((await query({ interval: 'hour', by: ['time'] })).map((row) => [row.time, row.requests])).toEqual([
      [noon, 4],
      [one, 1],
    ]);
    expect((await query({ by: ['operation'] })).map((row) => [row.operation, row.requests])).toEqual([
      ['posts.by_id', 1],
      ['users.followers', 4],
    ]);
    expect((await query({ by: ['key'] })).map((row) => [row.keyId, row.requests])).toEqual([
      [11, 4],
      [12, 1],
    ]);
    expect((await query({ by: ['code'] })).map((row) => [row.code, row.requests, row.errors])).toEqual([
      ['', 3, 0],
      ['profile_not_found', 1, 0],
      ['too_many_requests', 1, 1],
    ]);
  });

  it('are filtered by operation, key and a range of days', async () => {
    expect(await query({ operation: 'posts.by_id' })).toMatchObject([{ requests: 1 }]);
    expect(await query({ keyIds: [12], interval: 'hour' })).toMatchObject([{ requests: 1 }]);
    const yesterday = utcDay(noonMs - dayMs);
    expect(await query({ fromDay: yesterday, toDay: yesterday })).toEqual([]);
    expect(await totals.requestsByKeySince(accountId, new Date(noonMs + hourMs), [11, 12])).toEqual(
      new Map([[11, { requests: 1, refused: 0 }]]),
    );
  });

  it('count each row once, however many processes count at once', async () => {
    const log = usageLogOn(database.dataSource);
    for (let index = 0; index < 500; index++) log.record(usageRecord(77, { requestId: v7({ msecs: noonMs }) }));
    const counting = Array.from({ length: 5 }, () => usageTotalsOn(database.dataSource).count());
    await Promise.all([log.flush(), ...counting]);
    await totals.count();
    const ofAccount = await database.dataSource.query('SELECT requests FROM ledger.usage_hourly WHERE account_id = 77');
    expect(ofAccount).toEqual([{ requests: '500' }]);
    expect(await database.dataSource.query('SELECT FROM ledger.usage_uncounted')).toEqual([]);
  });

  it('are counted on one connection for 50 concurrent reads, each of which has the rows written before it', async () => {
    const { dataSource } = database;
    const read = () => query({ accountId: 78 });
    const write = async () => {
      const log = usageLogOn(dataSource);
      log.record(usageRecord(78, { requestId: v7({ msecs: noonMs }) }));
      await log.flush();
    };
    await write();
    expect(await read()).toMatchObject([{ requests: 1 }]);
    await write();
    const other = dataSource.createQueryRunner();
    afterTest(() => other.release());
    await other.startTransaction();
    await other.query('SELECT FROM ledger.usage_hourly WHERE account_id = 78 AND shard = 14 FOR UPDATE');
    const early = Array.from({ length: 49 }, read);
    // If each read counted, they would hold all connections, and this would time out.
    await untilBlocked(dataSource);
    await write();
    const late = read();
    await other.commitTransaction();
    await Promise.all(early);
    expect(await late).toMatchObject([{ requests: 3 }]);
  });

  it('outlive the rows, which are dropped by day after their retention', async () => {
    const days = [41, 40, 39].map((ago) => utcDay(noonMs - ago * dayMs));
    await ensureUsagePartitions(database.dataSource, days);
    for (const ago of [41, 40, 39]) {
      await database.dataSource.query(
        `INSERT INTO ledger.usage_rows (request_id, account_id, shard, key_id, operation, status, units, price_micros, charged,
           upstream_ms, total_ms, response_bytes)
         VALUES ($1, 88, shard_of(88), 1, 'users.by_id', 200, 1, 600, true, 1, 1, 1)`,
        [v7({ msecs: noonMs - ago * dayMs })],
      );
    }
    await database.dataSource.query(
      `INSERT INTO ledger.usage_uncounted SELECT account_id, shard, array_agg(request_id) FROM ledger.usage_rows WHERE account_id = 88 GROUP BY 1, 2`,
    );
    await totals.count();
    await Promise.all([1, 2].map(() => usagePartitionsOn(database.dataSource, 40).run(noonMs)));
    expect(await database.dataSource.query('SELECT FROM usage_rows WHERE account_id = 88')).toHaveLength(2);
    const rows = await totals.list({
      accountId: 88,
      fromDay: days[0]!,
      toDay: days[2]!,
      interval: 'day',
      by: ['time'],
    });
    expect(rows).toHaveLength(3);
    expect(
      await database.dataSource.query(`SELECT to_regclass('usage_rows_' || $1) AS gone`, [
        days[0]!.replaceAll('-', ''),
      ]),
    ).toEqual([{ gone: null }]);
  });

  it('lose no rows when the clock of this machine is years ahead of the database’s clock', async () => {
    const spoilt = jest.spyOn(clock, 'wallMs').mockReturnValue(clock.wallMs() + 1_000 * dayMs);
    try {
      await usagePartitionsOn(database.dataSource, 40).runToday();
    } finally {
      spoilt.mockRestore();
    }
    const today = `ledger.usage_rows_${utcDay(Date.now()).replaceAll('-', '')}`;
    expect(await database.dataSource.query('SELECT to_regclass($1)::text AS name', [today])).toEqual([{ name: today }]);
  });

  it('lose no row of the next seven days, because its partition is prepared', async () => {
    await usagePartitionsOn(database.dataSource, 40).prepare(noonMs);
    const log = usageLogOn(database.dataSource);
    log.record(usageRecord(99, { requestId: v7({ msecs: noonMs + 7 * dayMs }) }));
    await log.flush();
    expect(log.dropped).toBe(0);
  });
});
