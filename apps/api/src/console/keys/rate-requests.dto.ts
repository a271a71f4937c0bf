import { KeyName } from '../requests/requests.dto';
import { BooleanField, IntegerField } from '../shared/fields/number-fields';
import { PageQuery, pageOf } from '../shared/fields/page';
import { AnswerObject, AnswerText } from '../shared/fields/response-fields';
import { ChoiceField, IdField, TextField } from '../shared/fields/text-fields';
import { RateRequestView, rateRequestStates } from './keys.dto';

export class KeyRateBody {
  @IntegerField({ min: 1, max: 10_000 })
  rate_limit_per_second: number;
}

export class RateRequestsQuery extends PageQuery {
  @ChoiceField(rateRequestStates, { optional: true, description: 'open when not given' })
  state?: (typeof rateRequestStates)[number];
}

/** A wish for a higher rate, as support sees it. */
export class RateRequestItem extends RateRequestView {
  @AnswerObject(KeyName)
  key: KeyName;

  @IdField()
  account_id: string;

  @AnswerText()
  account_name: string;

  @IntegerField({ min: 1, max: 10_000, description: 'What the key has now' })
  rate_limit_per_second: number;
}

/** Oldest first. */
export class RateRequestPage extends pageOf(RateRequestItem) {}

export class RateDecisionBody {
  @BooleanField()
  granted: boolean;

  @IntegerField({ min: 1, max: 10_000, optional: true, description: 'What was asked for, when not given' })
  requests_per_second?: number;

  @TextField({ max: 1_000, optional: true, description: 'A word to the owner' })
  note?: string;
}
