import { WebhookOutbox } from '../../src/core/billing/webhooks/webhook-outbox';
import type { postWebhook } from '../../src/core/billing/webhooks/webhook-post';
import { WebhookSecrets } from '../../src/core/billing/webhooks/webhook-secrets';
import { Webhooks } from '../../src/core/billing/webhooks/webhooks';
import { WebhooksRepository } from '../../src/core/billing/webhooks/webhooks.repository';
import { withResolvers } from '../../src/platform/promises';
import { StoredSecrets } from '../../src/platform/secrets/stored-secrets';
import { TokenCipher } from '../../src/platform/secrets/token-cipher';
import { accountsOn } from '../support/services';
import { createTestDatabase, type TestDatabase } from '../support/test-database';
import { until } from '../support/until';
import { createAccount } from './charge-fixtures';

const actor = { userId: 7, label: 'owner@example.com', address: '203.0.113.9' };

describe('webhook deliveries', () => {
  const repository = new WebhooksRepository();
  let database: TestDatabase;
  let secrets: WebhookSecrets;
  let webhooks: Webhooks;
  const outboxes: WebhookOutbox[] = [];
  const releases: (() => void)[] = [];
  beforeEach(async () => {
    database = await createTestDatabase();
    secrets = new WebhookSecrets(new StoredSecrets(new TokenCipher(['a key'])));
    webhooks = new Webhooks(database.dataSource, repository, secrets);
  });
  afterEach(async () => {
    for (const release of releases.splice(0)) release();
    await Promise.all(outboxes.splice(0).map((outbox) => outbox.stop()));
    await database.drop();
  });

  const query = (sql: string, values: unknown[] = []) => database.dataSource.query(sql, values);
  const createOutbox = () => {
    const outbox = new WebhookOutbox(database.dataSource, repository, secrets);
    outboxes.push(outbox);
    return outbox;
  };
  const newAccount = async (url: string, balanceMicros = 1_000n) => {
    const accountId = await createAccount(database.dataSource, balanceMicros);
    await webhooks.set(accountId, url, actor);
    return accountId;
  };
  const queue = (accountId: number, count: number) =>
    query(
      `INSERT INTO webhook_deliveries (account_id, event, balance_micros) SELECT $1, 'balance.low', 0 FROM generate_series(1, $2)`,
      [accountId, count],
    );
  const open = async (accountId: number): Promise<number> =>
    (await query('SELECT FROM webhook_deliveries WHERE account_id = $1 AND delivered_at IS NULL', [accountId])).length;

  it('of one account run two at a time over all processes, so a silent target delays no other account', async () => {
    const silent = await newAccount('https://silent.example.com/');
    const answering = await newAccount('https://answering.example.com/');
    await queue(silent, 30);
    const release = withResolvers<void>();
    releases.push(release.resolve);
    let held = 0;
    let most = 0;
    const answered = withResolvers<void>();
    const send: typeof postWebhook = async ({ url }) => {
      if (!url.includes('silent')) return answered.resolve();
      most = Math.max(most, ++held);
      await release.promise;
      held--;
    };
    const three = [createOutbox(), createOutbox(), createOutbox()];
    const round = () => Promise.all(three.map((outbox) => outbox.deliver(send)));
    await round();
    await queue(answering, 1);
    await round();
    await answered.promise;
    expect([held, most]).toEqual([2, 2]);
    release.resolve();
    await until('everything is delivered', async () => {
      await round();
      return (await open(silent)) === 0;
    });
    expect(most).toBe(2);
  });

  it('run at most ten at a time in one process', async () => {
    for (let n = 0; n < 8; n++) await queue(await newAccount(`https://target-${n}.example.com/`), 2);
    const release = withResolvers<void>();
    releases.push(release.resolve);
    let held = 0;
    const outbox = createOutbox();
    const send = async () => {
      held++;
      await release.promise;
    };
    await outbox.deliver(send);
    await outbox.deliver(send);
    expect(held).toBe(10);
    release.resolve();
    await outbox.stop();
  });

  it('are resumed when the process that was sending them has ended', async () => {
    const accountId = await newAccount('https://example.com/');
    await queue(accountId, 2);
    await database.dataSource.transaction((db) => repository.claimDue(db, 10));
    const claim = () => database.dataSource.transaction((db) => repository.claimDue(db, 10));
    expect(await claim()).toEqual([]);
    await query(`UPDATE webhook_deliveries SET next_attempt_at = now(), leased_until = now()`);
    expect(await claim()).toHaveLength(2);
  });

  it('are not retried when an attempt fails after the webhook was removed', async () => {
    const accountId = await newAccount('https://example.com/');
    await queue(accountId, 1);
    const outbox = createOutbox();
    await outbox.deliver(async () => {
      await webhooks.remove(accountId, actor);
      throw new Error('answered with status 500');
    });
    await outbox.stop();
    const [{ last_error, next_attempt_at }] = await query('SELECT * FROM webhook_deliveries');
    expect([last_error, next_attempt_at]).toEqual(['the webhook was removed', null]);
  });

  it('include at most one open test of an account, which is attempted once', async () => {
    const accountId = await newAccount('https://example.com/');
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => webhooks.sendTest(accountId)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(webhooks.sendTest(accountId)).rejects.toMatchObject({ code: 'conflict' });
    const outbox = createOutbox();
    await outbox.deliver(() => Promise.reject(new Error('answered with status 500')));
    await outbox.stop();
    expect(await webhooks.deliveries(accountId)).toMatchObject([{ attempts: 1, nextAttemptAt: null }]);
    await webhooks.sendTest(accountId);
  });

  it('include at most ten tests of an account an hour', async () => {
    const accountId = await newAccount('https://example.com/');
    const finishAll = () => query('UPDATE webhook_deliveries SET next_attempt_at = NULL');
    for (let sent = 0; sent < 10; sent++) {
      await webhooks.sendTest(accountId);
      await finishAll();
    }
    const refused = { code: 'too_many_requests', detail: expect.stringMatching(/in (59|60) minutes/) };
    await expect(webhooks.sendTest(accountId)).rejects.toMatchObject(refused);
    await query(`UPDATE webhook_deliveries SET created_at = now() - interval '61 minutes' WHERE id = 1`);
    await webhooks.sendTest(accountId);
  });

  it('include at most sixty notifications of an account an hour, however often its threshold changes', async () => {
    const accountId = await newAccount('https://example.com/', 1_000n);
    const status = accountsOn(database.dataSource);
    for (let moved = 0; moved < 70; moved++)
      for (const thresholdMicros of [2_000n, null]) await status.setThreshold({ accountId, thresholdMicros, actor });
    await database.dataSource.transaction((db) => repository.queueLowBalances(db));
    expect(await open(accountId)).toBe(60);
  });

  it('are dropped when they are thirty days old', async () => {
    const accountId = await newAccount('https://example.com/');
    await queue(accountId, 3);
    await query(`UPDATE webhook_deliveries SET created_at = now() - make_interval(days => 28 + id::int)`);
    await createOutbox().dropOld();
    expect(await query('SELECT id FROM webhook_deliveries')).toEqual([{ id: '1' }]);
  });
});
