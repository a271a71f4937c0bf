import { v7 } from 'uuid';
import { LedgerRepository } from '../../src/core/billing/ledger.repository';
import { RequestAddresses } from '../../src/core/usage/request-addresses';
import { RequestAddressesRepository } from '../../src/core/usage/request-addresses.repository';
import { RequestLogRepository } from '../../src/core/usage/request-log.repository';
import { createAccount, createQueue, usageRecord } from '../billing/charge-fixtures';
import { usageLogOn } from '../support/services';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const startMs = Date.now();
const dayMs = 86_400_000;

describe('the request log', () => {
  let database: TestDatabase;
  let requests: RequestLogRepository;
  let ledger: LedgerRepository;
  let accountId: number;
  let strangerId: number;
  let ids: string[];

  beforeAll(async () => {
    database = await createTestDatabase();
    requests = new RequestLogRepository();
    ledger = new LedgerRepository();
    accountId = await createAccount(database.dataSource, 1_000_000n);
    strangerId = await createAccount(database.dataSource, 1_000_000n);
    const { queue } = createQueue(database.url);
    const log = usageLogOn(database.dataSource);
    ids = Array.from({ length: 20 }, (_, index) => v7({ msecs: startMs + index }));
    for (const [index, requestId] of ids.entries()) {
      const record = usageRecord(accountId, { requestId, keyId: index % 2, operation: `op.${index % 5}` });
      if (index % 4 === 3) log.record({ ...record, status: 502, code: 'upstream_error', problem: '{"status":502}' });
      else await queue.charge(record);
    }
    await queue.charge(usageRecord(strangerId, { requestId: v7({ msecs: startMs }) }));
    await log.flush();
    await queue.close();
  });
  afterAll(() => database.drop());

  const idsOf = (rows: { requestId: string }[]) => rows.map((row) => row.requestId);
  const newestFirst = (keep: (index: number) => boolean) => ids.filter((_, index) => keep(index)).reverse();

  it.each([
    ['key', { keyId: 1 }, (index: number) => index % 2 === 1],
    ['operation', { operation: 'op.2' }, (index: number) => index % 5 === 2],
    ['status', { status: 502 }, (index: number) => index % 4 === 3],
    ['code', { code: 'upstream_error' }, (index: number) => index % 4 === 3],
    ['time', { fromMs: startMs + 5, toMs: startMs + 9 }, (index: number) => index >= 5 && index < 9],
    [
      'several filters at once',
      { keyId: 1, status: 200, fromMs: startMs + 4 },
      (index: number) => index >= 4 && index % 4 === 1,
    ],
  ])('is filtered by %s', async (_what, filter, keep) => {
    expect(idsOf(await requests.list(database.dataSource, accountId, filter, 50))).toEqual(newestFirst(keep));
  });

  it('never shows another account’s request, by any id', async () => {
    expect(await requests.list(database.dataSource, strangerId, {}, 50)).toHaveLength(1);
    expect(await requests.find(database.dataSource, ids[0]!, strangerId)).toBeUndefined();
    expect(await ledger.find(database.dataSource, ids[0]!, strangerId)).toBeUndefined();
    expect(await requests.find(database.dataSource, "nonsense' OR true --", accountId)).toBeUndefined();
  });

  it('names the requests behind charges only to their own account', async () => {
    const newest = ids.toReversed();
    expect([...(await requests.names(database.dataSource, accountId, newest)).keys()].sort()).toEqual(ids);
    expect(await requests.names(database.dataSource, strangerId, newest)).toEqual(new Map());
  });

  it('stores request URLs separately, per account, with their own retention', async () => {
    const { dataSource } = database;
    const urls = new RequestAddresses(dataSource, new RequestAddressesRepository(), {
      REQUEST_ADDRESS_RETENTION_DAYS: 7,
    });
    const [first = '', second = ''] = ids;
    urls.record(first, accountId, '/users/1001?note=%22%7B,}"');
    urls.record(second, strangerId, '/users/1002');
    expect(await urls.find(accountId, [first, second])).toEqual(new Map([[first, '/users/1001?note=%22%7B,}"']]));
    await urls.dropOld(startMs + 6.9 * dayMs);
    expect((await urls.find(strangerId, [second])).size).toBe(1);
    await urls.dropOld(startMs + 7.1 * dayMs);
    expect((await urls.find(strangerId, [second])).size).toBe(0);
    const off = new RequestAddresses(dataSource, new RequestAddressesRepository(), {
      REQUEST_ADDRESS_RETENTION_DAYS: 0,
    });
    off.record(first, accountId, '/users/1001');
    expect((await off.find(accountId, [first])).size).toBe(0);
  });

  it('is accompanied by a ledger with the same paging, and with filters by kind and time', async () => {
    const charged = newestFirst((index) => index % 4 !== 3);
    const all = await ledger.list(database.dataSource, accountId, {}, 50);
    expect(all.filter((entry) => entry.kind === 'charge').map((entry) => entry.entryId)).toEqual(charged);
    expect(await ledger.list(database.dataSource, accountId, { kind: 'adjustment' }, 50)).toMatchObject([
      { amountMicros: 1_000_000n },
    ]);
    const page = await ledger.list(database.dataSource, accountId, { kind: 'charge', beforeEntryId: charged[3]! }, 2);
    expect(page.map((entry) => entry.entryId)).toEqual(charged.slice(4, 6));
    const within = await ledger.list(
      database.dataSource,
      accountId,
      { kind: 'charge', fromMs: startMs + 4, toMs: startMs + 7 },
      50,
    );
    expect(within.map((entry) => entry.entryId)).toEqual(newestFirst((index) => index >= 4 && index < 7));
  });
});
