import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { WebhookEndpoints1764300000007 } from '../../src/platform/database/migrations/0007-webhook-endpoints';
import { TokenCipher } from '../../src/platform/secrets/token-cipher';
import { createAccount } from '../billing/charge-fixtures';
import { webhooksOn } from '../support/services';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

/** The tables of the version before. */
const before = `
  DROP TABLE webhook_secrets, webhook_endpoints, webhook_deliveries;
  ALTER TABLE notification_switches DROP CONSTRAINT notification_switches_channel_check,
    ADD CONSTRAINT notification_switches_channel_check CHECK (channel IN ('page', 'mail', 'webhook'));
  CREATE TABLE webhooks (account_id bigint PRIMARY KEY REFERENCES account_profiles, url text NOT NULL, encrypted_secret text NOT NULL);
  CREATE TABLE webhook_deliveries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account_id bigint NOT NULL, event text NOT NULL,
    balance_micros bigint NOT NULL, threshold_micros bigint, created_at timestamptz NOT NULL DEFAULT now(),
    attempts integer NOT NULL DEFAULT 0, next_attempt_at timestamptz DEFAULT now(), delivered_at timestamptz, last_error text,
    leased_until timestamptz, detail jsonb);
  CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
  CREATE INDEX webhook_deliveries_of_account ON webhook_deliveries (account_id, id);
  CREATE INDEX webhook_deliveries_leased ON webhook_deliveries (account_id, leased_until) WHERE leased_until IS NOT NULL;
  CREATE UNIQUE INDEX webhook_deliveries_one_test ON webhook_deliveries (account_id) WHERE event = 'test' AND next_attempt_at IS NOT NULL;`;

describe('an upgrade to webhook endpoints', () => {
  let database: TestDatabase;
  let accountId: number;
  let removedId: number;
  const bytes = randomBytes(32);
  const query = (sql: string, values: unknown[] = []) => database.dataSource.query(sql, values);
  beforeAll(async () => {
    database = await createTestDatabase();
    [accountId, removedId] = [
      await createAccount(database.dataSource, 1_000n),
      await createAccount(database.dataSource, 1_000n),
    ];
    await query(before);
    const secret = new TokenCipher(['a key']).encrypt(
      `whsec_${bytes.toString('base64url')}`,
      `webhook of account ${accountId}`,
    );
    await query('INSERT INTO webhooks VALUES ($1, $2, $3)', [accountId, 'https://example.com/hook', secret]);
    await query(
      `INSERT INTO notification_switches VALUES ($1, 'key.cap_near', 'webhook'), ($1, 'key.cap_near', 'mail')`,
      [accountId],
    );
    const at = '2026-11-22T15:40:00.5Z';
    await query(
      `INSERT INTO webhook_deliveries (account_id, event, balance_micros, threshold_micros, detail, created_at, next_attempt_at, leased_until) VALUES
         ($1, 'balance.low', 0, 1500000, NULL, $3, now(), NULL),
         ($1, 'key.expiring', 5, NULL, '{"key_id":"12","key_name":"Nightly “import”"}', $3, now(), now() - interval '1 second'),
         ($1, 'test', 998800, NULL, NULL, $3, NULL, NULL),
         ($2, 'balance.low', 1, 1, NULL, $3, NULL, NULL)`,
      [accountId, removedId, at],
    );
    const runner = database.dataSource.createQueryRunner();
    await new WebhookEndpoints1764300000007().up(runner);
    await runner.release();
  });
  afterAll(() => database.drop());

  it('keeps the bytes of each secret, in the form of Standard Webhooks', async () => {
    const { webhooks, actor } = webhooksOn(database.dataSource);
    const [endpoint] = await webhooks.list(accountId);
    const events = ['balance.low', 'key.cap_reached', 'key.expiring', 'rate.decided'];
    expect(endpoint).toMatchObject({ url: 'https://example.com/hook', events, hasOldSecret: true, offSince: null });
    const secret = `whsec_${bytes.toString('base64')}`;
    expect(await webhooks.readOldSecret(accountId, endpoint!.id, actor)).toBe(secret);
    expect(await webhooks.list(removedId)).toEqual([]);
  });

  it('delivers what was queued before it, signed for the library of Standard Webhooks, and keeps what was sent', async () => {
    const { outbox, webhooks } = webhooksOn(database.dataSource);
    const sent: { id: string; body: string; type: string }[] = [];
    for (let round = 0; round < 2; round++) {
      const sending = outbox();
      await sending.deliver(async ({ id, body, secrets }) => {
        const at = new Date();
        const headers = { 'webhook-id': id, 'webhook-timestamp': `${Math.floor(at.getTime() / 1_000)}` };
        const signature = new Webhook(secrets[0]!).sign(id, at, body);
        new Webhook(bytes, { format: 'raw' }).verify(body, { ...headers, 'webhook-signature': signature });
        sent.push({ id, ...JSON.parse(body) });
        return { status: 204, body: '' };
      });
      await sending.stop();
    }
    const [timestamp, account_id] = ['2026-11-22T15:40:00.500Z', `${accountId}`];
    expect(sent.sort((one, other) => Number(one.id) - Number(other.id))).toEqual([
      { id: '1', type: 'balance.low', timestamp, data: { account_id, balance_usd: '0', threshold_usd: '1.500000' } },
      { id: '2', type: 'key.expiring', timestamp, data: { account_id, key_id: '12', key_name: 'Nightly “import”' } },
    ]);
    const [endpoint] = await webhooks.list(accountId);
    expect(await webhooks.listDeliveries(accountId, endpoint!.id, {}, 9)).toHaveLength(3);
  });

  it('moves the choice of events to the endpoint, and keeps the other switches', async () => {
    expect(await query('SELECT event, channel FROM notification_switches')).toEqual([
      { event: 'key.cap_near', channel: 'mail' },
    ]);
  });
});
