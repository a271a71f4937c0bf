import type { DataSource } from 'typeorm';
import { type Actor, recordAudit } from '../../../platform/audit/audit-log.repository';
import { Problem } from '../../../platform/http/problem';
import type { WebhookSecrets } from './webhook-secrets';
import { webhookUrlFault } from './webhook-url';

/** One delivery, as its owner sees it. It is pending while `nextAttemptAt` is set. */
export interface WebhookDelivery {
  readonly id: number;
  readonly event: string;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date | null;
  readonly deliveredAt: Date | null;
}

interface Row {
  id: string;
  event: string;
  attempts: number;
  last_error: string | null;
  created_at: Date;
  next_attempt_at: Date | null;
  delivered_at: Date | null;
}

const listed = 50;

/** Where an account's low balances are sent. */
export class Webhooks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly secrets: WebhookSecrets,
  ) {}

  /** The address; undefined when none is set. */
  async read(accountId: number): Promise<string | undefined> {
    const [row] = await this.dataSource.query('SELECT url FROM webhooks WHERE account_id = $1', [accountId]);
    return row?.url;
  }

  /**
   * Sets the address, and gives the new secret that deliveries are signed with: it cannot be read again.
   * @throws {Problem} `unprocessable_entity` unless it is an https URL that leads to the public internet; `conflict` where secrets
   *   cannot be kept.
   */
  async set(accountId: number, url: string, actor: Actor): Promise<string> {
    const fault = webhookUrlFault(url);
    if (fault) {
      const errors = [{ in: 'body' as const, parameter: 'url', message: fault }];
      throw new Problem('unprocessable_entity', `url ${fault}.`, { members: { errors } });
    }
    const { secret, sealedSecret } = this.secrets.make(accountId);
    return this.dataSource.transaction(async (db) => {
      await db.query(
        `INSERT INTO webhooks (account_id, url, sealed_secret) VALUES ($1, $2, $3)
         ON CONFLICT (account_id) DO UPDATE SET url = excluded.url, secret = NULL, sealed_secret = excluded.sealed_secret`,
        [accountId, url, sealedSecret],
      );
      // Only the host: paths of webhooks are often secrets themselves.
      const detail = { host: new URL(url).host };
      await recordAudit(db, { actor, action: 'webhook.set', ...targetOf(accountId), detail });
      return secret;
    });
  }

  /** Removes the address; what was still to be sent is not sent any more. */
  remove(accountId: number, actor: Actor): Promise<void> {
    return this.dataSource.transaction(async (db) => {
      await db.query('DELETE FROM webhooks WHERE account_id = $1', [accountId]);
      await db.query(
        `UPDATE webhook_deliveries SET next_attempt_at = NULL, last_error = 'the webhook was removed'
         WHERE account_id = $1 AND next_attempt_at IS NOT NULL`,
        [accountId],
      );
      await recordAudit(db, { actor, action: 'webhook.remove', ...targetOf(accountId) });
    });
  }

  /** Queues a test delivery. @throws {Problem} `conflict` when no address is set. */
  async sendTest(accountId: number): Promise<void> {
    const queued = await this.dataSource.query(
      `INSERT INTO webhook_deliveries (account_id, event, balance_micros, threshold_micros)
       SELECT id, 'test', balance_micros, low_balance_threshold_micros FROM accounts JOIN webhooks ON account_id = id
       WHERE id = $1 RETURNING 1`,
      [accountId],
    );
    if (queued.length === 0) throw new Problem('conflict', 'No webhook is set.');
  }

  /** The last fifty deliveries, newest first. */
  async deliveries(accountId: number): Promise<WebhookDelivery[]> {
    const rows: Row[] = await this.dataSource.query(
      'SELECT * FROM webhook_deliveries WHERE account_id = $1 ORDER BY id DESC LIMIT $2',
      [accountId, listed],
    );
    return rows.map((row) => ({
      id: Number(row.id),
      event: row.event,
      attempts: row.attempts,
      lastError: row.last_error,
      createdAt: row.created_at,
      nextAttemptAt: row.next_attempt_at,
      deliveredAt: row.delivered_at,
    }));
  }
}

function targetOf(accountId: number) {
  return { accountId, targetType: 'webhook', targetId: `${accountId}` };
}
