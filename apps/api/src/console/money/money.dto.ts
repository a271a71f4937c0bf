import { UsdField } from '../shared/fields/number-fields';
import { AnswerText, AnswerUsd } from '../shared/fields/response-fields';
import { ChoiceField, IdField, TextField } from '../shared/fields/text-fields';

export class TopUpBody {
  @UsdField({ aboveZero: true })
  amount_usd: string;

  @TextField({ max: 500, example: 'Invoice 2026-014' })
  note: string;

  @UsdField({ optional: true, description: 'The amount once more; needed above the bound that the operator set' })
  confirm_amount_usd?: string;
}

export class ReasonBody {
  @TextField({ max: 500, optional: true, description: 'For the audit log' })
  note?: string;
}

/** What a movement of money came to. */
export class EntryReceiptView {
  @AnswerText({ description: 'A UUID' })
  entry_id: string;

  @AnswerUsd({ description: 'Balance after it' })
  balance_usd: string;
}

export class AccountStatusView {
  @IdField()
  id: string;

  @AnswerText()
  name: string;

  @ChoiceField(['active', 'suspended'])
  status: 'active' | 'suspended';
}
