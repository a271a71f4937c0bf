import { UsageLog } from '../../src/core/usage/usage-log';
import { beginWithinOneHour, hourHookTimeoutMs } from '../support/hours';
import { type Browser, DashboardWorld, type OwnerOfAccount } from './dashboard-world';

describe('the support triage', () => {
  let world: DashboardWorld;
  let support: Browser & { email: string };
  let busy: Browser & OwnerOfAccount;
  let quiet: Browser & OwnerOfAccount;
  let key: { id: string; key: string };

  beforeAll(async () => {
    await beginWithinOneHour();
    world = await DashboardWorld.start({});
    [support, busy, quiet] = await Promise.all([world.supportBrowser(), world.ownerBrowser(), world.ownerBrowser()]);
    await world.topUp(support, busy.accountId, '0.002');
    await world.topUp(support, quiet.accountId, '50');
    key = (await busy.post('/keys', { name: 'Busy' })).json;
    for (const path of ['/users/1001', '/users/1001', '/users/1005', '/users/abc']) await world.api.get(path, key.key);
    await world.api.app.get(UsageLog, { strict: false }).flush();
    await busy.get('/overview');
  }, hourHookTimeoutMs);
  afterAll(() => world.stop());

  const listed = async (query: string) =>
    (await support.get(`/support/accounts?${query}`)).json.items.map(({ id }: { id: string }) => Number(id));

  it('lists a customer with its spend, the days that its balance lasts, and its failures', async () => {
    const { items } = (await support.get(`/support/accounts?query=${encodeURIComponent(busy.email)}`)).json;
    expect(items[0].activity).toMatchObject({ spent_usd: '0.001800', days_left: 0, requests: 4, failed: 1 });
    expect(items[0].activity.spent_by_day_usd).toEqual([...Array(6).fill('0'), '0.001800']);
    // The overview and the list answer from one function, also for an account of today.
    expect(items[0].activity.days_left).toBe((await busy.get('/overview')).json.days_left);
    const idle = (await support.get(`/support/accounts?query=${encodeURIComponent(quiet.email)}`)).json.items[0];
    expect(idle.activity).toMatchObject({ spent_usd: '0', days_left: null, requests: 0, last_call_at: null });
  });

  it('filters and sorts customers by balance, spend, failures and age', async () => {
    expect(await listed('view=low')).toEqual([busy.accountId]);
    expect(await listed('view=new')).toEqual(expect.arrayContaining([busy.accountId, quiet.accountId]));
    for (const sort of ['days_left', 'spend', 'failing']) {
      const ids = await listed(`sort=${sort}`);
      expect(ids.slice(0, 2)).toEqual([busy.accountId, quiet.accountId]);
    }
    expect((await listed('sort=newest')).slice(0, 2).sort()).toEqual([busy.accountId, quiet.accountId].sort());
    expect((await support.get('/support/accounts?view=rich')).status).toBe(422);
  });

  it('shows the reason for a suspension while it lasts', async () => {
    const path = `/support/accounts/${quiet.accountId}`;
    expect((await support.get(path)).json.suspension).toBeNull();
    await support.post(`${path}/suspend`, { note: 'Card refused' });
    expect((await support.get(path)).json.suspension).toMatchObject({ reason: 'Card refused', by: support.email });
    expect(await listed('view=suspended')).toEqual([quiet.accountId]);
    await support.post(`${path}/resume`, { note: 'Paid' });
    expect((await support.get(path)).json.suspension).toBeNull();
  });

  it('pins notes to an account until they are removed, and audits the creation and the removal', async () => {
    const path = `/support/accounts/${busy.accountId}`;
    const { status, json: note } = await support.post(`${path}/notes`, { text: 'Pays by invoice' });
    expect(status).toBe(201);
    expect((await support.get(path)).json.notes).toEqual([
      { id: note.id, author: support.email, text: 'Pays by invoice', created_at: expect.any(String) },
    ]);
    expect((await support.send('DELETE', `/support/accounts/${quiet.accountId}/notes/${note.id}`)).status).toBe(404);
    expect((await support.send('DELETE', `${path}/notes/${note.id}`)).status).toBe(204);
    expect((await support.get(path)).json.notes).toEqual([]);
    const { items } = (await support.get(`/support/audit?account_id=${busy.accountId}`)).json;
    expect(items.map(({ action }: { action: string }) => action).slice(0, 2)).toEqual(['note.remove', 'note.create']);
    expect(items[0].details).toEqual({ text: 'Pays by invoice' });
  });

  it('names customers and keys in the audit log', async () => {
    const { items } = (await support.get(`/support/audit?account_id=${busy.accountId}&action=key.create`)).json;
    expect(items).toMatchObject([
      { account_name: `Account of ${busy.email}`, target: { type: 'key', id: key.id, name: 'Busy' } },
    ]);
  });

  it('shows with a rate request how the key is used', async () => {
    await busy.post(`/keys/${key.id}/rate-request`, { requests_per_second: 2_000, reason: 'More' });
    const { items } = (await support.get('/support/rate-requests')).json;
    expect(items[0].facts).toEqual({
      balance_usd: '0.000200',
      spent_7_days_usd: '0.001800',
      requests_30_days: 4,
      rate_limited_30_days: 0,
      busiest_hour_requests: expect.any(Number),
    });
    expect(items[0].facts.busiest_hour_requests).toBeGreaterThan(0);
  });
});
