import { formatUsd } from '@loupe/dto';
import { type AccountStatus, accountStatuses } from '../../core/billing/account-status.repository';
import type { PendingTopUp } from '../../core/billing/pending-top-ups.repository';
import { BooleanField, ChoiceField, IdField, TextField, TimeField, UsdField } from '../fields/fields';
import { pageOf } from '../fields/page';
import { ResponseText, ResponseUsd } from '../fields/response-fields';

const pendingStates = ['open', 'granted', 'declined'] as const;

const confirmRepeat = {
  optional: true,
  description: 'Credit although the account got a top-up of the same amount in the last ten minutes',
};

export class TopUpBody {
  @UsdField({ aboveZero: true }) amount_usd: string;
  @TextField({ max: 500, example: 'Invoice 2026-014' }) note: string;

  @UsdField({ optional: true, description: 'The amount again; required above 1,000 USD' })
  confirm_amount_usd?: string;

  @BooleanField({ optional: true, description: 'Answers the owner’s open request, which is then closed' })
  answers_request?: boolean;

  @TimeField({ optional: true, description: 'asked_at of that request; required with answers_request' })
  asked_at?: string;

  @BooleanField(confirmRepeat) confirm_repeat?: boolean;
}

export class PostponedTopUpView {
  @IdField({ description: 'The top-up waits for another person' }) pending_id: string;
}

export class PendingTopUpView {
  @IdField() id: string;
  @IdField() account_id: string;
  @ResponseText() account_name: string;
  @ResponseUsd() amount_usd: string;
  @ResponseText() note: string;
  @ResponseText({ description: 'Who wants to credit it' }) asked_by: string;
  @TimeField() created_at: string;
  @ChoiceField(pendingStates) state: PendingTopUp['state'];
}

export class PendingTopUpPage extends pageOf(PendingTopUpView) {}

export class PendingDecisionBody {
  @BooleanField() granted: boolean;
  @TextField({ max: 500, optional: true }) note?: string;
  @BooleanField(confirmRepeat) confirm_repeat?: boolean;
}

export function pendingTopUpView(pending: PendingTopUp): PendingTopUpView {
  return {
    id: `${pending.id}`,
    account_id: `${pending.accountId}`,
    account_name: pending.accountName,
    amount_usd: formatUsd(pending.amountMicros),
    note: pending.note,
    asked_by: pending.askedBy,
    created_at: pending.createdAt.toISOString(),
    state: pending.state,
  };
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
