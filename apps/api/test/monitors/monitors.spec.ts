import { randomUUID } from 'node:crypto';
import { monitorLimits } from '../../src/core/monitors/monitor';
import { MonitorRunner } from '../../src/monitors/monitor-runner';
import { type Browser, DashboardWorld, type OwnerOfAccount } from '../dashboard/dashboard-world';
import { newToken, Program } from '../manage/program';
import { until } from '../support/until';
import { runMs } from './monitor-world';

describe('monitors', () => {
  let world: DashboardWorld;
  let owner: Browser & OwnerOfAccount;
  let key_id: string;
  beforeAll(async () => {
    world = await DashboardWorld.start();
  });
  beforeEach(async () => {
    owner = await world.ownerBrowser();
    await world.api.tenants.credit(owner.accountId, 1_000_000n);
    key_id = (await owner.post('/keys', { name: 'Live' })).json.id;
  });
  afterAll(() => world.stop());

  const watched = (changes: object = {}) => ({
    ...{ operation: 'users.by_id', parameters: { user_id: '1001' }, kind: 'changed', fields: ['follower_count'] },
    ...{ every_minutes: 15, key_id },
    ...changes,
  });
  const patch = (id: string, body: object, by: Browser = owner) => by.send('PATCH', `/monitors/${id}`, { body });
  /** Starts due runs, because the periodic job of the shared API may have ended. */
  const runDue = () => world.api.app.get(MonitorRunner, { strict: false }).run();
  const untilRun = (id: string, by: Browser = owner) => {
    const ran = async () => {
      await runDue();
      const { json } = await by.get(`/monitors/${id}`);
      return json.last_run?.ended_at && json.next_run_at ? json : undefined;
    };
    return until('it has run', ran, runMs);
  };

  it('say what they cost before they are created, and in the list', async () => {
    const { json } = await owner.get('/monitors/operations?every_minutes=15');
    expect(json).toMatchObject({ min_minutes: 15, max_minutes: 10_080, max_fields: 10 });
    const cost = { price_usd: '0.000600', daily_cost_usd: '0.057600' };
    expect(json.items).toContainEqual({ operation: 'users.by_id', kind: 'changed', ...cost });
    expect((await owner.post('/monitors', watched())).json).toMatchObject(cost);
    expect((await owner.get('/monitors')).json.items).toMatchObject([cost]);
    const slow = await owner.get('/monitors/operations?every_minutes=10080');
    expect(slow.json.items).toContainEqual(
      expect.objectContaining({ operation: 'users.by_username', daily_cost_usd: '0.000171' }),
    );
  });

  it('run at once, show their values, runs and events, and are changed, paused, resumed and deleted', async () => {
    const { json: created, status } = await owner.post('/monitors', watched({ name: 'Followers' }));
    expect({ status, ...created }).toMatchObject({
      status: 201,
      name: 'Followers',
      state: 'active',
      key_id,
      last_event: null,
    });
    const ran = await untilRun(created.id);
    expect(ran.values).toEqual([{ field: 'follower_count', value: expect.any(Number) }]);
    expect((await owner.get(`/monitors/${created.id}/runs`)).json.items).toEqual([ran.last_run]);
    expect(ran.last_run).toMatchObject({ outcome: 'baseline', code: null, request_id: expect.any(String), events: 0 });
    expect((await owner.get(`/monitors/${created.id}/events`)).json.items).toEqual([]);
    const points = (await owner.get(`/monitors/${created.id}/values`)).json.items;
    expect(points.map(({ value }: { value: number }) => value)).toEqual([ran.values[0].value, ran.values[0].value]);
    const changes = { name: 'Others', every_minutes: 60, fields: ['following_count', 'biography'] };
    expect((await patch(created.id, changes)).json).toMatchObject({ ...changes, daily_cost_usd: '0.014400' });
    const seen = await patch(created.id, { name: 'Mine', seen: { name: 'Followers' } });
    expect(seen.json).toMatchObject({ status: 409, reason: 'changed_meanwhile' });
    expect((await patch(created.id, { state: 'paused' })).json).toMatchObject({
      ...{ state: 'paused', pause_reason: 'member', next_run_at: null },
    });
    expect((await owner.post(`/monitors/${created.id}/run`)).json).toMatchObject({ status: 409, code: 'conflict' });
    expect((await patch(created.id, { state: 'active' })).json).toMatchObject({ state: 'active', pause_reason: null });
    expect((await owner.send('DELETE', `/monitors/${created.id}`)).status).toBe(204);
    expect((await owner.get(`/monitors/${created.id}`)).status).toBe(404);
    const audited = await world.dataSource.query(
      `SELECT action FROM audit_log WHERE account_id = $1 AND target_type = 'monitor' ORDER BY id`,
      [owner.accountId],
    );
    expect(audited.map(({ action }: { action: string }) => action.replace('monitor.', ''))).toEqual([
      ...['create', 'change', 'change', 'change', 'delete'],
    ]);
  });

  it('run once when the request is sent again', async () => {
    const { id } = (await owner.post('/monitors', watched())).json;
    await untilRun(id);
    const again = { 'idempotency-key': randomUUID() };
    const answers = [
      await owner.post(`/monitors/${id}/run`, {}, again),
      await owner.post(`/monitors/${id}/run`, {}, again),
    ];
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(answers[0]!.json).toEqual(answers[1]!.json);
    await until('it has run again', async () => {
      await runDue();
      return (await owner.get(`/monitors/${id}/runs`)).json.items.length === 2;
    });
    const create = { 'idempotency-key': randomUUID() };
    const made = [await owner.post('/monitors', watched(), create), await owner.post('/monitors', watched(), create)];
    expect(made[0]!.json).toEqual(made[1]!.json);
    expect((await owner.get('/monitors')).json.items).toHaveLength(2);
  });

  it('are refused with all faults of the request at once', async () => {
    const { json } = await owner.post(
      '/monitors',
      watched({ kind: 'new_items', parameters: { user_id: 'x', cursor: 'y', more: 'z' }, key_id: '999999' }),
    );
    expect(json.errors.map(({ parameter }: { parameter: string }) => parameter).sort()).toEqual([
      ...['key_id', 'kind', 'parameters.cursor', 'parameters.more', 'parameters.user_id'],
    ]);
    const wrong: [object, string][] = [
      [{ operation: 'users.followers' }, 'operation'],
      [{ every_minutes: 14 }, 'every_minutes'],
      [{ every_minutes: 10_081 }, 'every_minutes'],
      [{ fields: [] }, 'fields'],
      [{ fields: Array.from({ length: 11 }, (_, n) => `f${n}`) }, 'fields'],
      [{ fields: ['a..b'] }, 'fields'],
      [{ parameters: {} }, 'parameters.user_id'],
      [{ parameters: { user_id: 1 } }, 'parameters'],
      [{ operation: 'users.reels', kind: 'new_items' }, 'fields'],
    ];
    for (const [changes, parameter] of wrong) {
      const answer = await owner.post('/monitors', watched(changes));
      expect([changes, answer.json.errors?.map((error: { parameter: string }) => error.parameter)]).toEqual([
        changes,
        [parameter],
      ]);
    }
  });

  it('use only live keys of the account without a list of IP addresses', async () => {
    const stranger = await world.ownerBrowser();
    const revoked = (await owner.post('/keys', { name: 'Revoked' })).json.id;
    await owner.send('DELETE', `/keys/${revoked}`);
    const ids = [
      revoked,
      (await stranger.post('/keys', { name: 'Strange' })).json.id,
      (await owner.post('/keys', { name: 'Bound', allowed_ips: ['203.0.113.1'] })).json.id,
      `${(await world.api.tenants.addKey(owner.accountId, { mode: 'test' })).keyId}`,
    ];
    for (const id of ids) {
      const { json } = await owner.post('/monitors', watched({ key_id: id }));
      expect(json.errors).toMatchObject([{ parameter: 'key_id' }]);
    }
  });

  it('of a developer use only keys of this developer, and are changed only by this developer and by owners', async () => {
    const developer = await world.memberBrowser(owner.accountId, 'developer');
    const other = await world.memberBrowser(owner.accountId, 'developer');
    const viewer = await world.memberBrowser(owner.accountId, 'viewer');
    expect((await developer.post('/monitors', watched())).json.errors).toMatchObject([{ parameter: 'key_id' }]);
    const own = (await developer.post('/keys', { name: 'Own' })).json.id;
    const { json } = await developer.post('/monitors', watched({ key_id: own }));
    expect(json.state).toBe('active');
    for (const [by, status] of [
      [viewer, 403],
      [other, 403],
      [developer, 200],
      [owner, 200],
    ] as const)
      expect((await patch(json.id, { name: 'Changed' }, by)).status).toBe(status);
    expect((await viewer.get(`/monitors/${json.id}`)).json.name).toBe('Changed');
    const ofOwner = (await owner.post('/monitors', watched())).json.id;
    for (const [method, path] of [
      ['POST', `/monitors/${ofOwner}/run`],
      ['DELETE', `/monitors/${ofOwner}`],
    ] as const)
      expect((await developer.send(method, path, { ...(method === 'POST' && { body: {} }) })).status).toBe(403);
    await owner.send('DELETE', `/members/${developer.userId}`);
    const resumed = await patch(json.id, { state: 'active' });
    const [row] = await world.dataSource.query('SELECT developer_id FROM monitors WHERE id = $1', [json.id]);
    expect([resumed.status, row.developer_id]).toEqual([200, null]);
  });

  it('are the same below /manage, where a token makes and runs them', async () => {
    const program = new Program(world, (await newToken(owner)).token);
    const { json: created, status } = await program.post('/manage/monitors', watched());
    expect(status).toBe(201);
    await untilRun(created.id);
    expect((await program.get('/manage/monitors')).json.items).toMatchObject([{ id: created.id, values: [{}] }]);
    expect((await program.get(`/manage/monitors/${created.id}/runs`)).json.items).toMatchObject([
      { outcome: 'baseline' },
    ]);
    expect((await program.post(`/manage/monitors/${created.id}/run`, {})).status).toBe(202);
    const withoutKey = await program.post('/manage/monitors', watched(), { 'idempotency-key': undefined });
    expect(withoutKey.json).toMatchObject({ status: 422, errors: [{ parameter: 'Idempotency-Key' }] });
    expect((await program.send('DELETE', `/manage/monitors/${created.id}`)).status).toBe(204);
    const audit = (await program.get('/manage/audit')).json.items;
    expect(audit).toContainEqual(
      expect.objectContaining({ action: 'monitor.delete', target: { id: created.id, type: 'monitor' } }),
    );
  });

  it('are at most 200 an account, and 50 that are made on a day, deleted ones included', async () => {
    const { accountId } = owner;
    await world.dataSource.query(
      `INSERT INTO monitors (account_id, key_family_id, name, operation, parameters, kind, fields, every_minutes, paused_at, pause_reason)
       SELECT $1, $2, 'Filler', 'users.posts', '{}', 'new_items', '{}', 15, now(), 'member' FROM generate_series(1, $3::int)`,
      [accountId, key_id, monitorLimits.monitors],
    );
    expect((await owner.post('/monitors', watched())).json).toMatchObject({ status: 409, code: 'conflict' });
    await world.dataSource.query('DELETE FROM monitors WHERE account_id = $1', [accountId]);
    await world.dataSource.query(
      `INSERT INTO monitor_allowances VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 49) ON CONFLICT (account_id) DO UPDATE SET made = 49`,
      [accountId],
    );
    const answers = await Promise.all([1, 2, 3].map(() => owner.post('/monitors', watched())));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 429, 429]);
    await world.dataSource.query(`UPDATE monitor_allowances SET day = day - 1 WHERE account_id = $1`, [accountId]);
    expect((await owner.post('/monitors', watched())).status).toBe(201);
  });
});
