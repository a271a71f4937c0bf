import { delaySeconds } from '../../src/core/notifications/webhooks/webhook-outbox';
import type { postWebhook, WebhookMessage } from '../../src/core/notifications/webhooks/webhook-post';
import { accountsOn, topUpsOn, webhooksOn } from '../support/services';
import { createAccount, prepareCharging, usageRecord } from './charge-fixtures';

const ok = { status: 204, body: '' };

describe('a low balance', () => {
  const charging = prepareCharging();
  let installation: ReturnType<typeof webhooksOn>;
  beforeAll(() => {
    installation = webhooksOn(charging.dataSource);
  });

  const deliver = async (send: typeof postWebhook, { queueLowBalances, outbox } = installation) => {
    await queueLowBalances();
    const sending = outbox();
    await sending.deliver(send);
    await sending.stop();
  };
  const chargeTimes = (count: number, accountId: number) =>
    Promise.all(Array.from({ length: count }, () => charging.queue.charge(usageRecord(accountId))));
  const lowSince = async (accountId: number) => {
    const [row] = await charging.dataSource.query('SELECT low_since FROM accounts WHERE id = $1', [accountId]);
    return row.low_since;
  };
  const deliveriesOf = async (accountId: number) => {
    await installation.queueLowBalances();
    const lists = (await installation.webhooks.list(accountId)).map(({ id }) =>
      installation.webhooks.listDeliveries(accountId, id, {}, 50),
    );
    return (await Promise.all(lists)).flat();
  };
  const topUp = (accountId: number, amountMicros: bigint, idempotencyKey: string) =>
    topUpsOn(charging.dataSource).credit({
      accountId,
      amountMicros,
      note: 'n',
      idempotencyKey,
      actor: installation.actor,
    });

  it('is recorded once per crossing, by the charge that crosses the threshold', async () => {
    const accountId = await createAccount(charging.dataSource, 6_000n, 3_000n);
    await installation.add(accountId, 'https://example.com/hook');
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

  it('is also recorded without a webhook, and when the threshold changes', async () => {
    const accountId = await createAccount(charging.dataSource, 6_000n);
    const accounts = accountsOn(charging.dataSource);
    await accounts.setThreshold({ accountId, thresholdMicros: 7_000n, actor: installation.actor });
    expect(await lowSince(accountId)).toBeInstanceOf(Date);
    await accounts.setThreshold({ accountId, thresholdMicros: null, actor: installation.actor });
    expect(await lowSince(accountId)).toBeNull();
    expect(await deliveriesOf(accountId)).toEqual([]);
  });

  describe('the low-balance webhook', () => {
    it('is sent with the balance and then marked as delivered', async () => {
      const accountId = await createAccount(charging.dataSource, 1_000n, 500n);
      const { secret } = await installation.add(accountId, 'https://example.com/a');
      await chargeTimes(1, accountId);
      const sent: unknown[] = [];
      const send = async ({ url, secrets, body }: WebhookMessage) => {
        if (url.endsWith('/a')) sent.push([secrets, JSON.parse(body)]);
        return ok;
      };
      await Promise.all([deliver(send), deliver(send)]);
      const data = { account_id: `${accountId}`, balance_usd: '0.000400', threshold_usd: '0.000500' };
      expect(sent).toEqual([[[secret], { type: 'balance.low', timestamp: expect.stringMatching(/^20.*Z$/), data }]]);
      expect(await deliveriesOf(accountId)).toMatchObject([{ attempts: 1, nextAttemptAt: null, lastError: null }]);
    });

    it('is retried with growing delays, and given up after ten attempts', async () => {
      const accountId = await createAccount(charging.dataSource, 1_000n, 500n);
      await installation.add(accountId, 'https://example.com/b');
      await chargeTimes(1, accountId);
      const send = async () => ({ status: 500, body: 'down' });
      await deliver(send);
      const [first] = await deliveriesOf(accountId);
      expect(first).toMatchObject({ attempts: 1, lastError: 'answered with status 500', responseBody: 'down' });
      expect(first!.nextAttemptAt!.getTime()).toBeGreaterThan(Date.now() + 20_000);
      for (let attempt = 2; attempt <= 11; attempt++) {
        await charging.dataSource.query(
          'UPDATE webhook_deliveries SET next_attempt_at = now() WHERE account_id = $1 AND next_attempt_at IS NOT NULL',
          [accountId],
        );
        await deliver(send);
      }
      expect(await deliveriesOf(accountId)).toMatchObject([{ attempts: 10, nextAttemptAt: null, deliveredAt: null }]);
    });

    describe('the secret of the low-balance webhook', () => {
      it('is encrypted in the database, for its account only', async () => {
        const { dataSource } = charging;
        const [first, second] = [await createAccount(dataSource, 1_000n), await createAccount(dataSource, 1_000n)];
        const { secret, endpoint } = await installation.add(first, 'https://example.com/d');
        const other = await installation.add(second, 'https://example.com/e');
        const stored = await dataSource.query('SELECT * FROM webhook_secrets');
        expect(JSON.stringify(stored)).not.toContain(secret.slice('whsec_'.length));
        await dataSource.query(
          `UPDATE webhook_secrets SET encrypted_secret = (SELECT encrypted_secret FROM webhook_secrets WHERE endpoint_id = $2)
           WHERE endpoint_id = $1`,
          [other.endpoint.id, endpoint.id],
        );
        await installation.webhooks.sendTest(second, other.endpoint.id);
        let sent = 0;
        await deliver(async () => {
          sent++;
          return ok;
        });
        expect(sent).toBe(0);
        expect(await deliveriesOf(second)).toMatchObject([{ lastError: expect.stringContaining('rotate it') }]);
      });

      it('is not created when SECRETS_KEY is missing', async () => {
        const accountId = await createAccount(charging.dataSource, 1_000n);
        const { add } = webhooksOn(charging.dataSource, '');
        await expect(add(accountId, 'https://example.com/g')).rejects.toMatchObject({ code: 'conflict' });
        expect(await installation.webhooks.list(accountId)).toEqual([]);
      });
    });
  });

  it('has a webhook whose retry delay starts at half a minute and never exceeds twelve hours', () => {
    expect([1, 2, 3, 9].map(delaySeconds)).toEqual([30, 90, 270, 43_200]);
  });
});
