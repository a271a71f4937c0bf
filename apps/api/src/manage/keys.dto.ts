import { type KeyMode, keyModes } from '@loupe/dto';
import { ApiProperty } from '@nestjs/swagger';
import { BooleanField, ChoiceField, IdField, TimeField, usdOf } from '../console/fields/fields';
import { keyStates } from '../console/fields/key-fields';
import { pageOf } from '../console/fields/page';
import { ResponseInteger, ResponseText, ResponseUsd } from '../console/fields/response-fields';
import { startOfKey } from '../core/auth/api-key-format';
import type { ApiKey } from '../core/auth/lifecycle/api-key';

/** A key as programs see it. Stable, unlike the view of the dashboard. */
export class ManagedKey {
  @IdField() id: string;
  @ResponseText() name: string;
  @ChoiceField(keyModes, { description: 'test: requests go to the simulator and are free' }) mode: KeyMode;
  @ResponseText({ example: 'loupe_4hTz9QxB', description: 'The start of the key' }) prefix: string;
  @ChoiceField(keyStates) state: (typeof keyStates)[number];
  @BooleanField({ description: 'true for the playground’s key, which a token cannot change' }) built_in: boolean;
  @ResponseInteger() rate_limit_per_second: number;
  @ResponseUsd({ nullable: true }) daily_cap_usd: string | null;
  @ResponseUsd({ nullable: true }) monthly_cap_usd: string | null;
  @ApiProperty({ type: [String], description: 'Empty: any IP address. Lists do not show those of ended keys' })
  allowed_ips: string[];
  @TimeField() created_at: string;
  @TimeField({ nullable: true }) expires_at: string | null;
  @TimeField({ nullable: true, description: 'End of the overlap after rotation' }) retires_at: string | null;
  @TimeField({ nullable: true }) revoked_at: string | null;
  @TimeField({ nullable: true, description: 'Accurate to the minute' }) last_used_at: string | null;
  @IdField({ nullable: true, description: 'The key it was rotated from' }) rotated_from_id: string | null;
}

export class NewManagedKey extends ManagedKey {
  @ResponseText({ description: 'The key itself. Only in the answers to this request, for ten minutes' }) key: string;
}

export class ManagedKeyPage extends pageOf(ManagedKey) {}

export function managedKey(key: ApiKey): ManagedKey {
  return {
    id: `${key.id}`,
    name: key.name,
    mode: key.mode,
    prefix: startOfKey(key),
    state: key.state,
    built_in: key.builtIn,
    rate_limit_per_second: key.ratePerSecond,
    daily_cap_usd: usdOf(key.dailyCapMicros),
    monthly_cap_usd: usdOf(key.monthlyCapMicros),
    allowed_ips: [...key.allowedIps],
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    retires_at: key.retiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    rotated_from_id: key.rotatedFromId === null ? null : `${key.rotatedFromId}`,
  };
}
