import { KeySetRefresher } from '../../src/core/auth/key-set.refresher';
import { ApiKeys } from '../../src/core/auth/lifecycle/api-keys';
import { reconcile } from '../../src/core/billing/reconcile/reconcile';
import type { Tenant } from '../support/tenants';
import { until } from '../support/until';
import { actor, MonitorWorld } from './monitor-world';

describe('the money of monitors', () => {
  let world: MonitorWorld;
  beforeAll(async () => {
    world = await MonitorWorld.start();
  });
  afterEach(() => {
    world.isBroken = false;
  });
  afterAll(async () => {
    expect(await reconcile(world.dataSource)).toEqual([]);
    await world.stop();
  });

  const monitorOf = async (id: number) => (await world.query('SELECT * FROM monitors WHERE id = $1', [id]))[0]!;

  /** What stops a monitor: how it is made, what happens then, and the reason that is told. */
  const stops: [
    reason: string,
    add: (tenant: Tenant) => Promise<number>,
    stop: (tenant: Tenant, id: number) => Promise<unknown>,
  ][] = [
    [
      'key_ended',
      (tenant) => world.add(tenant),
      ({ accountId, keyId }) => world.api.app.get(ApiKeys, { strict: false }).revoke({ accountId, keyId, actor }),
    ],
    [
      'key_restricted',
      (tenant) => world.add(tenant),
      ({ keyId }) => world.api.tenants.changeKey(keyId, `allowed_ips = '{203.0.113.1}'`),
    ],
    ['account_suspended', (tenant) => world.add(tenant), ({ accountId }) => world.api.tenants.suspend(accountId)],
    [
      'developer_removed',
      async (tenant) => {
        const [user] = await world.query(
          `INSERT INTO users (email, role, account_id) VALUES ($1, 'developer', $2) RETURNING id`,
          [`developer-${tenant.accountId}@example.com`, tenant.accountId],
        );
        return world.add(tenant, { developerId: Number(user!.id) });
      },
      ({ accountId }) => world.query('DELETE FROM users WHERE account_id = $1', [accountId]),
    ],
    ['insufficient_balance', (tenant) => world.add(tenant), (_, id) => world.run(id)],
    [
      'key_cap_reached',
      async (tenant) => {
        const caps = { dailyCapMicros: 600n, monthlyCapMicros: null };
        const keys = world.api.app.get(ApiKeys, { strict: false });
        const { id } = await keys.create(tenant.accountId, { name: 'Capped', ...caps }, actor);
        await world.api.app.get(KeySetRefresher).refresh();
        return world.add({ ...tenant, keyId: id });
      },
      (_, id) => world.run(id),
    ],
    [
      'failing',
      (tenant) => world.add(tenant),
      async (_, id) => {
        world.isBroken = true;
        for (let run = 0; run < 10; run++) await world.run(id);
        world.isBroken = false;
      },
    ],
  ];

  it.each(stops)('pauses a monitor for %s, tells it once, and spends nothing afterwards', async (reason, add, stop) => {
    const tenant = await world.api.tenants.create(reason === 'insufficient_balance' ? '0.001' : '10');
    const id = await add(tenant);
    await stop(tenant, id);
    await until('the monitor is paused', async () => {
      await Promise.all([world.runs.pauseStopped(), world.runs.pauseStopped()]);
      return (await monitorOf(id)).paused_at !== null;
    });
    expect(await monitorOf(id)).toMatchObject({ pause_reason: reason });
    for (let time = 0; time < 2; time++) await world.notifications.createDue();
    const told = await world.query(
      `SELECT detail FROM notifications WHERE account_id = $1 AND event = 'monitor.paused'`,
      [tenant.accountId],
    );
    expect(told).toEqual([{ detail: { monitor_id: `${id}`, monitor_name: 'Followers', reason } }]);
    const audited = `SELECT detail FROM audit_log WHERE account_id = $1 AND action = 'monitor.pause'`;
    expect(await world.query(audited, [tenant.accountId])).toEqual([{ detail: { reason } }]);

    const [charges, calls] = [await world.charges(tenant), world.upstreamCalls];
    await world.makeDue(id);
    await world.runner.run();
    expect(await world.query('SELECT FROM monitor_runs WHERE monitor_id = $1 AND ended_at IS NULL', [id])).toEqual([]);
    expect([await world.charges(tenant), world.upstreamCalls]).toEqual([charges, calls]);
    expect(charges).toBe(1);
  });

  it('tells of each monitor that an empty balance pauses', async () => {
    const tenant = await world.api.tenants.create('0.0012');
    const ids = [await world.add(tenant), await world.add(tenant)];
    for (const id of ids) expect(await world.run(id)).toMatchObject({ outcome: 'paused' });
    await world.notifications.createDue();
    const told = await world.query(
      `SELECT detail->>'monitor_id' AS id FROM notifications WHERE account_id = $1 AND event = 'monitor.paused' ORDER BY 1`,
      [tenant.accountId],
    );
    expect(told.map(({ id }) => Number(id)).sort()).toEqual(ids.sort());
  });

  it('is the price of each run, as an ordinary request of its key in the request log', async () => {
    const tenant = await world.api.tenants.create('1');
    const id = await world.add(tenant);
    for (let run = 0; run < 3; run++) await world.run(id);
    expect(await world.api.tenants.balanceMicros(tenant.accountId)).toBe(1_000_000n - 4n * 600n);
    const runs = await world.query('SELECT request_id FROM monitor_runs WHERE monitor_id = $1 ORDER BY id', [id]);
    const logged = await world.query(
      `SELECT request_id, key_id, operation, charged FROM ledger.usage_rows WHERE account_id = $1 ORDER BY request_id`,
      [tenant.accountId],
    );
    expect(logged).toEqual(
      runs.map(({ request_id }) => ({
        request_id,
        key_id: `${tenant.keyId}`,
        operation: 'users.by_id',
        charged: true,
      })),
    );
  });

  it('comes from the newer key after a rotation, which pauses nothing', async () => {
    const tenant = await world.api.tenants.create();
    const id = await world.add(tenant);
    const { accountId, keyId } = tenant;
    const newer = await world.api.app.get(ApiKeys, { strict: false }).rotate({ accountId, keyId, actor }, 0);
    await world.api.app.get(KeySetRefresher).refresh();
    await world.runs.pauseStopped();
    expect(await world.run(id)).toMatchObject({ outcome: 'unchanged' });
    const [last] = await world.query(
      'SELECT key_id FROM ledger.usage_rows WHERE account_id = $1 ORDER BY request_id DESC LIMIT 1',
      [accountId],
    );
    expect(last).toEqual({ key_id: `${newer.id}` });
  });

  it('pays again when a member resumes a monitor, with a run at once', async () => {
    const tenant = await world.api.tenants.create('0.0006');
    const id = await world.add(tenant);
    expect(await world.run(id)).toMatchObject({ outcome: 'paused', code: 'insufficient_balance' });
    await world.api.tenants.credit(tenant.accountId, 600n);
    const command = { accountId: tenant.accountId, monitorId: id, actor };
    const [{ id: before }] = (await world.query('SELECT max(id) AS id FROM monitor_runs WHERE monitor_id = $1', [
      id,
    ])) as [{ id: string }];
    await world.monitors.change(command, { isPaused: false });
    expect(await world.untilEnded(id, before)).toMatchObject({ outcome: 'unchanged' });
    expect(await world.charges(tenant)).toBe(2);
  });
});
