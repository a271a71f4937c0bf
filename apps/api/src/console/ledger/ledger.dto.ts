import { ChoiceField, TimeField } from '../fields/fields';
import { PageQuery, pageOf } from '../fields/page';
import { ResponseText, ResponseUsd } from '../fields/response-fields';

export const entryKinds = ['charge', 'top_up', 'refund', 'adjustment', 'debt', 'reversal'] as const;

export class LedgerQuery extends PageQuery {
  @TimeField({ optional: true, description: 'Start, inclusive' }) from?: string;
  @TimeField({ optional: true, description: 'End, exclusive' }) to?: string;
  @ChoiceField(entryKinds, { optional: true }) kind?: (typeof entryKinds)[number];
}

export class LedgerEntryView {
  @ResponseText({ description: 'A UUID; for a charge, the request id' }) id: string;
  @TimeField() time: string;
  @ChoiceField(entryKinds) kind: (typeof entryKinds)[number];
  @ResponseUsd({ description: 'Negative when money leaves the account' }) amount_usd: string;
  @ResponseUsd() balance_after_usd: string;
  @ResponseText({ nullable: true, description: 'Only for a charge' }) request_id: string | null;
  @ResponseText({ nullable: true, description: 'null for a charge' }) note: string | null;
  @ResponseText({ nullable: true, description: 'The entry that this one reverses' }) reverses_entry_id: string | null;

  @ResponseText({ nullable: true, description: 'The entry that reversed this one' })
  reversed_by_entry_id: string | null;

  @ResponseText({ nullable: true, description: 'The card payment that caused the entry' }) payment_id: string | null;
  @ResponseText({ nullable: true, description: 'Stripe’s receipt of that payment' }) receipt_url: string | null;
}

export class LedgerPage extends pageOf(LedgerEntryView) {}
