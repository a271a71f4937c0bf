import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { apiKeyPrefix, generateApiKey, hashApiKey } from '../../src/core/auth/api-key-format';
import { maxKeySetAgeMs } from '../../src/core/auth/auth.module';
import { feedConnectionName, KeyFeedRepository } from '../../src/core/auth/key-feed.repository';
import { KeySetRefresher } from '../../src/core/auth/key-set.refresher';
import { Notifications } from '../../src/platform/database/notifications';
import { seededRandom } from '../support/seeded-random';
import { createTestDatabase, type TestDatabase, untilBlocked } from '../support/test-database';
import { until } from '../support/until';

interface Statements {
  query(sql: string, values: unknown[]): Promise<{ id: string }[]>;
}

const log = { error: () => undefined, info: () => undefined };
/** Long enough that the refresher reads only after a notification or an explicit refresh. */
const refreshMs = 3_600_000;

describe('the feed of key changes', () => {
  let database: TestDatabase;
  let notifications: Notifications;
  let refresher: KeySetRefresher;
  let accountId: number;
  let nowMs = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    notifications = new Notifications(database.url);
    const feed = new KeyFeedRepository({ DATABASE_URL: database.url, RATE_LIMIT_PER_SECOND: 10 });
    refresher = new KeySetRefresher(feed, notifications, { refreshMs, maxAgeMs: maxKeySetAgeMs }, log, () => nowMs);
    await notifications.start();
    await refresher.start();
  });
  beforeEach(async () => {
    const [{ id }] = await query(`INSERT INTO accounts (kind, name) VALUES ('customer', 'Test') RETURNING id`);
    accountId = Number(id);
  });
  afterAll(async () => {
    await refresher.stop();
    await notifications.stop();
    await database.drop();
  });

  const query = (sql: string, values: unknown[] = []) => database.dataSource.query(sql, values);

  async function insertKey(text = generateApiKey(), db: Statements = database.dataSource) {
    const rows = await db.query(
      `INSERT INTO api_keys (account_id, hash, prefix, name) VALUES ($1, $2, $3, 'Test') RETURNING id`,
      [accountId, hashApiKey(text), apiKeyPrefix(text)],
    );
    return { text, id: Number(rows[0]!.id) };
  }

  const outcome = (text: string) => refresher.current()!.authenticate(text, Date.now());

  const untilPushed = (condition: () => boolean) => until('the change is pushed', condition);

  async function inTransaction(work: (db: QueryRunner) => Promise<void>): Promise<void> {
    const db = database.dataSource.createQueryRunner();
    await db.startTransaction();
    await work(db);
    await db.commitTransaction();
    await db.release();
  }

  it('pushes creation, rate, expiry, allowed IPs and revocation', async () => {
    const { text, id } = await insertKey();
    await untilPushed(() => 'id' in outcome(text));
    expect(outcome(text)).toMatchObject({ id, accountId, keyFamilyId: id, ratePerSecond: 10 });
    await query('UPDATE api_keys SET rate_per_second = 25 WHERE id = $1', [id]);
    await untilPushed(() => 'id' in outcome(text) && (outcome(text) as { ratePerSecond: number }).ratePerSecond === 25);
    await query(`UPDATE api_keys SET allowed_ips = '{203.0.113.0/24}' WHERE id = $1`, [id]);
    await untilPushed(() => (outcome(text) as { allowedAddresses?: object }).allowedAddresses !== undefined);
    await query(`UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
    await untilPushed(() => 'detail' in outcome(text));
    expect(outcome(text)).toMatchObject({ detail: expect.stringContaining('expired at') });
    await query(`UPDATE api_keys SET revoked_at = now() WHERE id = $1`, [id]);
    await untilPushed(() => (outcome(text) as { detail: string }).detail.includes('was revoked at'));
  });

  it('pushes the suspension of an account and its end', async () => {
    const { text } = await insertKey();
    await query(`UPDATE accounts SET status = 'suspended' WHERE id = $1`, [accountId]);
    await untilPushed(() => (outcome(text) as { code?: string }).code === 'account_suspended');
    await query(`UPDATE accounts SET status = 'active' WHERE id = $1`, [accountId]);
    await untilPushed(() => 'id' in outcome(text));
  });

  it('distinguishes a rotated key whose overlap has ended from an expired key', async () => {
    const { text, id } = await insertKey();
    await query(
      `UPDATE api_keys SET retires_at = now() - interval '1 second', expires_at = now() + interval '1 day'
                 WHERE id = $1`,
      [id],
    );
    await refresher.refresh();
    expect(outcome(text)).toMatchObject({ detail: expect.stringContaining('replaced by a rotation') });
  });

  it('does not push a new name of a key', async () => {
    const { id } = await insertKey();
    const mark = () => query('SELECT change_mark FROM api_keys WHERE id = $1', [id]);
    const before = await mark();
    await query(`UPDATE api_keys SET name = 'Other' WHERE id = $1`, [id]);
    expect(await mark()).toEqual(before);
  });

  it('misses no change, in whatever order transactions commit', async () => {
    const texts = Array.from({ length: 40 }, generateApiKey);
    const random = seededRandom();
    await Promise.all(
      texts.map((text) =>
        inTransaction(async (db) => {
          await insertKey(text, db);
          await sleep(random() * 3);
        }).then(() => refresher.refresh()),
      ),
    );
    await refresher.refresh();
    for (const text of texts) expect(outcome(text)).toMatchObject({ accountId });
  });

  it('reports no key of a suspended account as valid, including one created during the suspension', async () => {
    const text = generateApiKey();
    let creation: Promise<unknown> | undefined;
    await inTransaction(async (db) => {
      await db.query(`UPDATE accounts SET status = 'suspended' WHERE id = $1`, [accountId]);
      creation = insertKey(text);
      await untilBlocked(database.dataSource);
    });
    await creation;
    await refresher.refresh();
    expect(outcome(text)).toMatchObject({ code: 'account_suspended' });
  });

  it('lets a revocation and a suspension of one account run concurrently', async () => {
    for (let round = 0; round < 20; round++) {
      const keys = await Promise.all([insertKey(), insertKey(), insertKey()]);
      await Promise.all([
        ...keys.map(({ id }) => query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [id])),
        query(
          `UPDATE accounts SET status = CASE status WHEN 'active' THEN 'suspended' ELSE 'active' END WHERE id = $1`,
          [accountId],
        ),
      ]);
    }
  });

  it('provides no keys once the database has been silent for too long, and provides them again when it responds', async () => {
    const { text } = await insertKey();
    await refresher.refresh();
    const [{ pid }] = await query(
      'SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()',
      [feedConnectionName],
    );
    process.kill(pid, 'SIGSTOP');
    try {
      const hanging = refresher.refresh();
      nowMs += maxKeySetAgeMs;
      expect(outcome(text)).toMatchObject({ accountId });
      nowMs += 1;
      expect(refresher.current()).toBeUndefined();
      // The silent connection is replaced.
      await hanging;
      await refresher.refresh();
      expect(outcome(text)).toMatchObject({ accountId });
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  it('reads everything again after the listening connection was lost', async () => {
    const { text } = await insertKey();
    await untilPushed(() => 'id' in outcome(text));
    // As if another server had taken over without the last changes, so that its sequence continued at a lower number.
    await query('ALTER TABLE api_keys DISABLE TRIGGER USER');
    await query('UPDATE api_keys SET revoked_at = now(), change_mark = 1 WHERE hash = $1', [hashApiKey(text)]);
    await query('ALTER TABLE api_keys ENABLE TRIGGER USER');
    await refresher.refresh();
    expect(outcome(text)).toMatchObject({ accountId });
    await query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE application_name = 'loupe-listen' AND datname = current_database()`);
    await untilPushed(() => 'detail' in outcome(text));
  });
});
