import { BooleanField, IntegerField } from '../shared/fields/number-fields';
import { PageQuery, pageOf } from '../shared/fields/page';
import { AnswerInteger, AnswerObject, AnswerText, AnswerUsd } from '../shared/fields/response-fields';
import { ChoiceField, IdField, TextField, TimeField } from '../shared/fields/text-fields';
import { ProblemView } from '../shared/http/problem-view';

export class RequestsQuery extends PageQuery {
  @TimeField({ optional: true, description: 'Not before' })
  from?: string;

  @TimeField({ optional: true, description: 'Before' })
  to?: string;

  @IdField({ optional: true })
  key_id?: string;

  @TextField({ max: 100, optional: true, example: 'users.followers' })
  operation?: string;

  @IntegerField({ min: 100, max: 599, optional: true })
  status?: number;

  @TextField({ max: 100, optional: true, example: 'profile_not_found' })
  code?: string;

  @ChoiceField(['succeeded', 'failed'], { optional: true, description: 'failed: answered with a problem' })
  outcome?: 'succeeded' | 'failed';
}

export class KeyName {
  @IdField()
  id: string;

  @AnswerText()
  name: string;

  @AnswerText({ example: 'loupe_4hTz9QxB' })
  prefix: string;
}

export class RequestView {
  @AnswerText({ description: 'The x-request-id of the answer' })
  request_id: string;

  @TimeField()
  time: string;

  @AnswerObject(KeyName)
  key: KeyName;

  @AnswerText({ example: 'users.followers' })
  operation: string;

  @AnswerInteger({ example: 200 })
  status: number;

  @AnswerText({ nullable: true, description: 'Of the problem; null when it went well' })
  code: string | null;

  @AnswerUsd()
  cost_usd: string;

  @AnswerInteger({ description: 'Milliseconds from its arrival to its answer' })
  duration_ms: number;

  @AnswerInteger({ nullable: true, description: 'Milliseconds of them spent on the upstream' })
  upstream_ms: number | null;

  @AnswerInteger({ description: 'Size of the answer’s body' })
  bytes: number;
}

/** Newest first. */
export class RequestPage extends pageOf(RequestView) {}

/** Why a request cost what it cost. */
export class PriceRuleView {
  @AnswerInteger({ description: 'What the operation costs, in units' })
  units: number;

  @AnswerUsd({ description: 'What it would cost when charged' })
  price_usd: string;

  @BooleanField()
  charged: boolean;

  @AnswerText({ description: 'Why it was or was not' })
  reason: string;
}

export class LedgerReceiptView {
  @AnswerText({ description: 'A UUID: the request id' })
  entry_id: string;

  @AnswerUsd()
  amount_usd: string;

  @AnswerUsd()
  balance_after_usd: string;

  @AnswerText({ nullable: true, description: 'The reversal that took it back' })
  reversed_by_entry_id: string | null;
}

/** One request with everything that is known of it. */
export class ReceiptView extends RequestView {
  @AnswerObject(PriceRuleView)
  price: PriceRuleView;

  @AnswerObject(LedgerReceiptView, { nullable: true, description: 'null: nothing was charged' })
  ledger: LedgerReceiptView | null;

  @AnswerObject(ProblemView, { nullable: true, description: 'The body it was answered with, when it failed' })
  problem: ProblemView | null;
}
