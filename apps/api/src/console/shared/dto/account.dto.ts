import { formatUsd } from '@loupe/dto';
import type { Account } from '../../../core/accounts/account';
import { ChoiceField, IdField, TimeField, usdOf } from '../fields/fields';
import { ResponseText, ResponseUsd } from '../fields/response-fields';

export class AccountView {
  @IdField()
  id: string;

  @ResponseText()
  name: string;

  @ChoiceField(['active', 'suspended'])
  status: 'active' | 'suspended';

  @ResponseUsd()
  balance_usd: string;

  @ResponseUsd({
    nullable: true,
    description: 'A balance below it is flagged and reported to the webhook; null turns this off',
  })
  low_balance_threshold_usd: string | null;

  @TimeField({ nullable: true, description: 'When the balance fell below the threshold; null: it is not below' })
  low_balance_since: string | null;

  @TimeField()
  created_at: string;
}

export function accountView(account: Account): AccountView {
  return {
    id: `${account.id}`,
    name: account.name,
    status: account.status,
    balance_usd: formatUsd(account.balanceMicros),
    low_balance_threshold_usd: usdOf(account.thresholdMicros),
    low_balance_since: account.lowSince?.toISOString() ?? null,
    created_at: account.createdAt.toISOString(),
  };
}
