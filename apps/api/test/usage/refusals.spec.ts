import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { findDifferences } from '../../src/core/billing/reconcile/reconcile.repository';
import { Refusals } from '../../src/core/usage/refusals';
import { RequestLogRepository } from '../../src/core/usage/request-log.repository';
import { UsageLog } from '../../src/core/usage/usage-log';
import { clock } from '../../src/platform/clock';
import { createAccount, createQueue, usageRecord } from '../billing/charge-fixtures';
import { type Browser, DashboardWorld, type OwnerOfAccount } from '../dashboard/dashboard-world';
import { afterTest } from '../support/after-test';
import { usageLogOn, usageTotalsOn } from '../support/services';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

describe('refusals of requests', () => {
  let world: DashboardWorld;
  let owner: Browser & OwnerOfAccount;
  beforeAll(async () => {
    world = await DashboardWorld.start({});
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    owner = await world.ownerBrowser();
  });
  afterEach(() => jest.restoreAllMocks());

  const service = <T>(type: new (...given: never[]) => T) => world.api.app.get<T>(type as never, { strict: false });
  /** Waits, because refusals are recorded after their responses are sent. */
  const untilCounted = async (count: number) => {
    for (;;) {
      await service(Refusals).flush();
      await service(UsageLog).flush();
      const [{ sum }] = await world.dataSource.query(
        'SELECT sum(1 + coalesce(repeats, 0))::int AS sum FROM usage_rows WHERE account_id = $1',
        [owner.accountId],
      );
      if (sum >= count) return;
    }
  };

  it('for lack of balance or for the rate use one row per kind and minute, and are all in the totals', async () => {
    const { key } = await world.api.tenants.addKey(owner.accountId, { rate_per_second: 50 });
    // With a stopped clock, fifty requests are refused for lack of balance, and all others for their rate.
    jest.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
    const sent = await Promise.all(Array.from({ length: 500 }, () => world.api.get('/users/1001', key)));
    const responsesWith = (status: number) => sent.filter((answer) => answer.status === status).length;
    expect([responsesWith(402), responsesWith(429)]).toEqual([50, 450]);
    jest.restoreAllMocks();
    await untilCounted(500);

    const { json } = await owner.get('/requests');
    // Two kinds, in one or two minutes.
    expect(json.items.length).toBeLessThanOrEqual(4);
    const counted = (code: string) =>
      json.items
        .filter((item: { code: string }) => item.code === code)
        .reduce((sum: number, { requests }: { requests: number }) => sum + requests, 0);
    expect([counted('insufficient_balance'), counted('too_many_requests')]).toEqual([50, 450]);
    const example = json.items[0].request_id;
    expect((await owner.get(`/requests/${example}`)).json).toMatchObject({ problem: { request_id: example } });

    const overview = (await owner.get('/overview')).json;
    expect(overview.totals).toMatchObject({ requests: 500, charged_requests: 0, errors: 500, spend_usd: '0' });
    expect(overview.errors_by_code).toEqual([
      { code: 'too_many_requests', outcome: 'caller_error', requests: 450 },
      { code: 'insufficient_balance', outcome: 'caller_error', requests: 50 },
    ]);
    expect((await owner.get('/usage?group_by=operation')).json.items).toMatchObject([{ requests: 500, errors: 500 }]);
    const [names, ...lines] = (await owner.get('/requests.csv?code=too_many_requests')).text.trim().split('\r\n');
    const column = names!.split(',').indexOf('requests');
    expect(lines.reduce((sum, line) => sum + Number(line.split(',')[column]), 0)).toBe(450);
    expect(await findDifferences(world.dataSource)).toEqual([]);
  });

  it.each([
    ['address', `allowed_ips = '{203.0.113.7}'`, 401, 'unauthorized'],
    ['expiry', `expires_at = now() - interval '1 second'`, 401, 'unauthorized'],
    ['revocation', 'revoked_at = now()', 401, 'unauthorized'],
  ])('because of the key (%s) are shown to its owner', async (why, change, status, code) => {
    const { keyId, key } = await world.api.tenants.addKey(owner.accountId);
    await world.api.tenants.changeKey(keyId, change);
    const sent = await Promise.all(Array.from({ length: 20 }, () => world.api.get('/users/1001', key)));
    expect(new Set(sent.map((answer) => answer.status))).toEqual(new Set([status]));
    await untilCounted(20);
    const { items } = (await owner.get(`/requests?key_id=${keyId}`)).json;
    expect(items.length).toBeLessThanOrEqual(2);
    expect(items[0]).toMatchObject({ status, code, operation: 'users.by_id', key: { id: `${keyId}` } });
    expect(sent.map(({ json }) => json.request_id)).toContain(items[0].request_id);
    expect((await owner.get('/overview')).json).toMatchObject({ errors_by_code: [{ code, requests: 20 }] });
    const reasons = (await owner.get(`/keys/${keyId}/refusals`)).json.items;
    expect(reasons).toMatchObject([{ code, requests: 20, detail: sent[0]!.json.detail, operation: 'users.by_id' }]);
    expect(reasons[0].address).toBe(why === 'address' ? '127.0.0.1' : null);
    expect((await owner.get('/keys')).json.items[0]).toMatchObject({ id: `${keyId}`, refused_last_24_hours: 20 });
    expect((await owner.get(`/overview?key_id=${keyId}`)).json.totals).toMatchObject({ requests: 20 });
  });

  it('because of a suspended account are shown to its owner', async () => {
    const { key } = await world.api.tenants.addKey(owner.accountId);
    await world.api.tenants.suspend(owner.accountId);
    for (let sent = 0; sent < 5; sent++) expect((await world.api.get('/users/1001', key)).status).toBe(403);
    await untilCounted(5);
    expect((await owner.get('/requests?code=account_suspended')).json.items[0]).toMatchObject({ status: 403 });
    expect((await owner.get('/overview')).json.totals).toMatchObject({ requests: 5, charged_requests: 0 });
  });
});

