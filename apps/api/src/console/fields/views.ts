import { formatUsd, type KeyMode, keyModes } from '@loupe/dto';
import { ApiProperty } from '@nestjs/swagger';
import type { Account } from '../../core/accounts/accounts.repository';
import { startOfKey } from '../../core/auth/api-key-format';
import { type AccountStatus, accountStatuses } from '../../core/billing/account-status.repository';
import type { Member } from '../../core/identity/user';
import { BooleanField, ChoiceField, EmailField, IdField, TextField, TimeField, usdOf } from './fields';
import { ResponseObject, ResponseText, ResponseUsd } from './response-fields';

export class TopUpRequestView {
  @TimeField() asked_at: string;
  @ResponseUsd({ nullable: true, description: 'null: support chooses' }) amount_usd: string | null;
  @ResponseText({ nullable: true }) note: string | null;
}

export class AccountFacts {
  @IdField() id: string;
  @ResponseText() name: string;
  @ChoiceField(accountStatuses) status: AccountStatus;
  @ResponseUsd() balance_usd: string;
  @ResponseUsd({ description: 'What the account owes after a refund or dispute of money that it had spent' })
  debt_usd: string;

  @ResponseUsd({
    nullable: true,
    description: 'A balance below this amount is flagged and reported to webhooks; null: off',
  })
  low_balance_threshold_usd: string | null;

  @TimeField({ nullable: true, description: 'When the balance fell below the threshold; null: it has not' })
  low_balance_since: string | null;

  @TimeField() created_at: string;

  @ResponseObject(TopUpRequestView, { nullable: true, description: 'The request since the last top-up; null: none' })
  top_up_request: TopUpRequestView | null;
}

export function accountView(account: Account): AccountFacts {
  return {
    id: `${account.id}`,
    name: account.name,
    status: account.status,
    balance_usd: formatUsd(account.balanceMicros),
    debt_usd: formatUsd(account.debtMicros),
    low_balance_threshold_usd: usdOf(account.thresholdMicros),
    low_balance_since: account.lowSince?.toISOString() ?? null,
    created_at: account.createdAt.toISOString(),
    top_up_request: account.topUpAskedAt && {
      asked_at: account.topUpAskedAt.toISOString(),
      amount_usd: usdOf(account.topUpAskedMicros),
      note: account.topUpAskedNote,
    },
  };
}

export class KeyName {
  @IdField() id: string;
  @ResponseText() name: string;
  @ResponseText({ example: 'loupe_4hTz9QxB' }) prefix: string;
  @ChoiceField(keyModes, { description: 'test: requests go to the simulator and are free' }) mode: KeyMode;
}

export function keyName(key: {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly mode: KeyMode;
}): KeyName {
  return { id: `${key.id}`, name: key.name, prefix: startOfKey(key), mode: key.mode };
}

export class OwnerName {
  @IdField() id: string;
  @EmailField() email: string;
}

export class MemberView extends OwnerName {
  @BooleanField({ description: 'false: the invitation has not been accepted yet' }) has_joined: boolean;
  @BooleanField() second_factor_enabled: boolean;
  @TimeField({ nullable: true }) last_seen_at: string | null;
  @TimeField() created_at: string;
}

export function memberView(member: Member): MemberView {
  return {
    id: `${member.id}`,
    email: member.email,
    has_joined: member.hasJoined,
    second_factor_enabled: member.secondFactorEnabled,
    last_seen_at: member.lastSeenAt?.toISOString() ?? null,
    created_at: member.createdAt.toISOString(),
  };
}

export class ReasonBody {
  @TextField({ max: 500, optional: true, description: 'For the audit log' }) note?: string;
}

export class WebAuthnOptions {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'The options of WebAuthn Level 3 as JSON, such as for `PublicKeyCredential.parseRequestOptionsFromJSON`',
  })
  public_key: object;
}
