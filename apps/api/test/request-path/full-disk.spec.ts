import { ChargeQueues } from '../../src/core/billing/charge-queues';
import { reconcile } from '../../src/core/billing/reconcile/reconcile';
import { Readiness } from '../../src/platform/observability/readiness';
import { startTestApi, type TestApi } from '../support/test-api';
import { until } from '../support/until';

describe('a database that can be read but not written', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.stop());

  it('makes the process unready, which then returns free 503s without upstream requests, until there is space again', async () => {
    const { accountId, key } = await api.tenants.create('1');
    const ask = () => api.get('/users/1001', key);
    expect((await ask()).status).toBe(200);
    // PostgreSQL reports this error for inserted rows when table files cannot grow.
    await api.database.dataSource.query(`
      CREATE FUNCTION fill_disk() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
      CREATE TRIGGER fill_disk BEFORE INSERT ON ledger.usage_rows FOR EACH ROW EXECUTE FUNCTION fill_disk()`);
    const refused = await ask();
    expect(refused.status).toBe(503);
    expect(refused.json).toMatchObject({ code: 'service_unavailable', charged_usd: '0', retryable: true });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const charges = api.app.get(ChargeQueues);
    await until('the process finds that it cannot charge', async () => {
      await ask();
      return !charges.isWritable;
    });
    await api.simulator.forget();
    for (const { status } of await Promise.all(Array.from({ length: 20 }, ask))) expect(status).toBe(503);
    expect(await api.simulator.seen()).toEqual([]);
    expect(await api.app.get(Readiness).failures()).toEqual(['charges cannot be committed']);
    // Dropping the trigger could deadlock: it locks the partitions before the table, and a charge locks the table first.
    await api.database.dataSource.query(`
      CREATE OR REPLACE FUNCTION fill_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$`);
    await charges.whenWritable();
    expect(await api.app.get(Readiness).failures()).toEqual([]);
    expect((await ask()).status).toBe(200);
    expect(await api.tenants.balanceMicros(accountId)).toBe(1_000_000n - 2n * 600n);
    expect(await reconcile(api.database.dataSource)).toEqual([]);
  });
});
