import { ApiProperty } from '@nestjs/swagger';
import { startOfKey } from '../../core/auth/api-key-format';
import type { ManagementToken } from '../../core/auth/management/management-token';
import {
  AddressListField,
  ChoiceField,
  EmailField,
  IdField,
  microsOf,
  TextField,
  TimeField,
  UsdField,
  usdOf,
} from '../fields/fields';
import { maxAllowedIps } from '../fields/key-fields';
import { listOf } from '../fields/page';
import { ResponseText, ResponseUsd } from '../fields/response-fields';

const states = ['active', 'expired', 'revoked', 'unconfirmed'] as const;

/** The limits also hold for each key that the token makes or changes. */
export class CreateManagementTokenBody {
  @TextField({ max: 100, example: 'Deployment pipeline' }) name: string;

  @UsdField({ optional: true, nullable: true, description: 'The highest daily spending cap of each of its keys' })
  daily_cap_usd?: string | null;

  @TimeField({
    optional: true,
    nullable: true,
    future: true,
    description: 'When the token stops working; its keys expire by then, too',
  })
  expires_at?: string | null;

  @AddressListField({
    max: maxAllowedIps,
    optional: true,
    nullable: true,
    example: ['203.0.113.0/24'],
    description: 'IP addresses and ranges from which the token and its keys may be used; null or empty: any',
  })
  allowed_ips?: string[] | null;
}

export class ManagementTokenView {
  @IdField() id: string;
  @ResponseText() name: string;
  @ResponseText({ example: 'loupe_manage_4hTz9QxB', description: 'The start of the token' }) prefix: string;

  @ChoiceField(states, {
    description: 'unconfirmed: the owner who answered for it is no owner any more; another owner can confirm it',
  })
  state: (typeof states)[number];

  @EmailField({ nullable: true, description: 'The owner who answers for the token' }) owner_email: string | null;
  @ResponseUsd({ nullable: true }) daily_cap_usd: string | null;
  @ApiProperty({ type: [String], description: 'Empty: any IP address' }) allowed_ips: string[];
  @TimeField({ nullable: true }) expires_at: string | null;
  @TimeField() created_at: string;
  @TimeField({ nullable: true }) revoked_at: string | null;
  @TimeField({ nullable: true, description: 'Accurate to the minute' }) last_used_at: string | null;
  @ResponseText({ nullable: true, example: '203.0.113.9' }) last_used_from: string | null;
}

export class NewManagementTokenView extends ManagementTokenView {
  @ResponseText({ description: 'The token itself. Shown only once' }) token: string;
}

export class ManagementTokenList extends listOf(ManagementTokenView) {}

export function tokenChoicesOf({ name, daily_cap_usd, expires_at, allowed_ips }: CreateManagementTokenBody) {
  return {
    name,
    dailyCapMicros: typeof daily_cap_usd === 'string' ? microsOf(daily_cap_usd) : null,
    expiresAt: typeof expires_at === 'string' ? new Date(expires_at) : null,
    allowedIps: allowed_ips ?? [],
  };
}

export function managementTokenView(token: ManagementToken): ManagementTokenView {
  return {
    id: `${token.id}`,
    name: token.name,
    prefix: startOfKey({ prefix: token.prefix, mode: 'manage' }),
    state: token.state,
    owner_email: token.ownerEmail,
    daily_cap_usd: usdOf(token.dailyCapMicros),
    allowed_ips: [...token.allowedIps],
    expires_at: token.expiresAt?.toISOString() ?? null,
    created_at: token.createdAt.toISOString(),
    revoked_at: token.revokedAt?.toISOString() ?? null,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    last_used_from: token.lastUsedFrom,
  };
}
