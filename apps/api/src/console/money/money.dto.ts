import { type AccountStatus, accountStatuses } from '../../core/accounts/accounts.repository';
import { ChoiceField, IdField, TextField, UsdField } from '../fields/fields';
import { ResponseText, ResponseUsd } from '../fields/response-fields';

export class TopUpBody {
  @UsdField({ aboveZero: true }) amount_usd: string;
  @TextField({ max: 500, example: 'Invoice 2026-014' }) note: string;

  @UsdField({ optional: true, description: 'The amount again; required above 1,000 USD' })
  confirm_amount_usd?: string;
}

export class EntryReceiptView {
  @ResponseText({ description: 'A UUID' }) entry_id: string;
  @ResponseUsd({ description: 'Balance after the entry' }) balance_usd: string;
}

export class AccountStatusView {
  @IdField() id: string;
  @ResponseText() name: string;
  @ChoiceField(accountStatuses) status: AccountStatus;
}
