import { Injectable } from '@nestjs/common';
import { type WebhookDelivery, Webhooks } from '../../core/billing/webhooks/webhooks';
import { actorOf, type SignedIn } from '../shared/access/signed-in';
import type { WebhookDeliveryList, WebhookDeliveryView, WebhookSecretView, WebhookView } from './webhook.dto';

/** Where an owner's low balances are sent. */
@Injectable()
export class WebhookService {
  constructor(private readonly webhooks: Webhooks) {}

  async read(accountId: number): Promise<WebhookView> {
    return { url: (await this.webhooks.read(accountId)) ?? null };
  }

  /** @throws {Problem} `unprocessable_entity` for an address that is not public, or not https. */
  async set(accountId: number, user: SignedIn, url: string): Promise<WebhookSecretView> {
    return { url, secret: await this.webhooks.set(accountId, url, actorOf(user)) };
  }

  remove(accountId: number, user: SignedIn): Promise<void> {
    return this.webhooks.remove(accountId, actorOf(user));
  }

  /** @throws {Problem} `conflict` when no address is set. */
  sendTest(accountId: number): Promise<void> {
    return this.webhooks.sendTest(accountId);
  }

  async deliveries(accountId: number): Promise<WebhookDeliveryList> {
    return { items: (await this.webhooks.deliveries(accountId)).map(deliveryView) };
  }
}

function deliveryView(delivery: WebhookDelivery): WebhookDeliveryView {
  return {
    id: `${delivery.id}`,
    event: delivery.event,
    state: stateOf(delivery),
    attempts: delivery.attempts,
    last_error: delivery.lastError,
    created_at: delivery.createdAt.toISOString(),
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    delivered_at: delivery.deliveredAt?.toISOString() ?? null,
  };
}

function stateOf({ deliveredAt, nextAttemptAt }: WebhookDelivery): WebhookDeliveryView['state'] {
  if (deliveredAt) return 'delivered';
  return nextAttemptAt ? 'pending' : 'failed';
}
