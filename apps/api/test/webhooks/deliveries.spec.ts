import { WebhookOutbox } from '../../src/core/notifications/webhooks/webhook-outbox';
import type { postWebhook } from '../../src/core/notifications/webhooks/webhook-post';
import { ChangeAnswersRepository } from '../../src/platform/idempotent-changes/change-answers.repository';
import { IdempotentChanges } from '../../src/platform/idempotent-changes/idempotent-changes';
import { withResolvers } from '../../src/platform/promises';
import { createAccount } from '../billing/charge-fixtures';
import { accountsOn, webhooksOn } from '../support/services';
import { createTestDatabase, type TestDatabase } from '../support/test-database';
import { until } from '../support/until';

const ok = { status: 200, body: 'thanks' };
const down = { status: 503, body: 'down' };

describe('webhook deliveries', () => {
  let database: TestDatabase;
  let installation: ReturnType<typeof webhooksOn>;
  const outboxes: WebhookOutbox[] = [];
  const releases: (() => void)[] = [];
  beforeEach(async () => {
    database = await createTestDatabase();
    installation = webhooksOn(database.dataSource);
  });
  afterEach(async () => {
    for (const release of releases.splice(0)) release();
    await Promise.all(outboxes.splice(0).map((outbox) => outbox.stop()));
    await database.drop();
  });

  const query = (sql: string, values: unknown[] = []) => database.dataSource.query(sql, values);
  const createOutbox = () => {
    const outbox = installation.outbox();
    outboxes.push(outbox);
    return outbox;
  };
  const newEndpoint = async (url = 'https://example.com/', of?: number) => {
    const accountId = of ?? (await createAccount(database.dataSource, 1_000n));
    const { endpoint, secret } = await installation.add(accountId, url);
    return { accountId, id: endpoint.id, secret };
  };
  const queue = (accountId: number, count = 1) =>
    installation.outbox().add(
      database.dataSource,
      Array.from({ length: count }, (_, n) => ({ accountId, type: 'key.expiring', data: { n } })),
    );
  const claim = () => database.dataSource.transaction((db) => installation.deliveries.claimDue(db, 100));
  const openOf = async (id: number): Promise<number> =>
    (await query('SELECT FROM webhook_deliveries WHERE endpoint_id = $1 AND delivered_at IS NULL', [id])).length;
  const listed = ({ accountId, id }: { accountId: number; id: number }) =>
    installation.webhooks.listDeliveries(accountId, id, {}, 50);
  /** Makes everything due, and attempts it with this answer. */
  const deliver = async (send: typeof postWebhook = async () => ok) => {
    await query(
      'UPDATE webhook_deliveries SET next_attempt_at = now(), leased_until = NULL WHERE next_attempt_at IS NOT NULL',
    );
    const outbox = installation.outbox();
    await outbox.deliver(send);
    await outbox.stop();
  };
  const held = () => {
    const release = withResolvers<void>();
    releases.push(release.resolve);
    return release;
  };

  it('run one at a time per endpoint over all processes, so a hanging endpoint takes one of its account’s five', async () => {
    const hanging = await newEndpoint('https://hanging.example.com/');
    const answering = await newEndpoint('https://answering.example.com/', hanging.accountId);
    const other = await newEndpoint('https://other.example.com/');
    await queue(hanging.accountId, 8);
    const release = held();
    let most = 0;
    let hung = 0;
    const send: typeof postWebhook = async ({ url }) => {
      if (!url.includes('hanging')) return ok;
      most = Math.max(most, ++hung);
      await release.promise;
      hung--;
      return ok;
    };
    const three = [createOutbox(), createOutbox(), createOutbox()];
    const round = () => Promise.all(three.map((outbox) => outbox.deliver(send)));
    await round();
    await queue(other.accountId);
    await until('the other endpoints have everything', async () => {
      await round();
      return (await openOf(answering.id)) + (await openOf(other.id)) === 0;
    });
    expect([hung, most, await openOf(hanging.id)]).toEqual([1, 1, 8]);
    release.resolve();
    await until('everything is delivered', async () => {
      await round();
      return (await openOf(hanging.id)) === 0;
    });
    expect(most).toBe(1);
  });

  it('run at most five at a time for an account, also while it replaces its endpoints', async () => {
    const accountId = await createAccount(database.dataSource, 1_000n);
    const release = held();
    let running = 0;
    const send: typeof postWebhook = async () => {
      running++;
      await release.promise;
      return ok;
    };
    const outbox = createOutbox();
    for (let round = 0; round < 2; round++) {
      const made = await Promise.all([1, 2, 3, 4, 5].map((n) => newEndpoint(`https://e${n}.example.com/`, accountId)));
      await queue(accountId);
      await outbox.deliver(send);
      for (const { id } of made) await installation.webhooks.remove(accountId, id, installation.actor);
    }
    expect(running).toBe(5);
  });

  it('run at most ten at a time in one process', async () => {
    for (let n = 0; n < 12; n++) await queue((await newEndpoint(`https://target-${n}.example.com/`)).accountId);
    const release = held();
    let running = 0;
    const outbox = createOutbox();
    const send = async () => {
      running++;
      await release.promise;
      return ok;
    };
    await outbox.deliver(send);
    await outbox.deliver(send);
    expect(running).toBe(10);
  });

  it('reach the endpoints that receive their type, all with the same webhook-id and body', async () => {
    const first = await newEndpoint('https://a.example.com/');
    await newEndpoint('https://b.example.com/', first.accountId);
    await installation.add(first.accountId, 'https://c.example.com/', ['rate.decided']);
    await queue(first.accountId);
    const sent: string[][] = [];
    await deliver(async ({ url, id, body }) => {
      sent.push([url, id, body]);
      return ok;
    });
    const [, id, body] = sent[0]!;
    expect(sent.sort()).toEqual(['a', 'b'].map((name) => [`https://${name}.example.com/`, id, body]));
    expect(JSON.parse(body!)).toEqual({ type: 'key.expiring', timestamp: expect.any(String), data: { n: 0 } });
  });

  it('are sent again with the same webhook-id when the process that claimed them was killed before or after sending', async () => {
    const { accountId } = await newEndpoint();
    await queue(accountId);
    const [killed] = await claim();
    expect(await claim()).toEqual([]);
    await query(`UPDATE webhook_deliveries SET next_attempt_at = now(), leased_until = now()`);
    expect(await claim()).toMatchObject([
      { id: killed!.id, messageId: killed!.messageId, body: killed!.body, attempts: 2 },
    ]);
  });

  it('are not retried, nor counted as failing, when an attempt fails after another process delivered them', async () => {
    const endpoint = await newEndpoint();
    await queue(endpoint.accountId);
    const [late] = await claim();
    await deliver();
    const failure = { reason: 'no response in time', isSent: true };
    expect(await installation.deliveries.recordFailed(database.dataSource, late!, failure, 30)).toBe(false);
    expect(await listed(endpoint)).toMatchObject([{ nextAttemptAt: null, lastError: null, responseStatus: 200 }]);
    expect(await installation.webhooks.read(endpoint.accountId, endpoint.id)).toMatchObject({ failingSince: null });
  });

  it('are never claimed again once their endpoint was removed', async () => {
    const { accountId, id } = await newEndpoint();
    await queue(accountId);
    await deliver(async () => {
      await installation.webhooks.remove(accountId, id, installation.actor);
      return down;
    });
    await query('UPDATE webhook_deliveries SET next_attempt_at = now()');
    expect(await claim()).toEqual([]);
    await expect(listed({ accountId, id })).rejects.toMatchObject({ code: 'not_found' });
  });

  describe('the secrets that sign webhook deliveries', () => {
    const secretsSeen = async (accountId: number) => {
      let seen: readonly string[] = [];
      await queue(accountId);
      await deliver(async ({ secrets }) => {
        seen = secrets;
        return ok;
      });
      return seen;
    };
    const rotate = ({ accountId, id }: { accountId: number; id: number }) =>
      database.dataSource.transaction((db) =>
        installation.webhooks.rotateSecret(db, accountId, id, installation.actor),
      );

    it('are the present one first, and each rotated one for 24 hours', async () => {
      const endpoint = await newEndpoint();
      const [second, third] = [(await rotate(endpoint)).secret, (await rotate(endpoint)).secret];
      expect(await secretsSeen(endpoint.accountId)).toEqual([third, second, endpoint.secret]);
      const age = (hours: number) =>
        query(`UPDATE webhook_secrets SET retires_at = retires_at - make_interval(mins => $1)`, [hours * 60 - 1]);
      await age(24);
      expect(await secretsSeen(endpoint.accountId)).toEqual([third, second, endpoint.secret]);
      await age(0.1);
      expect(await secretsSeen(endpoint.accountId)).toEqual([third]);
      await createOutbox().dropOld();
      expect(await query('SELECT FROM webhook_secrets')).toHaveLength(1);
    });

    it('include a rotation that was committed just before the process was killed', async () => {
      const endpoint = await newEndpoint();
      await queue(endpoint.accountId);
      await claim();
      const { secret } = await rotate(endpoint);
      await query(`UPDATE webhook_deliveries SET next_attempt_at = now(), leased_until = now()`);
      const [taken] = await claim();
      expect(taken!.encryptedSecrets).toHaveLength(2);
      expect(await secretsSeen(endpoint.accountId)).toEqual([secret, endpoint.secret]);
    });

    it('are one present secret after rotations at the same time, of which at most five a day succeed', async () => {
      const endpoint = await newEndpoint();
      const outcomes = await Promise.allSettled(Array.from({ length: 7 }, () => rotate(endpoint)));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
      expect(await query('SELECT FROM webhook_secrets WHERE retires_at IS NULL')).toHaveLength(1);
      await expect(rotate(endpoint)).rejects.toMatchObject({ code: 'too_many_requests' });
    });
  });

  it.each([
    [204, 0],
    [299, 0],
    [302, 1],
    [400, 1],
    [500, 1],
  ])('counts an event as received only if the status is from 200 to 299: %d', async (status, open) => {
    const endpoint = await newEndpoint();
    await queue(endpoint.accountId);
    await deliver(async () => ({ status, body: '' }));
    expect(await openOf(endpoint.id)).toBe(open);
    await deliver();
    expect(await openOf(endpoint.id)).toBe(0);
  });

  describe('the health of a webhook endpoint', () => {
    const failAt = async (hoursLater: number) => {
      await query(
        `UPDATE webhook_endpoints SET failing_since = failing_since - make_interval(hours => $1),
        last_failed_at = last_failed_at - make_interval(hours => $1)`,
        [hoursLater],
      );
      await deliver(async () => down);
    };
    const read = ({ accountId, id }: { accountId: number; id: number }) => installation.webhooks.read(accountId, id);
    const offEntries = () => query(`SELECT FROM audit_log WHERE action = 'webhook.off'`);

    it('switches it off, once, when its deliveries have failed for three days', async () => {
      const endpoint = await newEndpoint();
      await queue(endpoint.accountId, 3);
      await deliver(async () => down);
      for (let day = 0; day < 3; day++) await failAt(23);
      expect(await read(endpoint)).toMatchObject({ offSince: null, failingSince: expect.any(Date) });
      await failAt(4);
      expect(await read(endpoint)).toMatchObject({ offSince: expect.any(Date), offReason: 'failing' });
      await query('UPDATE webhook_deliveries SET next_attempt_at = now(), leased_until = NULL');
      expect(await claim()).toEqual([]);
      expect(await offEntries()).toHaveLength(1);
    });

    it('keeps what happens while it is off, and sends it when a member switches it on', async () => {
      const endpoint = await newEndpoint();
      const turn = (enabled: boolean) =>
        installation.webhooks.change(endpoint.accountId, endpoint.id, { enabled }, installation.actor);
      expect(await turn(false)).toMatchObject({ offReason: 'member' });
      await queue(endpoint.accountId);
      await deliver();
      expect(await openOf(endpoint.id)).toBe(1);
      await expect(installation.webhooks.sendTest(endpoint.accountId, endpoint.id)).rejects.toMatchObject({
        code: 'conflict',
      });
      expect(await turn(true)).toMatchObject({ offSince: null, offReason: null });
      await deliver();
      expect(await openOf(endpoint.id)).toBe(0);
    });

    it('is not harmed by failures more than a day apart, nor by those before a success', async () => {
      const endpoint = await newEndpoint();
      await queue(endpoint.accountId, 3);
      await deliver(async () => down);
      await failAt(25);
      await failAt(23 * 3);
      expect(await read(endpoint)).toMatchObject({ offSince: null });
      await deliver();
      expect(await read(endpoint)).toMatchObject({ failingSince: null });
      await failAt(4 * 24);
      expect(await read(endpoint)).toMatchObject({ offSince: null });
    });

    it('is not changed by a secret that Loupe cannot decrypt, which rotating repairs', async () => {
      const endpoint = await newEndpoint();
      await queue(endpoint.accountId);
      await query('UPDATE webhook_secrets SET encrypted_secret = $1', ['from a lost key']);
      await deliver();
      expect(await read(endpoint)).toMatchObject({
        failingSince: null,
        lastDelivery: { attempts: 1, deliveredAt: null, lastError: expect.stringMatching(/decrypted: rotate it$/) },
      });
      await database.dataSource.transaction((db) =>
        installation.webhooks.rotateSecret(db, endpoint.accountId, endpoint.id, installation.actor),
      );
      await deliver();
      expect(await openOf(endpoint.id)).toBe(0);
    });

    it('is changed by no test and by nothing that is sent again', async () => {
      const endpoint = await newEndpoint();
      const { accountId, id } = endpoint;
      await queue(accountId);
      await deliver();
      const [delivered] = await listed(endpoint);
      await installation.webhooks.sendTest(accountId, id);
      await deliver(async () => down);
      await installation.webhooks.resend(accountId, delivered!.id, installation.actor);
      await deliver(async () => down);
      expect(await read(endpoint)).toMatchObject({ failingSince: null });
      await queue(accountId);
      await failAt(0);
      const { failingSince } = await read(endpoint);
      await query('UPDATE webhook_deliveries SET next_attempt_at = NULL');
      await installation.webhooks.resend(accountId, delivered!.id, installation.actor);
      await deliver();
      expect(await read(endpoint)).toMatchObject({ failingSince });
    });
  });

  describe('a webhook delivery that is sent again', () => {
    const deliveredOnce = async () => {
      const endpoint = await newEndpoint();
      await queue(endpoint.accountId);
      await deliver();
      const [first] = await listed(endpoint);
      return { ...endpoint, first: first! };
    };

    it('has the same webhook-id and body, the present secrets, and one attempt', async () => {
      const { accountId, id, secret, first } = await deliveredOnce();
      const rotated = await database.dataSource.transaction((db) =>
        installation.webhooks.rotateSecret(db, accountId, id, installation.actor),
      );
      await installation.webhooks.resend(accountId, first.id, installation.actor);
      const sent: unknown[] = [];
      await deliver(async (message) => {
        sent.push(message);
        return down;
      });
      const { messageId, body } = first;
      expect(sent).toEqual([{ url: 'https://example.com/', id: messageId, body, secrets: [rotated.secret, secret] }]);
      const [again, before] = await listed({ accountId, id });
      expect(again).toMatchObject({
        isManual: true,
        attempts: 1,
        nextAttemptAt: null,
        responseStatus: 503,
        responseBody: 'down',
      });
      expect(before).toEqual(first);
    });

    it('is queued once per Idempotency-Key, also when the process was killed before it sent it or before it answered', async () => {
      const { accountId, id, first } = await deliveredOnce();
      const changes = new IdempotentChanges(database.dataSource, new ChangeAnswersRepository());
      const change = {
        owner: 'user 7',
        role: 'owner',
        idempotencyKey: 'resend-0123456789',
        request: '[]',
      };
      const resend = () =>
        changes.once(change, async (db) => {
          const again = await installation.webhooks.resend(accountId, first.id, installation.actor, db);
          return { id: again.id };
        });
      const killed = changes.once(change, async (db) => {
        await installation.webhooks.resend(accountId, first.id, installation.actor, db);
        throw new Error('killed before the commit');
      });
      await expect(killed).rejects.toThrow('killed');
      const [one, two] = await Promise.all([resend(), resend()]);
      expect(one).toEqual(two);
      await claim();
      await query('UPDATE webhook_deliveries SET leased_until = now() WHERE leased_until IS NOT NULL');
      expect(await resend()).toEqual(one);
      expect(await listed({ accountId, id })).toHaveLength(2);
      await deliver();
      expect(await listed({ accountId, id })).toMatchObject([
        { id: one.id, deliveredAt: expect.any(Date) },
        { id: first.id },
      ]);
    });

    it('is limited to sixty an hour', async () => {
      const { accountId, first } = await deliveredOnce();
      const resend = () => installation.webhooks.resend(accountId, first.id, installation.actor);
      for (let sent = 0; sent < 60; sent++) await resend();
      await expect(resend()).rejects.toMatchObject({ code: 'too_many_requests' });
    });
  });

  it('include at most one open test of an endpoint, which is attempted once and before what waits', async () => {
    const endpoint = await newEndpoint();
    const { accountId, id } = endpoint;
    await queue(accountId);
    const test = () => installation.webhooks.sendTest(accountId, id);
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(test));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(test()).rejects.toMatchObject({ code: 'conflict' });
    const sent: string[] = [];
    const send: typeof postWebhook = async ({ body }) => {
      sent.push(JSON.parse(body).type);
      return down;
    };
    await deliver(send);
    await deliver(send);
    expect(sent).toEqual(['test', 'key.expiring']);
    expect(await listed(endpoint)).toMatchObject([{ attempts: 1, nextAttemptAt: null }, { attempts: 1 }]);
    await test();
  });

  it('include at most ten tests of an account an hour', async () => {
    const { accountId, id } = await newEndpoint();
    const finishAll = () => query('UPDATE webhook_deliveries SET next_attempt_at = NULL');
    for (let sent = 0; sent < 10; sent++) {
      await installation.webhooks.sendTest(accountId, id);
      await finishAll();
    }
    const refused = { code: 'too_many_requests', detail: expect.stringMatching(/in (59|60) minutes/) };
    await expect(installation.webhooks.sendTest(accountId, id)).rejects.toMatchObject(refused);
    await query(`UPDATE webhook_deliveries SET created_at = now() - interval '61 minutes' WHERE id = 1`);
    await installation.webhooks.sendTest(accountId, id);
  });

  it('include at most sixty notifications of an account an hour, however often its threshold changes', async () => {
    const { accountId, id } = await newEndpoint();
    await newEndpoint('https://second.example.com/', accountId);
    const status = accountsOn(database.dataSource);
    const { actor, queueLowBalances } = installation;
    for (let moved = 0; moved < 70; moved++) {
      for (const thresholdMicros of [2_000n, null]) await status.setThreshold({ accountId, thresholdMicros, actor });
      if (moved % 20 === 0) await queueLowBalances();
    }
    await queueLowBalances();
    expect(await openOf(id)).toBe(60);
  });

  it('are dropped when they are thirty days old', async () => {
    const { accountId } = await newEndpoint();
    await queue(accountId, 3);
    await query(`UPDATE webhook_deliveries SET created_at = now() - make_interval(days => 28 + id::int)`);
    await createOutbox().dropOld();
    expect(await query('SELECT id FROM webhook_deliveries')).toEqual([{ id: '1' }]);
  });

  it('go to at most five endpoints of an account, also if all are added at once', async () => {
    const accountId = await createAccount(database.dataSource, 1_000n);
    const added = await Promise.allSettled(
      [1, 2, 3, 4, 5, 6, 7].map((n) => newEndpoint(`https://e${n}.example.com/`, accountId)),
    );
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await expect(newEndpoint('https://sixth.example.com/', accountId)).rejects.toMatchObject({ code: 'conflict' });
  });
});
