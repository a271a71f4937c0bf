import { formatUsd } from '@loupe/dto';
import { paymentBounds } from '../../core/billing/payments/payments';
import { type Seen, SeenField, TextField, UsdField } from '../fields/fields';
import { ResponseObject, ResponseUsd } from '../fields/response-fields';
import { AccountFacts } from '../fields/views';

/** The limits of one card payment. */
export class CardPaymentsView {
  @ResponseUsd() min_usd: string;
  @ResponseUsd() max_usd: string;
}

export const cardPaymentsView: CardPaymentsView = {
  min_usd: formatUsd(paymentBounds.minMicros),
  max_usd: formatUsd(paymentBounds.maxMicros),
};

export class AccountView extends AccountFacts {
  @ResponseUsd({ description: 'What each developer may spend a day (UTC) with all keys' })
  developer_daily_cap_usd: string;

  @ResponseObject(CardPaymentsView, { nullable: true, description: 'null: there are no card payments' })
  card_payments: CardPaymentsView | null;
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
