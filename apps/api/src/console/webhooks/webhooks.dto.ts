import { type WebhookEventType, webhookEventTypes } from '../../core/notifications/notification';
import type { DeliveryState } from '../../core/notifications/webhooks/webhook-deliveries.repository';
import { deliveryStates } from '../../core/notifications/webhooks/webhook-deliveries.repository';
import type { ListedEndpoint } from '../../core/notifications/webhooks/webhooks';
import type { WebhookDelivery } from '../../platform/database/entities/webhooks';
import {
  BooleanField,
  ChoiceField,
  ChoiceListField,
  type FieldOptions,
  IdField,
  TextField,
  TimeField,
} from '../fields/fields';
import { listOf, PageQuery, pageOf } from '../fields/page';
import { ResponseInteger, ResponseObject, ResponseText } from '../fields/response-fields';

const UrlField = (options: FieldOptions = {}) =>
  TextField({
    max: 2000,
    example: 'https://example.com/hooks/loupe',
    description: 'Must use https and resolve to a public address',
    ...options,
  });
const eventsOf = { description: 'The types of events that it receives' };

export class CreateWebhookBody {
  @UrlField() url: string;
  @ChoiceListField(webhookEventTypes, eventsOf) events: WebhookEventType[];
}

export class ChangeWebhookBody {
  @UrlField({ optional: true }) url?: string;
  @ChoiceListField(webhookEventTypes, { ...eventsOf, optional: true }) events?: WebhookEventType[];

  @BooleanField({ optional: true, description: 'true switches it on: what has waited is sent then' })
  enabled?: boolean;
}

export class WebhookDeliveriesQuery extends PageQuery {
  @ChoiceField(deliveryStates, { optional: true }) state?: DeliveryState;
}

export class WebhookDeliveryView {
  @IdField() id: string;
  @ResponseText({ description: 'The webhook-id that the receiver sees; the same when it is sent again' })
  webhook_id: string;
  @ResponseText({ example: 'balance.low' }) type: string;
  @ChoiceField(deliveryStates) state: DeliveryState;
  @BooleanField({ description: 'Whether a member asked for it, as a test or to send it again' }) manual: boolean;
  @ResponseInteger() attempts: number;
  @ResponseText({ nullable: true, description: 'Why the last attempt failed' }) last_error: string | null;
  @ResponseInteger({ nullable: true, description: 'The last answer of the receiver' }) response_status: number | null;
  @ResponseText({ nullable: true, description: 'The start of its body, at most 1 KB' }) response_body: string | null;
  @ResponseText({ description: 'The JSON body that is sent' }) body: string;
  @TimeField() created_at: string;
  @TimeField({ nullable: true, description: 'null: there are no more attempts' }) next_attempt_at: string | null;
  @TimeField({ nullable: true }) delivered_at: string | null;
}

export class WebhookDeliveryPage extends pageOf(WebhookDeliveryView) {}

export class WebhookView {
  @IdField() id: string;
  @ResponseText() url: string;
  @ChoiceListField(webhookEventTypes, eventsOf) events: string[];
  @TimeField() created_at: string;
  @BooleanField() enabled: boolean;
  @TimeField({ nullable: true }) disabled_at: string | null;

  @ChoiceField(['failing', 'member'], {
    nullable: true,
    description: 'failing: deliveries failed for three days. member: a member of the account switched it off',
  })
  disabled_reason: 'failing' | 'member' | null;

  @TimeField({ nullable: true, description: 'Since when every attempt has failed' }) failing_since: string | null;

  @BooleanField({
    description: 'Its secret was shown in another form before an upgrade, and can be read until it is rotated',
  })
  has_old_secret: boolean;

  @ResponseObject(WebhookDeliveryView, { nullable: true }) last_delivery: WebhookDeliveryView | null;
}

export class WebhookList extends listOf(WebhookView) {}

export class NewWebhookView extends WebhookView {
  @ResponseText({ example: 'whsec_…', description: 'Signs every delivery. Shown only once' }) secret: string;
}

export class WebhookSecretView {
  @ResponseText({ example: 'whsec_…' }) secret: string;
}

export class WebhookEventView {
  @ResponseText({ example: 'balance.low' }) type: string;
  @ResponseText({ description: 'When the event is sent, in a sentence' }) when: string;
  @ResponseText({ description: 'A sample of the JSON body' }) body: string;
}

export class WebhookEventList extends listOf(WebhookEventView) {}

export function webhookView(endpoint: ListedEndpoint): WebhookView {
  const { lastDelivery } = endpoint;
  return {
    id: `${endpoint.id}`,
    url: endpoint.url,
    events: endpoint.events,
    created_at: endpoint.createdAt.toISOString(),
    enabled: endpoint.offSince === null,
    disabled_at: textOf(endpoint.offSince),
    disabled_reason: endpoint.offReason,
    failing_since: textOf(endpoint.failingSince),
    has_old_secret: endpoint.hasOldSecret,
    last_delivery: lastDelivery ? deliveryView(lastDelivery) : null,
  };
}

export function newWebhookView({ endpoint, secret }: { endpoint: ListedEndpoint; secret: string }): NewWebhookView {
  return { ...webhookView(endpoint), secret };
}

export function deliveryView(delivery: WebhookDelivery): WebhookDeliveryView {
  return {
    id: `${delivery.id}`,
    webhook_id: delivery.messageId,
    type: delivery.type,
    state: stateOf(delivery),
    manual: delivery.isManual,
    attempts: delivery.attempts,
    last_error: delivery.lastError,
    response_status: delivery.responseStatus,
    response_body: delivery.responseBody,
    body: delivery.body,
    created_at: delivery.createdAt.toISOString(),
    next_attempt_at: textOf(delivery.nextAttemptAt),
    delivered_at: textOf(delivery.deliveredAt),
  };
}

const textOf = (at: Date | null) => at?.toISOString() ?? null;

function stateOf({ deliveredAt, nextAttemptAt }: WebhookDelivery): DeliveryState {
  if (deliveredAt) return 'delivered';
  return nextAttemptAt ? 'pending' : 'failed';
}
