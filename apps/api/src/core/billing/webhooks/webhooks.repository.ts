import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { advisoryLocks } from '../../../platform/database/advisory-lock';
import type { Db, EntityDb } from '../../../platform/database/db';
import { Webhook, WebhookDelivery } from '../../../platform/database/entities/webhooks';
import { shardOf } from '../../../platform/database/shards';

export interface DueDelivery {
  readonly id: string;
  readonly event: string;
  readonly balance_micros: string;
  readonly threshold_micros: string | null;
  /** More facts about the event; null for low balances and tests. */
  readonly detail: object | null;
  readonly attempts: number;
  readonly created_at: Date;
  readonly account_id: string;
  readonly url: string;
  readonly encrypted_secret: string;
}

const maxInFlightPerAccount = 2;
const maxNotificationsPerHour = 60;
const lease = `interval '1 minute'`;

/** Webhooks and their deliveries. */
@Injectable()
export class WebhooksRepository {
  async findUrl(db: EntityDb, accountId: number): Promise<string | undefined> {
    return (await db.getRepository(Webhook).findOneBy({ accountId }))?.url;
  }

  async set(db: EntityDb, accountId: number, url: string, encryptedSecret: string): Promise<void> {
    await db.getRepository(Webhook).upsert({ accountId, url, encryptedSecret }, ['accountId']);
  }

  /** Cancels pending deliveries too. */
  async remove(db: EntityDb, accountId: number): Promise<void> {
    await db.getRepository(Webhook).delete({ accountId });
    await db
      .getRepository(WebhookDelivery)
      .update(
        { accountId, nextAttemptAt: Not(IsNull()) },
        { nextAttemptAt: null, leasedUntil: null, lastError: 'the webhook was removed' },
      );
  }

  /** Locks an account's webhook. @returns false when there is none */
  async lock(db: EntityDb, accountId: number): Promise<boolean> {
    const lock = { mode: 'pessimistic_write' } as const;
    return (await db.getRepository(Webhook).findOne({ where: { accountId }, lock })) !== null;
  }

  /** @returns false while another test of the account is open */
  async queueTest(db: Db, accountId: number): Promise<boolean> {
    const queued = await db.query(
      `INSERT INTO webhook_deliveries (account_id, event, balance_micros, threshold_micros)
       SELECT account_id, 'test', balance_micros, low_balance_threshold_micros FROM ledger.accounts
       WHERE account_id = $1 AND shard = $2
       ON CONFLICT (account_id) WHERE event = 'test' AND next_attempt_at IS NOT NULL DO NOTHING RETURNING 1`,
      [accountId, shardOf(accountId)],
    );
    return queued.length > 0;
  }

  /** The tests of the last hour, and the seconds until the oldest one is an hour old. */
  async recentTests(db: Db, accountId: number): Promise<{ count: number; freeInSeconds: number }> {
    const [row] = await db.query(
      `SELECT count(*)::int AS count,
         coalesce(ceil(extract(epoch FROM min(created_at) + interval '1 hour' - now())), 0)::int AS free_in_seconds
       FROM webhook_deliveries WHERE account_id = $1 AND event = 'test' AND created_at > now() - interval '1 hour'`,
      [accountId],
    );
    return { count: row.count, freeInSeconds: row.free_in_seconds };
  }

  deliveries(db: EntityDb, accountId: number, limit: number): Promise<WebhookDelivery[]> {
    return db.getRepository(WebhookDelivery).find({ where: { accountId }, order: { id: 'DESC' }, take: limit });
  }

  /**
   * Moves the ledger's low-balance notifications to the deliveries. Needs its own transaction, so that no notification is lost.
   */
  async queueLowBalances(db: Db): Promise<void> {
    const [notifications]: [Record<string, unknown>[]] = await db.query(
      'DELETE FROM ledger.low_balance_notifications RETURNING account_id, balance_micros, threshold_micros, at',
    );
    if (notifications.length === 0) return;
    const column = (name: string) => notifications.map((notification) => notification[name]);
    // Limited per hour: a threshold can be moved back and forth, and each move would send a request.
    await db.query(
      `INSERT INTO webhook_deliveries (account_id, event, balance_micros, threshold_micros, created_at)
       SELECT account_id, 'balance.low', balance_micros, threshold_micros, at
       FROM (
         SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY place) AS nth
         FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::timestamptz[])
           WITH ORDINALITY AS given (account_id, balance_micros, threshold_micros, at, place)
       ) AS notification JOIN webhooks USING (account_id)
       WHERE NOT EXISTS (SELECT FROM notification_switches o
         WHERE o.account_id = notification.account_id AND o.event = 'balance.low' AND o.channel = 'webhook') AND nth + (
         SELECT count(*) FROM (
           SELECT created_at FROM webhook_deliveries d WHERE d.account_id = notification.account_id AND event = 'balance.low'
           ORDER BY id DESC LIMIT ${maxNotificationsPerHour}
         ) AS latest WHERE created_at > now() - interval '1 hour'
       ) <= ${maxNotificationsPerHour} ORDER BY place`,
      [column('account_id'), column('balance_micros'), column('threshold_micros'), column('at')],
    );
  }

  /** Claims due deliveries, at most two per account. Leases outlast attempts. Needs its own transaction. */
  async claimDue(db: Db, limit: number): Promise<DueDelivery[]> {
    // Serialise claims, because they count each other's leases.
    await db.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.claimDeliveries]);
    const [due] = await db.query(
      `WITH due AS (
         SELECT id, next_attempt_at, account_id,
           row_number() OVER (PARTITION BY account_id ORDER BY next_attempt_at, id) AS place
         FROM webhook_deliveries WHERE next_attempt_at <= now()
       ), leased AS (
         SELECT account_id, count(*) AS count FROM webhook_deliveries WHERE leased_until > now() GROUP BY account_id
       ), taken AS (
         SELECT id, url, encrypted_secret
         FROM due JOIN webhooks USING (account_id) LEFT JOIN leased USING (account_id)
         WHERE place + coalesce(count, 0) <= ${maxInFlightPerAccount} ORDER BY next_attempt_at LIMIT $1
       )
       UPDATE webhook_deliveries d
       SET attempts = attempts + 1, next_attempt_at = now() + ${lease}, leased_until = now() + ${lease}
       FROM taken WHERE d.id = taken.id RETURNING d.*, url, encrypted_secret`,
      [limit],
    );
    return due;
  }

  async recordDelivered(db: EntityDb, deliveryId: number): Promise<void> {
    const delivered = { deliveredAt: () => 'now()', nextAttemptAt: null, leasedUntil: null, lastError: null };
    await db.getRepository(WebhookDelivery).update({ id: deliveryId }, delivered);
  }

  /** Schedules the next attempt, or none if `delaySeconds` is null. Does nothing if the webhook was removed. */
  async postpone(db: Db, deliveryId: string, delaySeconds: number | null, reason: string): Promise<void> {
    await db.query(
      `UPDATE webhook_deliveries SET next_attempt_at = now() + make_interval(secs => $2), leased_until = NULL, last_error = $3
       WHERE id = $1 AND leased_until IS NOT NULL`,
      [deliveryId, delaySeconds, reason],
    );
  }

  /** Deletes deliveries older than 30 days. No retry waits that long. */
  async dropOld(db: Db): Promise<void> {
    // A batch at a time, to stay within the statement timeout.
    await db.query(
      `DELETE FROM webhook_deliveries WHERE id IN (
         SELECT id FROM webhook_deliveries WHERE created_at < now() - interval '30 days' ORDER BY id LIMIT 10000)`,
    );
  }
}
