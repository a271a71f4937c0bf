import { type Seen, SeenField, TextField, UsdField } from '../fields/fields';
import { ResponseUsd } from '../fields/response-fields';
import { AccountFacts } from '../fields/views';

export class AccountView extends AccountFacts {
  @ResponseUsd({ description: 'What each developer may spend a day (UTC) with all keys' })
  developer_daily_cap_usd: string;
}

export class ChangeAccountBody {
  @UsdField({ optional: true, nullable: true, description: 'null turns low-balance alerts off' })
  low_balance_threshold_usd?: string | null;

  @UsdField({
    optional: true,
    nullable: true,
    description: 'What each developer may spend a day (UTC) with all keys. Null restores the default of 0.25.',
  })
  developer_daily_cap_usd?: string | null;

  @SeenField() seen?: Seen;
}

export class TopUpRequestBody {
  @UsdField({ optional: true, aboveZero: true, description: 'If omitted, support chooses the amount' })
  amount_usd?: string;

  @TextField({ max: 1_000, optional: true, example: 'Invoice to Example Ltd, please' }) note?: string;
}
