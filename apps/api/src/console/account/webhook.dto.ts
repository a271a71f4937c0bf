import type { WebhookDelivery } from '../../platform/database/entities/webhooks';
import { ChoiceField, IdField, TextField, TimeField } from '../fields/fields';
import { listOf } from '../fields/page';
import { ResponseInteger, ResponseText } from '../fields/response-fields';

export class WebhookBody {
  @TextField({
    max: 2000,
    example: 'https://example.com/hooks/loupe',
    description: 'Must use https and resolve to a public address',
  })
  url: string;
}

export class WebhookView {
  @ResponseText({ nullable: true, description: 'null: no webhook is set' }) url: string | null;
}

export class WebhookSecretView extends WebhookView {
  @ResponseText({ description: 'Signs every delivery. Shown only once' }) secret: string;
}

export class WebhookEventView {
  @ResponseText({ example: 'balance.low' }) event: string;
  @ResponseText({ description: 'When the event is sent, in a sentence' }) when: string;
  @ResponseText({ description: 'A sample of the JSON body' }) body: string;
}

export class WebhookEventList extends listOf(WebhookEventView) {}

export class WebhookDeliveryView {
  @IdField() id: string;
  @ResponseText({ example: 'balance.low' }) event: string;
  @ChoiceField(['pending', 'delivered', 'failed']) state: 'pending' | 'delivered' | 'failed';
  @ResponseInteger() attempts: number;
  @ResponseText({ nullable: true, description: 'Why the last attempt failed' }) last_error: string | null;
  @TimeField() created_at: string;
  @TimeField({ nullable: true, description: 'null: there are no more attempts' }) next_attempt_at: string | null;
  @TimeField({ nullable: true }) delivered_at: string | null;
}

export class WebhookDeliveryList extends listOf(WebhookDeliveryView) {}

export function deliveryView(delivery: WebhookDelivery): WebhookDeliveryView {
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
