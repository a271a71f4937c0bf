import type { SignedIn } from '../access/signed-in';
import type { WebhookDeliveryList, WebhookSecretView, WebhookView } from './webhook.dto';

export abstract class WebhookService {
  abstract read(user: SignedIn): Promise<WebhookView>;
  abstract set(user: SignedIn, url: string): Promise<WebhookSecretView>;
  abstract remove(user: SignedIn): Promise<void>;
  abstract sendTest(user: SignedIn): Promise<void>;
  abstract deliveries(user: SignedIn): Promise<WebhookDeliveryList>;
}
