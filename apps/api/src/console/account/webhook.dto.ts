import { listOf } from '../shared/fields/page';
import { AnswerInteger, AnswerText } from '../shared/fields/response-fields';
import { ChoiceField, IdField, TextField, TimeField } from '../shared/fields/text-fields';

export class WebhookBody {
  @TextField({ max: 2000, example: 'https://example.com/hooks/loupe', description: 'https only; no private address' })
  url: string;
}

export class WebhookView {
  @AnswerText({ nullable: true, description: 'null: none is set' })
  url: string | null;
}

export class WebhookSecretView extends WebhookView {
  @AnswerText({ description: 'Signs every delivery. Shown only here' })
  secret: string;
}

export class WebhookDeliveryView {
  @IdField()
  id: string;

  @AnswerText({ example: 'balance.low' })
  event: string;

  @ChoiceField(['pending', 'delivered', 'failed'])
  state: 'pending' | 'delivered' | 'failed';

  @AnswerInteger()
  attempts: number;

  @AnswerText({ nullable: true, description: 'What went wrong at the last attempt' })
  last_error: string | null;

  @TimeField()
  created_at: string;

  @TimeField({ nullable: true, description: 'null: nothing more is tried' })
  next_attempt_at: string | null;

  @TimeField({ nullable: true })
  delivered_at: string | null;
}

/** The last deliveries, newest first. */
export class WebhookDeliveryList extends listOf(WebhookDeliveryView) {}
