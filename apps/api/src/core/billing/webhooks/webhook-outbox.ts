import { formatUsd } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { postWebhook } from './webhook-post';
import { WebhookSecrets } from './webhook-secrets';
import { type DueDelivery, WebhooksRepository } from './webhooks.repository';

const batchSize = 10;
const maxAttempts = 10;
const firstDelaySeconds = 30;
const maxDelaySeconds = 12 * 3_600;

/** Sends queued deliveries at least once, with growing pauses after failures, ten times at most. */
@Injectable()
export class WebhookOutbox {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: WebhooksRepository,
    private readonly secrets: WebhookSecrets,
  ) {}

  async deliver(send: typeof postWebhook = postWebhook): Promise<void> {
    for (;;) {
      const due = await this.repository.claimDue(this.dataSource, batchSize);
      await Promise.all(due.map((delivery) => this.attempt(delivery, send)));
      if (due.length < batchSize) return;
    }
  }

  private async attempt(delivery: DueDelivery, send: typeof postWebhook): Promise<void> {
    try {
      await send({ url: delivery.url, secret: this.secrets.open(delivery) }, bodyOf(delivery));
      await this.repository.settle(this.dataSource, delivery.id);
    } catch (error) {
      const delay = delivery.attempts < maxAttempts ? delaySeconds(delivery.attempts) : null;
      const reason = error instanceof Error ? error.message : String(error);
      await this.repository.postpone(this.dataSource, delivery.id, delay, reason);
    }
  }
}

/** Pause after the n-th failure: half a minute, then three times as long each time, up to twelve hours. */
export function delaySeconds(attempts: number): number {
  return Math.min(firstDelaySeconds * 3 ** (attempts - 1), maxDelaySeconds);
}

function bodyOf(delivery: DueDelivery): string {
  return JSON.stringify({
    id: delivery.id,
    event: delivery.event,
    account_id: delivery.account_id,
    balance_usd: formatUsd(BigInt(delivery.balance_micros)),
    threshold_usd: delivery.threshold_micros === null ? null : formatUsd(BigInt(delivery.threshold_micros)),
    created_at: delivery.created_at.toISOString(),
  });
}
