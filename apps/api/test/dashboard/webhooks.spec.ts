import { type Browser, DashboardWorld, type OwnerOfAccount } from './dashboard-world';

const url = 'https://hooks.example.com/loupe';
const events = ['balance.low', 'key.expiring'];

describe('the webhook endpoints of an account', () => {
  let world: DashboardWorld;
  let owner: Browser & OwnerOfAccount;
  beforeAll(async () => {
    world = await DashboardWorld.start();
  });
  beforeEach(async () => {
    owner = await world.ownerBrowser();
  });
  afterAll(() => world.stop());

  const add = async (body: object = {}) => owner.post('/webhooks', { url, events, ...body });
  const list = async () => (await owner.get('/webhooks')).json.items;
  const change = (id: string, body: unknown) => owner.send('PATCH', `/webhooks/${id}`, { body });
  const forgetPassword = () =>
    world.dataSource.query(`UPDATE sessions SET password_checked_at = now() - interval '1 hour' WHERE user_id = $1`, [
      owner.userId,
    ]);
  /** Ends a delivery, also one that the process is just attempting: without its lease, nothing is recorded of that. */
  const finish = ({ json }: { json: { id: string } }, change: string) =>
    world.dataSource.query(
      `UPDATE webhook_deliveries SET ${change}, next_attempt_at = NULL, leased_until = NULL WHERE id = $1`,
      [json.id],
    );

  it('are added with a secret that is shown once, changed, switched off and on, and removed', async () => {
    const { status, json } = await add();
    expect({ status, ...json }).toMatchObject({ status: 201, url, events, enabled: true, last_delivery: null });
    expect(json.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { secret: _secret, ...shown } = json;
    expect(await list()).toEqual([shown]);
    const changed = await change(json.id, { events: ['rate.decided'], url: `${url}/2` });
    expect(changed.json).toEqual({ ...shown, events: ['rate.decided'], url: `${url}/2` });
    const off = await change(json.id, { enabled: false });
    expect(off.json).toMatchObject({ enabled: false, disabled_reason: 'member', disabled_at: expect.any(String) });
    expect((await owner.post(`/webhooks/${json.id}/test`)).json).toMatchObject({ status: 409, code: 'conflict' });
    expect((await change(json.id, { enabled: true })).json).toEqual(changed.json);
    expect((await owner.send('DELETE', `/webhooks/${json.id}`)).status).toBe(204);
    expect(await list()).toEqual([]);
    const audit = await world.dataSource.query(
      'SELECT action, detail FROM audit_log WHERE account_id = $1 AND target_type = $2 ORDER BY id',
      [owner.accountId, 'webhook'],
    );
    const host = 'hooks.example.com';
    expect(audit).toEqual([
      { action: 'webhook.create', detail: { host, events } },
      { action: 'webhook.change', detail: { host, events: ['rate.decided'] } },
      { action: 'webhook.change', detail: { enabled: false } },
      { action: 'webhook.change', detail: { enabled: true } },
      { action: 'webhook.remove', detail: {} },
    ]);
  });

  it.each(['http://example.com/', 'https://127.0.0.1/', 'https://localhost/', 'nonsense', 7])(
    'refuse the target %p with 422, when they are added and when they are changed',
    async (value) => {
      const { id } = (await add()).json;
      for (const { status, json } of [await add({ url: value }), await change(id, { url: value })])
        expect({ status, errors: json.errors }).toMatchObject({
          status: 422,
          errors: [{ in: 'body', parameter: 'url' }],
        });
    },
  );

  it.each([[[]], [['nothing']], [['key.expiring', 'key.expiring']], ['key.expiring'], [undefined]])(
    'refuse the events %j with 422',
    async (value) => {
      const { status, json } = await add({ events: value });
      expect({ status, errors: json.errors }).toMatchObject({
        status: 422,
        errors: [{ in: 'body', parameter: 'events' }],
      });
    },
  );

  it('need a fresh password for what can redirect or read calls, and none to choose events or to switch on', async () => {
    const { id } = (await add()).json;
    await forgetPassword();
    const refused = { status: 403, reason: 'fresh_password_required' };
    for (const { json } of [await add(), await change(id, { url }), await owner.post(`/webhooks/${id}/rotate-secret`)])
      expect(json).toMatchObject(refused);
    expect((await change(id, { events, enabled: true })).status).toBe(200);
    expect((await change(id, {})).status).toBe(422);
  });

  it('list their deliveries by page and state, with body, answer and attempts', async () => {
    const { id } = (await add()).json;
    const deliveries = async (query = '') => (await owner.get(`/webhooks/${id}/deliveries${query}`)).json;
    const sent = await owner.post(`/webhooks/${id}/test`);
    expect(sent.status).toBe(202);
    await finish(
      sent,
      `last_error = 'answered with status 500', response_status = 500, response_body = '<b>down</b>', attempts = 1`,
    );
    const again = await owner.post(`/webhooks/deliveries/${sent.json.id}/resend`);
    const { webhook_id, body } = sent.json;
    expect(again).toMatchObject({ status: 202, json: { webhook_id, body, manual: true, state: 'pending' } });
    await finish(again, 'response_status = 204, delivered_at = now()');
    const { items } = await deliveries();
    expect(items.map(({ state }: { state: string }) => state)).toEqual(['delivered', 'failed']);
    expect(items[1]).toMatchObject({
      type: 'test',
      attempts: 1,
      last_error: 'answered with status 500',
      response_body: '<b>down</b>',
    });
    expect(JSON.parse(body)).toEqual({
      type: 'test',
      timestamp: expect.any(String),
      data: { account_id: `${owner.accountId}` },
    });
    expect((await list())[0].last_delivery).toEqual(items[0]);
    const first = await deliveries('?limit=1');
    expect(first).toMatchObject({ items: [items[0]], has_more: true });
    expect(await deliveries(`?limit=1&cursor=${first.next_cursor}`)).toMatchObject({
      items: [items[1]],
      has_more: false,
    });
    expect((await deliveries('?state=failed')).items).toEqual([items[1]]);
  });

  it('show a secret from before the upgrade, in the present form and after proof of identity, until it is rotated', async () => {
    const { id, secret } = (await add()).json;
    const show = () => owner.get(`/webhooks/${id}/secret`);
    expect((await show()).json).toMatchObject({ status: 409, code: 'conflict' });
    await world.dataSource.query('UPDATE webhook_endpoints SET has_old_secret = true WHERE id = $1', [id]);
    expect((await list())[0]).toMatchObject({ has_old_secret: true });
    expect((await show()).json).toEqual({ secret });
    const shown = `SELECT FROM audit_log WHERE action = 'webhook.show_secret' AND target_id = $1`;
    expect(await world.dataSource.query(shown, [id])).toHaveLength(1);
    const rotated = await owner.post(`/webhooks/${id}/rotate-secret`);
    expect(rotated).toMatchObject({
      status: 201,
      json: { id, has_old_secret: false, secret: expect.stringMatching(/^whsec_/) },
    });
    expect(rotated.json.secret).not.toBe(secret);
    expect((await show()).status).toBe(409);
  });
});
