import { PageQuery, pageOf } from '../shared/fields/page';
import { AnswerText, AnswerUsd } from '../shared/fields/response-fields';
import { ChoiceField, TimeField } from '../shared/fields/text-fields';

export const entryKinds = ['charge', 'top_up', 'adjustment', 'reversal'] as const;

export class LedgerQuery extends PageQuery {
  @TimeField({ optional: true, description: 'Not before' })
  from?: string;

  @TimeField({ optional: true, description: 'Before' })
  to?: string;

  @ChoiceField(entryKinds, { optional: true })
  kind?: (typeof entryKinds)[number];
}

/** One line of the account's statement. */
export class LedgerEntryView {
  @AnswerText({ description: 'A UUID; of a charge the request id' })
  id: string;

  @TimeField()
  time: string;

  @ChoiceField(entryKinds)
  kind: (typeof entryKinds)[number];

  @AnswerUsd({ description: 'Negative where money left the account' })
  amount_usd: string;

  @AnswerUsd()
  balance_after_usd: string;

  @AnswerText({ nullable: true, description: 'Of a charge' })
  request_id: string | null;

  @AnswerText({ nullable: true, description: 'Of a top-up or a reversal' })
  note: string | null;

  @AnswerText({ nullable: true, description: 'The entry that a reversal takes back' })
  reverses_entry_id: string | null;

  @AnswerText({ nullable: true, description: 'The reversal that took it back' })
  reversed_by_entry_id: string | null;
}

/** Newest first. */
export class LedgerPage extends pageOf(LedgerEntryView) {}
