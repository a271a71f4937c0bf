import { type KeyMode, keyModes } from '@loupe/dto';
import type { ApiKey, KeyChoices } from '../../core/auth/lifecycle/api-key';
import { AddressListField, ChoiceField, IntegerField, microsOf, TextField, TimeField, UsdField } from './fields';

const sevenDaysInSeconds = 604_800;
export const keyStates = ['active', 'expired', 'replaced', 'revoked'] as const;
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
