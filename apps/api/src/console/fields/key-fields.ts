import { type KeyMode, keyModes } from '@loupe/dto';
import { ApiProperty } from '@nestjs/swagger';
import { startOfKey } from '../../core/auth/api-key-format';
import type { ApiKey, KeyChoices } from '../../core/auth/lifecycle/api-key';
import {
  AddressListField,
  BooleanField,
  ChoiceField,
  IdField,
  IntegerField,
  microsOf,
  TextField,
  TimeField,
  UsdField,
  usdOf,
} from './fields';
import { ResponseInteger, ResponseText, ResponseUsd } from './response-fields';

const sevenDaysInSeconds = 604_800;
const keyStates = ['active', 'expired', 'replaced', 'revoked'] as const;
export const maxAllowedIps = 100;

/** Limits of a key; null removes a limit. */
class KeyLimits {
  @TimeField({ optional: true, nullable: true, future: true, description: 'When the key stops working' })
  expires_at?: string | null;

  @UsdField({ optional: true, nullable: true, description: 'Daily spending cap; days are UTC' })
  daily_cap_usd?: string | null;

  @UsdField({ optional: true, nullable: true, description: 'Monthly spending cap; calendar months are UTC' })
  monthly_cap_usd?: string | null;

  @AddressListField({
    max: maxAllowedIps,
    optional: true,
    nullable: true,
    example: ['203.0.113.0/24', '2001:db8::/32'],
    description: 'IP addresses and ranges the key may be used from; null or empty: any',
  })
  allowed_ips?: string[] | null;
}

export class CreateKeyBody extends KeyLimits {
  @TextField({ max: 100, example: 'Production' }) name: string;

  @ChoiceField(keyModes, {
    optional: true,
    description: 'live by default. test: requests go to the simulator and are free',
  })
  mode?: KeyMode;
}

export class ChangeKeyBody extends KeyLimits {
  @TextField({ max: 100, optional: true }) name?: string;
}

export class RotateKeyBody {
  @IntegerField({ min: 0, max: sevenDaysInSeconds, description: 'How long the old key keeps working' })
  overlap_seconds: number;
}

export function keyChoicesOf(body: ChangeKeyBody): KeyChoices {
  const { name, expires_at, allowed_ips: allowedIps, daily_cap_usd, monthly_cap_usd } = body;
  return {
    name,
    allowedIps,
    expiresAt: ifGiven(expires_at, (time) => new Date(time)),
    ...(daily_cap_usd !== undefined && { dailyCapMicros: ifGiven(daily_cap_usd, microsOf) }),
    ...(monthly_cap_usd !== undefined && { monthlyCapMicros: ifGiven(monthly_cap_usd, microsOf) }),
  };
}

/** Converts a value. Passes on null, which removes a limit, and undefined, which leaves it unchanged. */
function ifGiven<None extends null | undefined, To>(value: string | None, convert: (value: string) => To): To | None {
  return typeof value === 'string' ? convert(value) : value;
}

/** What `/manage` shows of a key, and the dashboard among other things. Stable. */
export class KeySettings {
  @IdField() id: string;
  @ResponseText() name: string;
  @ChoiceField(keyModes, { description: 'test: requests go to the simulator and are free' }) mode: KeyMode;

  @ResponseText({ example: 'loupe_4hTz9QxB', description: 'The start of the key, which identifies it' })
  prefix: string;

  @ChoiceField(keyStates) state: (typeof keyStates)[number];
  @BooleanField({ description: 'true for the playground’s key, which cannot be rotated or revoked' }) built_in: boolean;
  @ResponseInteger() rate_limit_per_second: number;
  @ResponseUsd({
    nullable: true,
    description: 'Without a cap of its own, a developer’s key shows the developer’s limit',
  })
  daily_cap_usd: string | null;

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

export function keySettings(key: ApiKey): KeySettings {
  return {
    id: `${key.id}`,
    name: key.name,
    mode: key.mode,
    prefix: startOfKey(key),
    state: key.state,
    built_in: key.builtIn,
    rate_limit_per_second: key.ratePerSecond,
    daily_cap_usd: usdOf(key.dailyCapMicros ?? key.developerDailyCapMicros),
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

const cursorForm = /^(active|ended)-(\d{1,15})$/;

/** The place of a key in a list that shows active keys first. */
export function cursorOfKey({ id, state }: Pick<ApiKey, 'id' | 'state'>): string {
  return `${state === 'active' ? 'active' : 'ended'}-${id}`;
}

export function isKeyCursor(text: string): boolean {
  return cursorForm.test(text);
}

export function keyAt(cursor: string | undefined): Pick<ApiKey, 'id' | 'state'> | undefined {
  if (cursor === undefined) return undefined;
  const [, state, id] = cursorForm.exec(cursor)!;
  return { id: Number(id), state: state === 'active' ? 'active' : 'revoked' };
}
