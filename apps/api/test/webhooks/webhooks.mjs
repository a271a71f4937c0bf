// The webhooks of an installation, from the product's own code.
import { api } from '../harness/product.mjs';

const { WebhookDeliveriesRepository } = api('core/notifications/webhooks/webhook-deliveries.repository');
const { WebhookEndpointsRepository } = api('core/notifications/webhooks/webhook-endpoints.repository');
const { WebhookOutbox } = api('core/notifications/webhooks/webhook-outbox');
const { WebhookSecrets } = api('core/notifications/webhooks/webhook-secrets');
const { Webhooks } = api('core/notifications/webhooks/webhooks');
const { StoredSecrets } = api('platform/secrets/stored-secrets');
const { TokenCipher } = api('platform/secrets/token-cipher');

export const actor = { userId: 7, label: 'owner@example.com', address: null };

export function webhooksOn(dataSource) {
  const deliveries = new WebhookDeliveriesRepository();
  const secrets = new WebhookSecrets(new StoredSecrets(new TokenCipher(['a key'])));
  return {
    webhooks: new Webhooks(dataSource, new WebhookEndpointsRepository(), deliveries, secrets),
    outbox: new WebhookOutbox(dataSource, deliveries, secrets),
  };
}
