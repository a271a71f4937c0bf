import { Webhook, WebhookDelivery } from './webhooks';

/** Tables of the directory that are mapped to entities. The schema is SQL: nothing is synchronized. */
export const entities = [Webhook, WebhookDelivery];
