import { formatUsd } from '@loupe/dto';
import type { Account } from '../../core/accounts/accounts.repository';
import { AnswerText, AnswerUsd } from '../shared/fields/answer-fields';
import { UsdField } from '../shared/fields/number-fields';
import { ChoiceField, IdField, TimeField } from '../shared/fields/text-fields';

export class AccountView {
  @IdField()
  id: string;

  @AnswerText()
  name: string;

  @ChoiceField(['active', 'suspended'])
  status: 'active' | 'suspended';

  @AnswerUsd()
  balance_usd: string;

  @AnswerUsd({ nullable: true, description: 'Balances below it are noted, and sent to the webhook; null: never' })
  low_balance_threshold_usd: string | null;

  @TimeField({ nullable: true, description: 'Since when the balance has been below the threshold' })
  low_balance_since: string | null;

  @TimeField()
  created_at: string;
}

export class ChangeAccountBody {
  @UsdField({ nullable: true, description: 'null turns the notice off' })
  low_balance_threshold_usd: string | null;
}

export function accountView(account: Account): AccountView {
  return {
    id: `${account.id}`,
    name: account.name,
    status: account.status,
    balance_usd: formatUsd(account.balanceMicros),
    low_balance_threshold_usd: account.thresholdMicros === null ? null : formatUsd(account.thresholdMicros),
    low_balance_since: account.lowSince?.toISOString() ?? null,
    created_at: account.createdAt.toISOString(),
  };
}
