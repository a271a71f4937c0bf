import { eventView } from '../../src/core/monitors/monitor';
import { notificationEvents, webhookEventTypes } from '../../src/core/notifications/notification';
import { Notifications } from '../../src/core/notifications/notifications';
import { NotificationsRepository } from '../../src/core/notifications/notifications.repository';
import { WebhookOutbox } from '../../src/core/notifications/webhooks/webhook-outbox';
import type { postWebhook } from '../../src/core/notifications/webhooks/webhook-post';
import { type MailServer, startMailServer } from '../support/mail-server';
import { until } from '../support/until';
import { type Browser, DashboardWorld, type OwnerOfAccount } from './dashboard-world';

const dayMs = 86_400_000;

describe('notifications', () => {
  let mail: MailServer;
  let world: DashboardWorld;
  let owner: Browser & OwnerOfAccount;
  let support: Browser;
  let notifications: Notifications;
  let outbox: WebhookOutbox;
  let endpointId: string;
  const bodies = new Map<string, string>();

  beforeAll(async () => {
    mail = await startMailServer();
    world = await DashboardWorld.start({ SMTP_URL: mail.url, PUBLIC_URL: 'https://loupe.example.com' });
    notifications = world.api.app.get(Notifications, { strict: false });
    outbox = world.api.app.get(WebhookOutbox, { strict: false });
    // Records webhook bodies, whether this test or the process itself delivers from the outbox.
    const send: typeof postWebhook = async ({ body }) => {
      bodies.set(JSON.parse(body).type, body);
      return { status: 204, body: '' };
    };
    jest.spyOn(outbox, 'deliver').mockImplementation(() => WebhookOutbox.prototype.deliver.call(outbox, send));
    [owner, support] = await Promise.all([world.ownerBrowser(), world.supportBrowser()]);
    await world.topUp(support, owner.accountId, '1');
  });
  afterAll(async () => {
    await world.stop();
    mail.stop();
  });

  const events = async () => (await owner.get('/notices')).json.items.map((item: { event: string }) => item.event);
  const deliveries = async (): Promise<string[]> =>
    (await owner.get(`/webhooks/${endpointId}/deliveries`)).json.items.map(({ type }: { type: string }) => type);
  const textsTo = (email: string) =>
    mail.messages.filter(
      (message) => message.includes(`RCPT TO:<${email}>`) && message.includes('switch these emails off'),
    );

  it('report a low balance, caps, an expiring key and a decided rate request, each once', async () => {
    expect(await events()).toEqual([]);
    const hook = { url: 'https://hooks.example.com/loupe', events: webhookEventTypes };
    endpointId = (await owner.post('/webhooks', hook)).json.id;
    const failing = (
      await owner.post('/webhooks', { url: 'https://failing.example.com/x?secret', events: ['key.expiring'] })
    ).json;
    await world.dataSource.query(
      `UPDATE webhook_endpoints SET off_since = now(), off_reason = 'failing', failing_since = '2026-11-22T15:40:00Z' WHERE id = $1`,
      [failing.id],
    );
    await owner.send('PATCH', '/account', { body: { low_balance_threshold_usd: '5' } });
    const expires_at = new Date(Date.now() + 2 * dayMs).toISOString();
    const key = (await owner.post('/keys', { name: 'Nightly', daily_cap_usd: '0.003', expires_at })).json;
    for (let made = 0; made < 4; made++) await world.api.get('/users/1001', key.key);
    const reply = await owner.post(`/keys/${key.id}/rate-request`, { requests_per_second: 50, reason: 'more' });
    await support.post(`/support/rate-requests/${reply.json.id}/decision`, { granted: true });
    await world.dataSource.query(
      `INSERT INTO monitors (account_id, key_family_id, name, operation, parameters, kind, fields, every_minutes, paused_at, pause_reason)
       VALUES ($1, $2, 'Posts', 'users.posts', '{}', 'new_items', '{}', 15, now(), 'failing')`,
      [owner.accountId, key.id],
    );
    await notifications.createDue();
    await notifications.createDue();
    expect((await events()).sort()).toEqual([
      'balance.low',
      'key.cap_near',
      'key.expiring',
      'monitor.paused',
      'rate.decided',
      'webhook.off',
    ]);
    await world.api.get('/users/1001', key.key);
    await notifications.createDue();
    const { json } = await owner.get('/notices');
    expect(json.items[0]).toMatchObject({
      event: 'key.cap_reached',
      key_id: key.id,
      text: 'The key “Nightly” has reached its daily limit of $0.003000: its requests are refused until the next day (UTC).',
    });
    const off = json.items.find((item: { event: string }) => item.event === 'webhook.off');
    expect(off.text).toBe(
      'The webhook endpoint at failing.example.com was switched off, because every delivery has failed since 2026-11-22T15:40:00Z.',
    );
    // The process itself may be queueing the one about the balance.
    await until('a webhook is queued for each event', async () => {
      await notifications.queueLowBalances();
      return (await deliveries()).length >= notificationEvents.length;
    });
    expect((await deliveries()).sort()).toEqual([...notificationEvents].sort());
  });

  it('do not report an endpoint again that stays off when its first notification is deleted', async () => {
    await world.dataSource.query(
      `UPDATE webhook_endpoints SET off_since = now() - interval '91 days' WHERE off_since IS NOT NULL`,
    );
    await notifications.createDue();
    expect((await events()).filter((event: string) => event === 'webhook.off')).toHaveLength(1);
  });

  it('are unread for each member until that member has seen them or newer ones', async () => {
    const unseen = async (browser: Browser) =>
      (await browser.get('/notices')).json.items.filter((item: { seen: boolean }) => !item.seen).length;
    const { items } = (await owner.get('/notices')).json;
    expect(await unseen(owner)).toBe(7);
    const see = (browser: Browser, id: string) => browser.send('PUT', '/notices/seen', { body: { id } });
    expect((await see(owner, items[2].id)).status).toBe(204);
    expect(await unseen(owner)).toBe(2);
    await see(owner, items[6].id);
    expect(await unseen(owner)).toBe(2);
    const other = await world.ownerBrowser();
    await see(other, items[0].id);
    expect(await unseen(owner)).toBe(2);
    await see(owner, '999999999999999');
    expect(await unseen(owner)).toBe(0);
    const [row] = await world.dataSource.query('SELECT notifications_seen_id FROM users WHERE id = $1', [owner.userId]);
    expect(row.notifications_seen_id).toBe(items[0].id);
    const [others] = await world.dataSource.query('SELECT notifications_seen_id FROM users WHERE id = $1', [
      other.userId,
    ]);
    expect(others.notifications_seen_id).toBe('0');
  });

  it('reach a webhook in the documented form, for every event', async () => {
    await owner.post(`/webhooks/${endpointId}/test`);
    const { accountId } = owner;
    const changed = { id: 1, monitorId: 1, at: new Date(), itemId: null, gap: null, field: 'x', before: 1, after: 2 };
    const data = { account_id: `${accountId}`, ...eventView(changed) };
    await outbox.add(world.dataSource, [{ accountId, type: 'monitor.event', data }]);
    const samples: { type: string; body: string }[] = (await owner.get('/webhooks/events')).json.items;
    expect(samples.map(({ type }) => type)).toEqual([...webhookEventTypes, 'test']);
    await until('each event is delivered', async () => {
      await outbox.deliver();
      return bodies.size === samples.length;
    });
    const formOf = (body: string) =>
      Object.entries({ ...JSON.parse(body), ...JSON.parse(body).data })
        .map(([name, value]) => [name, value === null ? null : typeof value])
        .sort();
    for (const { type, body } of samples)
      expect({ type, form: formOf(bodies.get(type)!) }).toEqual({ type, form: formOf(body) });
  });

  it('are emailed to owners once each, however often the job runs', async () => {
    await Promise.all([notifications.sendMails(), notifications.sendMails()]);
    await notifications.sendMails();
    // The process itself may be sending some of them.
    await mail.find(() => textsTo(owner.email).length >= 7);
    const sent = textsTo(owner.email);
    expect(sent).toHaveLength(7);
    expect(
      sent.filter((message) => message.includes('Subject: A Loupe key has reached its spending limit')),
    ).toHaveLength(1);
  });

  it('are suppressed on the page, by email and by webhook where the account does not want them', async () => {
    const disable = (channel: string) =>
      owner.send('PUT', '/notices/switches', { body: { event: 'key.expiring', channel, on: false } });
    for (const channel of ['page', 'mail']) await disable(channel);
    expect((await disable('webhook')).status).toBe(422);
    const wanted = notificationEvents.filter((event) => event !== 'key.expiring');
    await owner.send('PATCH', `/webhooks/${endpointId}`, { body: { events: wanted } });
    // The dashboard has a label for this audit action, which it finds by this name.
    const audit = 'SELECT FROM audit_log WHERE account_id = $1 AND action = $2';
    expect(await world.dataSource.query(audit, [owner.accountId, 'notice.switch'])).toHaveLength(2);
    const { items } = (await owner.get('/notices/switches')).json;
    expect(items).toContainEqual({ event: 'key.expiring', page: false, mail: false });
    expect(items).toContainEqual({ event: 'rate.decided', page: true, mail: true });
    const deliveriesBefore = (await deliveries()).length;
    await owner.post('/keys', { name: 'Quiet', expires_at: new Date(Date.now() + dayMs).toISOString() });
    await notifications.createDue();
    await notifications.sendMails();
    expect(await events()).not.toContain('key.expiring');
    expect(textsTo(owner.email).join()).not.toContain('Quiet');
    expect(await deliveries()).toHaveLength(deliveriesBefore);
  });

  it('are emailed to one address at most twenty times a day, and the last twenty are listed', async () => {
    const busy = await world.ownerBrowser();
    await world.dataSource.query(
      `INSERT INTO notifications (account_id, event, subject, detail)
       SELECT $1, 'key.expiring', n, '{"key_name":"Nightly","expires_at":"tomorrow"}' FROM generate_series(1, 23) AS n`,
      [busy.accountId],
    );
    const due = () =>
      world.dataSource.query('SELECT FROM notifications WHERE account_id = $1 AND mail_due_at <= now()', [
        busy.accountId,
      ]);
    await until('no mail is due', async () => {
      await notifications.sendMails();
      return (await due()).length === 0;
    });
    const toBusy = () => textsTo(busy.email).length;
    await mail.find(() => toBusy() >= 20);
    expect(toBusy()).toBe(20);
    expect((await busy.get('/notices')).json.items).toHaveLength(20);
  });

  it('are claimed for an email at most three times, also if every process is killed while it sends', async () => {
    const { accountId } = await world.ownerBrowser();
    // The process itself sends none meanwhile. A run that has begun already claims none of these.
    const sending = jest.spyOn(notifications, 'sendMails').mockResolvedValue();
    await world.dataSource.query(
      `INSERT INTO notifications (account_id, event, subject, detail) VALUES ($1, 'balance.low', '1', '{}')`,
      [accountId],
    );
    const claimed: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt++) {
      const mails = await new NotificationsRepository().claimMails(world.dataSource, 100);
      claimed.push(mails.filter((claim) => claim.accountId === accountId).length);
      await world.dataSource.query(
        'UPDATE notifications SET mail_due_at = now() WHERE account_id = $1 AND mail_due_at IS NOT NULL',
        [accountId],
      );
    }
    sending.mockRestore();
    expect(claimed).toEqual([1, 1, 1, 0]);
  });
});
