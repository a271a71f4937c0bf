import { formatUsd } from '@loupe/dto';
import type { DataSource } from 'typeorm';
import { postWebhook } from './webhook-post';
import type { WebhookSecrets } from './webhook-secrets';

const batchSize = 10;
const maxAttempts = 10;
const firstDelaySeconds = 30;
const maxDelaySeconds = 12 * 3_600;

interface Due {
  id: string;
  account_id: string;
  event: string;
  balance_micros: string;
  threshold_micros: string | null;
  created_at: Date;
  attempts: number;
  url: string;
  secret: string | null;
  sealed_secret: string | null;
}

/** Takes what is due and hides it for a minute, longer than an attempt lasts: no other process takes the same meanwhile. */
const claim = `
  UPDATE webhook_deliveries d SET attempts = attempts + 1, next_attempt_at = now() + interval '1 minute'
  FROM (SELECT id FROM webhook_deliveries WHERE next_attempt_at <= now()
    ORDER BY next_attempt_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED) AS due, webhooks w
  WHERE d.id = due.id AND w.account_id = d.account_id
  RETURNING d.*, w.url, w.secret, w.sealed_secret`;

/** Sends what the outbox holds: at least once, with longer and longer pauses after failures, ten times at most. */
export class WebhookOutbox {
  constructor(
    private readonly dataSource: DataSource,
    private readonly secrets: WebhookSecrets,
    private readonly send: typeof postWebhook = postWebhook,
  ) {}

  /** Sends everything that is due. */
  async deliver(): Promise<void> {
    for (;;) {
      const [due]: [Due[]] = await this.dataSource.query(claim);
      await Promise.all(due.map((delivery) => this.attempt(delivery)));
      if (due.length < batchSize) return;
    }
  }

  private async attempt(delivery: Due): Promise<void> {
    try {
      await this.send({ url: delivery.url, secret: this.secrets.open(delivery) }, bodyOf(delivery));
      await this.dataSource.query(
        'UPDATE webhook_deliveries SET delivered_at = now(), next_attempt_at = NULL, last_error = NULL WHERE id = $1',
        [delivery.id],
      );
    } catch (error) {
      const delay = delivery.attempts < maxAttempts ? delaySeconds(delivery.attempts) : null;
      await this.dataSource.query(
        `UPDATE webhook_deliveries SET next_attempt_at = now() + make_interval(secs => $2), last_error = $3 WHERE id = $1`,
        [delivery.id, delay, error instanceof Error ? error.message : String(error)],
      );
    }
  }
}

/** Pause after the n-th failure: half a minute, then three times as long each time, up to twelve hours. */
export function delaySeconds(attempts: number): number {
  return Math.min(firstDelaySeconds * 3 ** (attempts - 1), maxDelaySeconds);
}

function bodyOf(delivery: Due): string {
  return JSON.stringify({
    id: delivery.id,
    event: delivery.event,
    account_id: delivery.account_id,
    balance_usd: formatUsd(BigInt(delivery.balance_micros)),
    threshold_usd: delivery.threshold_micros === null ? null : formatUsd(BigInt(delivery.threshold_micros)),
    created_at: delivery.created_at.toISOString(),
  });
}
