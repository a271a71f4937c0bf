import { eventView } from '../../src/core/monitors/monitor';
import { WebhookOutbox } from '../../src/core/notifications/webhooks/webhook-outbox';
import { Webhooks } from '../../src/core/notifications/webhooks/webhooks';
import { MonitorRunner } from '../../src/monitors/monitor-runner';
import { ENV } from '../../src/platform/config/env';
import { Loopback } from '../../src/platform/http/loopback';
import { ManagementServer } from '../../src/platform/observability/management-server';
import type { Tenant } from '../support/tenants';
import { startTestApi } from '../support/test-api';
import { until } from '../support/until';
import { actor, MonitorWorld } from './monitor-world';

describe('the runs of monitors', () => {
  let world: MonitorWorld;
  let tenant: Tenant;
  beforeAll(async () => {
    world = await MonitorWorld.start();
  });
  beforeEach(async () => {
    tenant = await world.api.tenants.create();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    Object.assign(world, { followers: 417, reels: '9 8 7', isBroken: false });
  });
  afterAll(() => world.stop());

  /** Kills the process, so to speak, when the call has been charged and nothing has been stored. */
  const killBeforeCommit = () => jest.spyOn(world.runs, 'end').mockRejectedValueOnce(new Error('killed'));
  const untilLost = (id: number, spy: jest.SpyInstance) =>
    until('the process is killed', async () => {
      await world.makeDue(id);
      await world.runner.run();
      return spy.mock.calls.length > 0;
    });

  it('report each change once, and nothing when a value stays, is missing or comes back', async () => {
    const id = await world.add(tenant);
    for (const followers of [417, 419, undefined, 419, 420]) {
      world.followers = followers;
      await world.run(id);
    }
    expect(await world.events(id)).toEqual(['417>419', '419>420']);
    expect(await world.charges(tenant)).toBe(6);
  });

  it('report new items with the webhook of each in one transaction, and the reader of events gets the same', async () => {
    const webhooks = world.api.app.get(Webhooks, { strict: false });
    const { accountId, key } = tenant;
    const hook = { accountId, url: 'https://hooks.example.com/m', events: ['monitor.event'], actor };
    await world.dataSource.transaction((db) => webhooks.create(db, hook));
    const id = await world.addReels(tenant);
    world.reels = '11 10 9';
    expect(await world.run(id)).toMatchObject({ outcome: 'changed' });
    expect(await world.run(id)).toMatchObject({ outcome: 'unchanged' });
    const { json, headers } = await world.api.get(`/monitors/${id}/events`, key);
    expect(json).toMatchObject({ items: [{ item_id: '10' }, { item_id: '11' }], next_cursor: null, has_more: false });
    expect([headers.get('x-cost-usd'), headers.get('x-list-end')]).toEqual(['0', 'no-cursor']);
    const sent = await world.query('SELECT body FROM webhook_deliveries WHERE account_id = $1 ORDER BY id', [
      accountId,
    ]);
    const data = sent.map(({ body }) => JSON.parse(body!).data).sort((one, other) => one.id - other.id);
    expect(data).toEqual(json.items.map((item: object) => ({ account_id: `${accountId}`, ...item })));
  });

  it('store neither events nor memory when the webhook cannot be queued, and find the change in the next attempt', async () => {
    const id = await world.add(tenant);
    world.followers = 420;
    const outbox = world.api.app.get(WebhookOutbox, { strict: false });
    const failing = jest.spyOn(outbox, 'add').mockRejectedValueOnce(new Error('killed'));
    await untilLost(id, failing);
    expect(await world.events(id)).toEqual([]);
    await world.loseLease(id);
    expect(await world.untilEnded(id)).toMatchObject({ outcome: 'changed' });
    expect(await world.events(id)).toEqual(['417>420']);
    expect(await world.charges(tenant)).toBe(2);
  });

  it('are charged once and report once when the process is killed between charge and commit', async () => {
    const id = await world.add(tenant);
    world.followers = 420;
    await untilLost(id, killBeforeCommit());
    expect(await world.charges(tenant)).toBe(2);
    const [charged] = await world.query('SELECT id FROM transfers WHERE account_id = $1 ORDER BY id DESC LIMIT 1', [
      tenant.accountId,
    ]);
    await world.loseLease(id);
    const run = await world.untilEnded(id);
    expect(run).toMatchObject({ outcome: 'changed', request_id: charged!.id });
    expect(await world.charges(tenant)).toBe(2);
    expect(await world.events(id)).toEqual(['417>420']);
  });

  it('are attempted again, and not postponed, when Loupe refuses the attempt after an interruption', async () => {
    const id = await world.add(tenant);
    world.followers = 420;
    await untilLost(id, killBeforeCommit());
    await world.loseLease(id);
    const refusal = { status: 503, headers: {}, body: '{"code":"service_unavailable","detail":"Not now."}' };
    const loopback = world.api.app.get(Loopback, { strict: false });
    const refused = jest.spyOn(loopback, 'get').mockResolvedValueOnce(refusal);
    await until('the attempt is refused', async () => {
      await world.runner.run();
      return refused.mock.calls.length > 0;
    });
    await world.loseLease(id);
    expect(await world.untilEnded(id)).toMatchObject({ outcome: 'changed' });
    expect(await world.charges(tenant)).toBe(2);
  });

  it('are skipped and say so, but never bought again, when they were interrupted too long ago', async () => {
    const id = await world.add(tenant);
    world.followers = 420;
    await untilLost(id, killBeforeCommit());
    const calls = world.upstreamCalls;
    await world.loseLease(id, '10 minutes');
    const run = await world.untilEnded(id);
    expect(run).toMatchObject({ outcome: 'skipped', reason: expect.stringContaining('interrupted') });
    expect([await world.charges(tenant), world.upstreamCalls]).toEqual([2, calls]);
    await world.run(id);
    expect(await world.events(id)).toEqual(['417>420']);
  });

  it('are not repeated after an interruption when the monitor was paused meanwhile', async () => {
    const id = await world.add(tenant);
    await untilLost(id, killBeforeCommit());
    const command = { accountId: tenant.accountId, monitorId: id, actor };
    await world.monitors.change(command, { isPaused: true });
    const calls = world.upstreamCalls;
    await world.loseLease(id);
    expect(await world.untilEnded(id)).toMatchObject({ outcome: 'skipped', reason: expect.stringContaining('paused') });
    expect(world.upstreamCalls).toBe(calls);
  });

  it('end once when a slow process and the one that took the run up both come back', async () => {
    const id = await world.add(tenant);
    world.followers = 420;
    const end = world.runs.end.bind(world.runs);
    const spy = jest.spyOn(world.runs, 'end').mockImplementationOnce(async () => undefined);
    await untilLost(id, spy);
    const [slowRun, slowResult] = spy.mock.calls[0]!;
    await world.loseLease(id);
    await world.untilEnded(id);
    await end(slowRun, slowResult);
    expect(await world.events(id)).toEqual(['417>420']);
  });

  it('find nothing when the upstream fails, and find the change in the next run', async () => {
    const id = await world.addReels(tenant);
    world.reels = '10 9 8';
    world.isBroken = true;
    const failed = await world.run(id);
    expect(failed).toMatchObject({ outcome: 'failed', code: 'upstream_error', reason: expect.any(String) });
    world.isBroken = false;
    await world.run(id);
    expect(await world.events(id)).toEqual(['10']);
  });

  it('are postponed, which is no failure, when the rate or the process has no room, and while the process drains', async () => {
    const id = await world.add(tenant);
    const loopback = world.api.app.get(Loopback, { strict: false });
    for (const [status, code] of [
      [429, 'too_many_requests'],
      [503, 'service_unavailable'],
    ] as const) {
      const headers = { 'x-request-id': '019a3c5e-7c1e-7d3a-9f2b-6c5d4e3f2a1b', 'retry-after': '1' };
      jest
        .spyOn(loopback, 'get')
        .mockResolvedValueOnce({ status, headers, body: JSON.stringify({ code, detail: 'Wait.' }) });
      expect(await world.run(id)).toMatchObject({ outcome: 'postponed', code });
      const [monitor] = await world.query(
        `SELECT failures, paused_at, next_run_at BETWEEN now() + interval '50 seconds' AND now() + interval '2 minutes' AS soon
         FROM monitors WHERE id = $1`,
        [id],
      );
      expect(monitor).toEqual({ failures: 0, paused_at: null, soon: true });
    }
    const management = world.api.app.get(ManagementServer, { strict: false });
    management.isDraining = true;
    try {
      await world.makeDue(id);
      await world.runner.run();
      expect(await world.query('SELECT FROM monitor_runs WHERE monitor_id = $1 AND ended_at IS NULL', [id])).toEqual(
        [],
      );
    } finally {
      management.isDraining = false;
    }
  });

  it('are shared by several runners and processes, and each due monitor runs once', async () => {
    const other = await startTestApi({
      DATABASE_URL: world.api.database.url,
      UPSTREAM_BASE_URL: world.api.app.get(ENV).UPSTREAM_BASE_URL,
    });
    try {
      const ids: number[] = [];
      for (let made = 0; made < 6; made++) ids.push(await world.add(tenant));
      world.followers = 500;
      const runners = [world.api, other].map(({ app }) => app.get(MonitorRunner, { strict: false }));
      await world.query('UPDATE monitors SET next_run_at = now() WHERE id = ANY ($1)', [ids]);
      await until('all have run', async () => {
        await Promise.all(runners.map((runner) => runner.run()));
        return (await Promise.all(ids.map((id) => world.events(id)))).every((events) => events.length > 0);
      });
      for (const id of ids) expect(await world.events(id)).toEqual(['417>500']);
      expect(await world.charges(tenant)).toBe(12);
    } finally {
      await other.stop();
    }
  });

  it('of one account take at most a tenth of its concurrency at once', async () => {
    const ids = [await world.add(tenant), await world.add(tenant), await world.add(tenant)];
    await world.query('UPDATE monitors SET next_run_at = now() WHERE id = ANY ($1)', [ids]);
    const limits = { runs: 10, runsOfAccount: 2, leaseSeconds: 60, againSeconds: 60 };
    const claimed = (await world.runs.claim(limits)).filter(({ accountId }) => accountId === tenant.accountId);
    expect(claimed.length).toBeLessThanOrEqual(2);
  });

  it('keep the interval on average, spread by up to 5%, and do not add up lateness', async () => {
    const id = await world.add(tenant);
    const [before] = await world.query('SELECT max(id) AS id FROM monitor_runs WHERE monitor_id = $1', [id]);
    await world.query(`UPDATE monitors SET next_run_at = now() - interval '1 minute' WHERE id = $1`, [id]);
    await world.untilEnded(id, before!.id);
    const [{ minutes }] = (await world.query(
      `SELECT extract(epoch FROM m.next_run_at - r.due_at) / 60 AS minutes FROM monitors m JOIN monitor_runs r ON r.monitor_id = m.id
       WHERE m.id = $1 ORDER BY r.id DESC LIMIT 1`,
      [id],
    )) as [{ minutes: string }];
    expect(Math.abs(Number(minutes) - 15)).toBeLessThanOrEqual(0.75);
  });

  it('survive the deletion of their monitor while they are under way', async () => {
    const id = await world.add(tenant);
    const spy = jest.spyOn(world.runs, 'end').mockImplementationOnce(async () => undefined);
    await untilLost(id, spy);
    const [run, result] = spy.mock.calls[0]!;
    await world.monitors.remove({ accountId: tenant.accountId, monitorId: id, actor });
    jest.restoreAllMocks();
    await world.runs.end(run, result);
    expect(await world.events(id)).toEqual([]);
  });

  it('are deleted but for the latest hundred, and events after 90 days', async () => {
    const id = await world.add(tenant);
    await world.query(
      `INSERT INTO monitor_runs (monitor_id, account_id, due_at, lease_id, leased_until, ended_at, outcome)
       SELECT $1, $2, now(), gen_random_uuid(), now(), now(), 'unchanged' FROM generate_series(1, 120)`,
      [id, tenant.accountId],
    );
    await world.query(
      `INSERT INTO monitor_events (monitor_id, account_id, at, item_id)
       SELECT $1, $2, now() - days * interval '1 day', days::text FROM unnest(ARRAY[91, 89]) AS days`,
      [id, tenant.accountId],
    );
    await world.runs.dropOld();
    expect(await world.query('SELECT FROM monitor_runs WHERE monitor_id = $1', [id])).toHaveLength(100);
    expect(await world.events(id)).toEqual(['89']);
  });

  it('give the reader pages in order, each event once, which go on after the last event', async () => {
    const { accountId, key } = tenant;
    const id = await world.addReels(tenant);
    const insert = (from: number, to: number) =>
      world.query(
        `INSERT INTO monitor_events (monitor_id, account_id, item_id) SELECT $1, $2, n::text FROM generate_series($3::int, $4::int) AS n`,
        [id, accountId, from, to],
      );
    await insert(1, 150);
    const read = async (cursor: string) => (await world.api.get(`/monitors/${id}/events${cursor}`, key)).json;
    const first = await read('');
    const second = await read(`?cursor=${first.next_cursor}`);
    expect([first.has_more, second.has_more, second.next_cursor]).toEqual([true, false, null]);
    const last = second.items.at(-1);
    await insert(151, 151);
    const third = await read(`?cursor=${last.id}`);
    const read150 = [...first.items, ...second.items, ...third.items];
    expect(read150.map(({ item_id }) => Number(item_id))).toEqual(Array.from({ length: 151 }, (_, n) => n + 1));
    expect(last).toEqual(
      eventView({
        ...{ id: Number(last.id), monitorId: id, at: new Date(last.at), itemId: '150', gap: null },
        field: null,
        before: null,
        after: null,
      }),
    );
  });

  it('are read only with a live key of the account, and with a cursor of theirs', async () => {
    const id = await world.add(tenant);
    const stranger = await world.api.tenants.create();
    const { key: testKey } = await world.api.tenants.addKey(tenant.accountId, { mode: 'test' });
    const path = `/monitors/${id}/events`;
    expect((await world.api.get(path, stranger.key)).json).toMatchObject({ status: 404, code: 'not_found' });
    expect((await world.api.get(path, stranger.key)).json.charged_usd).toBe('0');
    expect((await world.api.get(path, testKey)).json.status).toBeGreaterThanOrEqual(401);
    expect((await world.api.get(`${path}?cursor=x`, tenant.key)).json).toMatchObject({ code: 'invalid_cursor' });
    expect((await world.api.get('/monitors/99999999999999999999/events', tenant.key)).json.code).toBe('not_found');
  });

  it('carry an idempotency key that no caller may send', async () => {
    const headers = { 'idempotency-key': 'monitor 1 at 1795362000000' };
    const { json } = await world.api.get('/users/1001', tenant.key, headers);
    expect(json).toMatchObject({ status: 422, code: 'unprocessable_entity' });
  });
});
