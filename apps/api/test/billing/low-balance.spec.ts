import { AccountStanding } from '../../src/billing/account-standing';
import { TopUps } from '../../src/billing/top-ups';
import { delaySeconds, WebhookOutbox } from '../../src/billing/webhooks/webhook-outbox';
import { Webhooks } from '../../src/billing/webhooks/webhooks';
import { createTestDatabase, type TestDatabase } from '../support/test-database';
import { createAccount, createQueue, usageRecord } from './charge-fixtures';

const actor = { userId: 7, label: 'owner@example.com', address: '203.0.113.9' };

describe('low balance', () => {
  let database: TestDatabase;
  let charging: ReturnType<typeof createQueue>;
  let webhooks: Webhooks;
  beforeAll(async () => {
    database = await createTestDatabase();
    charging = createQueue(database.url);
    webhooks = new Webhooks(database.dataSource);
  });
  afterAll(async () => {
    await charging.queue.close();
    await database.drop();
  });

  const chargeTimes = (count: number, accountId: number) =>
    Promise.all(Array.from({ length: count }, () => charging.queue.charge(usageRecord(accountId))));
  const lowSince = async (accountId: number) => {
    const [row] = await database.dataSource.query('SELECT low_since FROM accounts WHERE id = $1', [accountId]);
    return row.low_since;
  };
  const deliveriesOf = (accountId: number) => webhooks.deliveries(accountId);
  const topUp = (accountId: number, amountMicros: bigint, idempotencyKey: string) =>
    new TopUps(database.dataSource, 10n ** 9n).credit({ accountId, amountMicros, note: 'n', idempotencyKey, actor });

  it('is noted once per crossing, by the charge that crosses', async () => {
    const accountId = await createAccount(database.dataSource, 6_000n, 3_000n);
    await webhooks.set(accountId, 'https://example.com/hook', actor);
    await chargeTimes(5, accountId);
    expect(await lowSince(accountId)).toBeNull();
    await chargeTimes(1, accountId);
    expect(await lowSince(accountId)).toBeInstanceOf(Date);
    await chargeTimes(2, accountId);
    expect(await deliveriesOf(accountId)).toHaveLength(1);

    await topUp(accountId, 5_000n, 'again');
    expect(await lowSince(accountId)).toBeNull();
    await chargeTimes(6, accountId);
    expect(await deliveriesOf(accountId)).toHaveLength(2);
  });

  it('is noted for the dashboard also where no webhook is set, and when the threshold moves', async () => {
    const accountId = await createAccount(database.dataSource, 6_000n);
    const standing = new AccountStanding(database.dataSource);
    await standing.setThreshold({ accountId, thresholdMicros: 7_000n, actor });
    expect(await lowSince(accountId)).toBeInstanceOf(Date);
    await standing.setThreshold({ accountId, thresholdMicros: null, actor });
    expect(await lowSince(accountId)).toBeNull();
    expect(await deliveriesOf(accountId)).toEqual([]);
  });

  describe('its webhook', () => {
    it('is sent with the balance, and then settled', async () => {
      const accountId = await createAccount(database.dataSource, 1_000n, 500n);
      const secret = await webhooks.set(accountId, 'https://example.com/a', actor);
      await chargeTimes(1, accountId);
      const sent: unknown[] = [];
      const outbox = new WebhookOutbox(database.dataSource, async (target, body) => {
        if (target.url.endsWith('/a')) sent.push([target.secret, JSON.parse(body)]);
      });
      await Promise.all([outbox.deliver(), outbox.deliver()]);
      const body = {
        event: 'balance.low',
        account_id: `${accountId}`,
        balance_usd: '0.000400',
        threshold_usd: '0.000500',
      };
      expect(sent).toEqual([[secret, expect.objectContaining(body)]]);
      expect(await deliveriesOf(accountId)).toMatchObject([{ attempts: 1, nextAttemptAt: null, lastError: null }]);
    });

    it('is tried again, later each time, and given up after ten attempts', async () => {
      const accountId = await createAccount(database.dataSource, 1_000n);
      await webhooks.set(accountId, 'https://example.com/b', actor);
      await webhooks.sendTest(accountId);
      const outbox = new WebhookOutbox(database.dataSource, () =>
        Promise.reject(new Error('answered with status 500')),
      );
      await outbox.deliver();
      const [first] = await deliveriesOf(accountId);
      expect(first).toMatchObject({ attempts: 1, lastError: 'answered with status 500', deliveredAt: null });
      expect(first!.nextAttemptAt!.getTime()).toBeGreaterThan(Date.now() + 20_000);
      for (let attempt = 2; attempt <= 11; attempt++) {
        await database.dataSource.query(
          'UPDATE webhook_deliveries SET next_attempt_at = now() WHERE account_id = $1 AND next_attempt_at IS NOT NULL',
          [accountId],
        );
        await outbox.deliver();
      }
      expect(await deliveriesOf(accountId)).toMatchObject([{ attempts: 10, nextAttemptAt: null, deliveredAt: null }]);
    });

    it('is not sent any more once its address is removed', async () => {
      const accountId = await createAccount(database.dataSource, 1_000n);
      await webhooks.set(accountId, 'https://example.com/c', actor);
      await webhooks.sendTest(accountId);
      await webhooks.remove(accountId, actor);
      let sent = 0;
      await new WebhookOutbox(database.dataSource, async () => void sent++).deliver();
      expect(sent).toBe(0);
      await expect(webhooks.sendTest(accountId)).rejects.toMatchObject({ code: 'conflict' });
    });

    it('has to lead to the public internet over https', async () => {
      const accountId = await createAccount(database.dataSource, 1_000n);
      await expect(webhooks.set(accountId, 'https://10.0.0.1/', actor)).rejects.toMatchObject({
        code: 'unprocessable_entity',
        members: { errors: [{ parameter: 'url' }] },
      });
      expect(await webhooks.read(accountId)).toBeUndefined();
    });
  });

  it('pauses half a minute after the first failure and never more than twelve hours', () => {
    expect([1, 2, 3, 9].map(delaySeconds)).toEqual([30, 90, 270, 43_200]);
  });
});
