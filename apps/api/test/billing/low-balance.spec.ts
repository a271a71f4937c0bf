import { delaySeconds, WebhookOutbox } from '../../src/core/billing/webhooks/webhook-outbox';
import type { postWebhook } from '../../src/core/billing/webhooks/webhook-post';
import { WebhookSecrets } from '../../src/core/billing/webhooks/webhook-secrets';
import { Webhooks } from '../../src/core/billing/webhooks/webhooks';
import { WebhooksRepository } from '../../src/core/billing/webhooks/webhooks.repository';
import { StoredSecrets } from '../../src/platform/secrets/stored-secrets';
import { TokenCipher } from '../../src/platform/secrets/token-cipher';
import { accountsOn, topUpsOn } from '../support/services';
import { createAccount, prepareCharging, usageRecord } from './charge-fixtures';

const actor = { userId: 7, label: 'owner@example.com', address: '203.0.113.9' };

describe('a low balance', () => {
  const charging = prepareCharging();
  const repository = new WebhooksRepository();
  let secrets: WebhookSecrets;
  let webhooks: Webhooks;
  beforeAll(() => {
    secrets = secretsUnder('a key');
    webhooks = new Webhooks(charging.dataSource, repository, secrets);
  });

  const secretsUnder = (key: string | undefined) =>
    new WebhookSecrets(new StoredSecrets(key === undefined ? undefined : new TokenCipher([key])));
  const deliver = async (send: typeof postWebhook, webhookSecrets = secrets) => {
    const outbox = new WebhookOutbox(charging.dataSource, repository, webhookSecrets);
    await outbox.deliver(send);
    await outbox.stop();
  };
  const chargeTimes = (count: number, accountId: number) =>
    Promise.all(Array.from({ length: count }, () => charging.queue.charge(usageRecord(accountId))));
  const lowSince = async (accountId: number) => {
    const [row] = await charging.dataSource.query('SELECT low_since FROM accounts WHERE id = $1', [accountId]);
    return row.low_since;
  };
  const deliveriesOf = (accountId: number) => webhooks.deliveries(accountId);
  const topUp = (accountId: number, amountMicros: bigint, idempotencyKey: string) =>
    topUpsOn(charging.dataSource).credit({ accountId, amountMicros, note: 'n', idempotencyKey, actor });

  it('is recorded once per crossing, by the charge that crosses the threshold', async () => {
    const accountId = await createAccount(charging.dataSource, 6_000n, 3_000n);
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

  it('is also recorded without a webhook, and when the threshold changes', async () => {
    const accountId = await createAccount(charging.dataSource, 6_000n);
    const accounts = accountsOn(charging.dataSource);
    await accounts.setThreshold({ accountId, thresholdMicros: 7_000n, actor });
    expect(await lowSince(accountId)).toBeInstanceOf(Date);
    await accounts.setThreshold({ accountId, thresholdMicros: null, actor });
    expect(await lowSince(accountId)).toBeNull();
    expect(await deliveriesOf(accountId)).toEqual([]);
  });

  describe('the low-balance webhook', () => {
    it('is sent with the balance and then marked as delivered', async () => {
      const accountId = await createAccount(charging.dataSource, 1_000n, 500n);
      const secret = await webhooks.set(accountId, 'https://example.com/a', actor);
      await chargeTimes(1, accountId);
      const sent: unknown[] = [];
      const send = async (target: { url: string; secret: string }, body: string) => {
        if (target.url.endsWith('/a')) sent.push([target.secret, JSON.parse(body)]);
      };
      await Promise.all([deliver(send), deliver(send)]);
      const body = {
        event: 'balance.low',
        account_id: `${accountId}`,
        balance_usd: '0.000400',
        threshold_usd: '0.000500',
      };
      expect(sent).toEqual([[secret, expect.objectContaining(body)]]);
      expect(await deliveriesOf(accountId)).toMatchObject([{ attempts: 1, nextAttemptAt: null, lastError: null }]);
    });

    it('is retried with growing delays, and given up after ten attempts', async () => {
      const accountId = await createAccount(charging.dataSource, 1_000n, 500n);
      await webhooks.set(accountId, 'https://example.com/b', actor);
      await chargeTimes(1, accountId);
      const send = () => Promise.reject(new Error('answered with status 500'));
      await deliver(send);
      const [first] = await deliveriesOf(accountId);
      expect(first).toMatchObject({ attempts: 1, lastError: 'answered with status 500', deliveredAt: null });
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

    it('is no longer sent once its URL is removed', async () => {
      const accountId = await createAccount(charging.dataSource, 1_000n);
      await webhooks.set(accountId, 'https://example.com/c', actor);
      await webhooks.sendTest(accountId);
      await webhooks.remove(accountId, actor);
      let sent = 0;
      await deliver(async () => void sent++);
      expect(sent).toBe(0);
      await expect(webhooks.sendTest(accountId)).rejects.toMatchObject({ code: 'conflict' });
    });

    describe('the secret of the low-balance webhook', () => {
      const send = async (webhookSecrets: WebhookSecrets) => {
        const used: string[] = [];
        await deliver(async (target) => void used.push(target.secret), webhookSecrets);
        return used;
      };
      const rowOf = async (accountId: number) => {
        const sql = 'SELECT * FROM webhooks WHERE account_id = $1';
        return (await charging.dataSource.query(sql, [accountId]))[0];
      };

      it('is encrypted in the database, for its account only', async () => {
        const [first, second] = [
          await createAccount(charging.dataSource, 1_000n),
          await createAccount(charging.dataSource, 1_000n),
        ];
        const secret = await webhooks.set(first, 'https://example.com/d', actor);
        await webhooks.set(second, 'https://example.com/e', actor);
        expect(JSON.stringify(await rowOf(first))).not.toContain(secret.slice('whsec_'.length));
        await charging.dataSource.query(
          'UPDATE webhooks SET encrypted_secret = (SELECT encrypted_secret FROM webhooks WHERE account_id = $2) WHERE account_id = $1',
          [second, first],
        );
        await webhooks.sendTest(second);
        expect(await send(secrets)).toEqual([]);
        expect(await deliveriesOf(second)).toMatchObject([
          { lastError: expect.stringContaining('set the webhook again') },
        ]);
      });

      it('is not created when SECRETS_KEY is missing', async () => {
        const accountId = await createAccount(charging.dataSource, 1_000n);
        const setting = new Webhooks(charging.dataSource, repository, secretsUnder(undefined)).set(
          accountId,
          'https://example.com/g',
          actor,
        );
        await expect(setting).rejects.toMatchObject({ code: 'conflict' });
        expect(await webhooks.read(accountId)).toBeUndefined();
      });
    });

    it('is refused when it targets a private address', async () => {
      const accountId = await createAccount(charging.dataSource, 1_000n);
      await expect(webhooks.set(accountId, 'https://10.0.0.1/', actor)).rejects.toMatchObject({
        code: 'unprocessable_entity',
        members: { errors: [{ parameter: 'url' }] },
      });
      expect(await webhooks.read(accountId)).toBeUndefined();
    });
  });

  it('has a webhook whose retry delay starts at half a minute and never exceeds twelve hours', () => {
    expect([1, 2, 3, 9].map(delaySeconds)).toEqual([30, 90, 270, 43_200]);
  });
});