describe('Refusals', () => {
  let database: TestDatabase;
  const lines: object[] = [];
  const log = { info: (line: object) => lines.push(line) } as unknown as Pick<Logger, 'info'>;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(() => lines.splice(0));
  afterEach(() => jest.restoreAllMocks());

  const create = () => {
    const usage = usageLogOn(database.dataSource);
    return { usage, refusals: new Refusals(database.dataSource, new RequestLogRepository(), usage, log) };
  };
  /** Records this many refusals of one kind, as the access log does. */
  const refuse = ({ usage, refusals }: ReturnType<typeof create>, times: number, accountId: number) => {
    for (let n = 0; n < times; n++) {
      const record = usageRecord(accountId, { status: 429, code: 'too_many_requests' });
      if (refusals.isFirst(accountId, `${accountId}`, record.requestId, () => ({ account: accountId })))
        usage.record(record);
    }
  };
  const countsOf = async (accountId: number) => {
    await usageTotalsOn(database.dataSource).count();
    const [row] = await database.dataSource.query(
      `SELECT (SELECT sum(1 + coalesce(repeats, 0)) FROM usage_rows WHERE account_id = $1)::int AS rows,
         (SELECT sum(requests) FROM ledger.usage_daily WHERE account_id = $1)::int AS totals`,
      [accountId],
    );
    return row;
  };

  it('adds up refusals of several processes and flushes, and counts a repeated flush once', async () => {
    const processes = [create(), create()];
    for (const round of [1, 2, 3]) {
      for (const one of processes) refuse(one, 10, 11);
      await Promise.all(processes.map(({ refusals }) => refusals.flush()));
      if (round === 1) expect(await countsOf(11)).toEqual({ rows: 20, totals: 20 });
    }
    const [{ request_id: requestId, repeats }] = await database.dataSource.query(
      'SELECT request_id, repeats FROM usage_rows WHERE account_id = 11',
    );
    const again = { requestId, accountId: 11, repeats };
    const rows = new RequestLogRepository();
    await Promise.all([1, 2].map(() => rows.countRepeats(database.dataSource, [again, { ...again, repeats: 2 }])));
    expect(await countsOf(11)).toEqual({ rows: 60, totals: 60 });
  });

  it('passes reconcile while the totals lag behind the refusals', async () => {
    const one = create();
    refuse(one, 5, 12);
    await one.refusals.flush();
    await countsOf(12);
    refuse(one, 5, 12);
    await one.refusals.flush();
    expect(await findDifferences(database.dataSource)).toEqual([]);
    expect(await countsOf(12)).toEqual({ rows: 10, totals: 10 });
    expect(await findDifferences(database.dataSource)).toEqual([]);
  });

  it('adds no repeats to the row of a request that was refused but charged after all', async () => {
    const one = create();
    const accountId = await createAccount(database.dataSource, 1_000_000n);
    const { queue } = createQueue(database.url);
    afterTest(() => queue.close());
    const record = usageRecord(accountId);
    await queue.charge(record);
    await countsOf(accountId);
    for (const requestId of [record.requestId, randomUUID(), randomUUID()])
      one.refusals.isFirst(accountId, 'service_unavailable', requestId, () => ({}));
    await one.refusals.flush();
    expect(await countsOf(accountId)).toEqual({ rows: 1, totals: 1 });
    expect(await findDifferences(database.dataSource)).toEqual([]);
  });

  it('writes one row per minute', async () => {
    const one = create();
    const startMs = Date.now();
    const now = jest.spyOn(clock, 'wallMs').mockReturnValue(startMs);
    refuse(one, 100, 13);
    expect(lines).toEqual([]);
    now.mockReturnValue(startMs + 60_000);
    refuse(one, 3, 13);
    expect(lines).toEqual([{ account: 13, repeats: 99 }]);
    await one.refusals.flush();
    const rows = await database.dataSource.query(
      'SELECT repeats FROM usage_rows WHERE account_id = 13 ORDER BY request_id',
    );
    expect(rows).toEqual([{ repeats: 99 }, { repeats: 2 }]);
  });

  it('drops the excess refusals of one account, but none of another account', () => {
    const { refusals } = create();
    const isRecorded = (accountId: number, kind: number) =>
      refusals.isFirst(accountId, `${accountId} ${kind}`, randomUUID(), () => ({}));
    const recorded = Array.from({ length: 30_000 }, (_, kind) => isRecorded(21, kind)).filter(Boolean);
    expect(recorded).toHaveLength(1_000);
    expect(isRecorded(22, 0)).toBe(true);
  });

  it('waits for an unreachable database with bounded memory', async () => {
    const one = create();
    const away = jest.spyOn(database.dataSource, 'query').mockRejectedValue(new Error('away'));
    for (let kind = 0; kind < 25_000; kind++)
      for (const _ of [1, 2]) one.refusals.isFirst(kind % 50, `kind ${kind}`, randomUUID(), () => ({}));
    expect(one.refusals.dropped).toBe(10_000);
    refuse(one, 1, 14);
    await one.refusals.flush().catch(() => undefined);
    away.mockRestore();
    const other = create();
    const unreachable = jest.spyOn(database.dataSource, 'query').mockRejectedValue(new Error('away'));
    refuse(other, 4, 14);
    await other.refusals.flush();
    unreachable.mockRestore();
    await other.refusals.flush();
    expect(await countsOf(14)).toEqual({ rows: 4, totals: 4 });
  });
});
