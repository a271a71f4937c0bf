import { Injectable } from '@nestjs/common';
import type { Db } from '../../../platform/database/data-source';
import { rowReader } from '../../../platform/database/row-reader';

/** A webhook's secret as its row holds it: exactly one of the two is set. */
export interface KeptSecret {
  readonly account_id: string;
  readonly secret: string | null;
  readonly sealed_secret: string | null;
}

/** A delivery as its owner sees it: pending while `nextAttemptAt` is set. */
export interface WebhookDelivery {
  readonly id: number;
  readonly event: string;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date | null;
  readonly deliveredAt: Date | null;
}

/** A delivery to be sent now, with the webhook that it goes to. */
export interface DueDelivery extends KeptSecret {
  readonly id: string;
  readonly event: string;
  readonly balance_micros: string;
  readonly threshold_micros: string | null;
  readonly attempts: number;
  readonly created_at: Date;
  readonly url: string;
}

const deliveryOf = rowReader<WebhookDelivery>('id');

@Injectable()
export class WebhooksRepository {
  async findUrl(db: Db, accountId: number): Promise<string | undefined> {
    const [row] = await db.query('SELECT url FROM webhooks WHERE account_id = $1', [accountId]);
    return row?.url;
  }

  async set(db: Db, accountId: number, url: string, sealedSecret: string): Promise<void> {
    await db.query(
      `INSERT INTO webhooks (account_id, url, sealed_secret) VALUES ($1, $2, $3)
       ON CONFLICT (account_id) DO UPDATE SET url = excluded.url, secret = NULL, sealed_secret = excluded.sealed_secret`,
      [accountId, url, sealedSecret],
    );
  }

  /** Pending deliveries end with it. */
  async remove(db: Db, accountId: number): Promise<void> {
    await db.query('DELETE FROM webhooks WHERE account_id = $1', [accountId]);
    await db.query(
      `UPDATE webhook_deliveries SET next_attempt_at = NULL, last_error = 'the webhook was removed'
       WHERE account_id = $1 AND next_attempt_at IS NOT NULL`,
      [accountId],
    );
  }

  /** What older versions stored unsealed. */
  unsealed(db: Db): Promise<KeptSecret[]> {
    return db.query('SELECT * FROM webhooks WHERE secret IS NOT NULL');
  }

  /** Replaces a secret by its sealed form, unless the owner has just set another one. */
  async seal(db: Db, { account_id, secret }: KeptSecret, sealedSecret: string): Promise<void> {
    await db.query('UPDATE webhooks SET secret = NULL, sealed_secret = $3 WHERE account_id = $1 AND secret = $2', [
      account_id,
      secret,
      sealedSecret,
    ]);
  }

  /** @returns false when the account has no webhook. */
  async queueTest(db: Db, accountId: number): Promise<boolean> {
    const queued = await db.query(
      `INSERT INTO webhook_deliveries (account_id, event, balance_micros, threshold_micros)
       SELECT id, 'test', balance_micros, low_balance_threshold_micros FROM accounts JOIN webhooks ON account_id = id
       WHERE id = $1 RETURNING 1`,
      [accountId],
    );
    return queued.length > 0;
  }

  /** Newest first. */
  async deliveries(db: Db, accountId: number, limit: number): Promise<WebhookDelivery[]> {
    const rows: Record<string, unknown>[] = await db.query(
      `SELECT id, event, attempts, last_error, created_at, next_attempt_at, delivered_at
       FROM webhook_deliveries WHERE account_id = $1 ORDER BY id DESC LIMIT $2`,
      [accountId, limit],
    );
    return rows.map(deliveryOf);
  }

  /** Takes due deliveries and hides them for a minute, longer than an attempt lasts: no other process takes the same. */
  async claimDue(db: Db, limit: number): Promise<DueDelivery[]> {
    const [due] = await db.query(
      `UPDATE webhook_deliveries d SET attempts = attempts + 1, next_attempt_at = now() + interval '1 minute'
       FROM (SELECT id FROM webhook_deliveries WHERE next_attempt_at <= now()
         ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED) AS due, webhooks w
       WHERE d.id = due.id AND w.account_id = d.account_id
       RETURNING d.*, w.url, w.secret, w.sealed_secret`,
      [limit],
    );
    return due;
  }

  async settle(db: Db, deliveryId: string): Promise<void> {
    await db.query(
      'UPDATE webhook_deliveries SET delivered_at = now(), next_attempt_at = NULL, last_error = NULL WHERE id = $1',
      [deliveryId],
    );
  }

  /** @param delaySeconds until the next attempt; null for none. */
  async postpone(db: Db, deliveryId: string, delaySeconds: number | null, reason: string): Promise<void> {
    await db.query(
      'UPDATE webhook_deliveries SET next_attempt_at = now() + make_interval(secs => $2), last_error = $3 WHERE id = $1',
      [deliveryId, delaySeconds, reason],
    );
  }
}
