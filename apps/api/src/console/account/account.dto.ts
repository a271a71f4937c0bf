import { TextField, UsdField } from '../fields/fields';
import { ResponseUsd } from '../fields/response-fields';
import { AccountFacts } from '../fields/views';

export class AccountView extends AccountFacts {
  @ResponseUsd({ description: 'What each key that a developer creates may spend in a day (UTC)' })
  developer_daily_cap_usd: string;
}

export class ChangeAccountBody {
  @UsdField({ optional: true, nullable: true, description: 'null turns low-balance alerts off' })
  low_balance_threshold_usd?: string | null;

  @UsdField({
    optional: true,
    nullable: true,
    description:
      'What each key that a developer creates from now on may spend in a day (UTC); null: as much as the playground at first',
  })
  developer_daily_cap_usd?: string | null;
}

export class TopUpRequestBody {
  @UsdField({ optional: true, aboveZero: true, description: 'Support chooses where it is not given' })
  amount_usd?: string;

  @TextField({ max: 1_000, optional: true, example: 'Invoice to Example Ltd, please' }) note?: string;
}
