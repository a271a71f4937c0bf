import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { webhookBody } from './webhook-body';
import { postWebhook } from './webhook-post';
import { WebhookSecrets } from './webhook-secrets';
import { type DueDelivery, WebhooksRepository } from './webhooks.repository';

const maxInFlight = 10;
const maxAttempts: Record<string, number> = { test: 1 };
const usualAttempts = 10;
const firstDelaySeconds = 30;
const maxDelaySeconds = 12 * 3_600;

/** Delivers at least once, unless every attempt fails. Pauses grow. A target that hangs delays only its own account. */
@Injectable()
export class WebhookOutbox {
  /** Outcomes of attempts; `given_up` counts deliveries whose last attempt failed. Tests are not counted. */
  readonly outcomes = { delivered: 0, failed: 0, given_up: 0 };
  private readonly inFlight = new Set<Promise<void>>();
  private claiming: Promise<void> | undefined;
  private isStopped = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: WebhooksRepository,
    private readonly secrets: WebhookSecrets,
  ) {}

  /** Starts sending due deliveries while there are free slots. Each freed slot takes the next delivery. */
  async deliver(send: typeof postWebhook = postWebhook): Promise<void> {
    if (this.isStopped) return;
    this.claiming ??= this.claim(send).finally(() => {
      this.claiming = undefined;
    });
    await this.claiming;
  }

  /** Starts no more deliveries, and waits for those in progress. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.claiming?.catch(() => undefined);
    await Promise.all(this.inFlight);
  }

  dropOld(): Promise<void> {
    return this.repository.dropOld(this.dataSource);
  }

  private async claim(send: typeof postWebhook): Promise<void> {
    const freeSlots = maxInFlight - this.inFlight.size;
    if (freeSlots === 0) return;
    await this.dataSource.transaction((db) => this.repository.queueLowBalances(db));
    const due = await this.dataSource.transaction((db) => this.repository.claimDue(db, freeSlots));
    for (const delivery of due) {
      const attempt = this.attempt(delivery, send)
        .finally(() => this.inFlight.delete(attempt))
        .then(() => this.deliver(send))
        // The database is unreachable. The next round reports it, and the delivery is sent again when its lease ends.
        .catch(() => undefined);
      this.inFlight.add(attempt);
    }
  }

  private async attempt(delivery: DueDelivery, send: typeof postWebhook): Promise<void> {
    try {
      await send({ url: delivery.url, secret: this.secrets.decrypt(delivery) }, webhookBody(delivery));
      await this.repository.recordDelivered(this.dataSource, Number(delivery.id));
      this.count(delivery, 'delivered');
    } catch (error) {
      const isLast = delivery.attempts >= (maxAttempts[delivery.event] ?? usualAttempts);
      this.count(delivery, isLast ? 'given_up' : 'failed');
      const delay = isLast ? null : delaySeconds(delivery.attempts);
      const reason = error instanceof Error ? error.message : String(error);
      await this.repository.postpone(this.dataSource, delivery.id, delay, reason);
    }
  }

  private count({ event }: DueDelivery, outcome: keyof WebhookOutbox['outcomes']): void {
    if (event !== 'test') this.outcomes[outcome] += 1;
  }
}

/** Pause after the n-th failure: 30 seconds, tripled each time, up to 12 hours. */
export function delaySeconds(attempts: number): number {
  return Math.min(firstDelaySeconds * 3 ** (attempts - 1), maxDelaySeconds);
}
