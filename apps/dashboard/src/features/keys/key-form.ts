import type { View } from '../../api/client';
import { plainAmount } from '../../format/usd';

type Key = View<'KeyView'>;

export interface KeyFormValues extends Record<string, string> {
  name: string;
  mode: string;
  /** `YYYY-MM-DD` in the local time zone, that day included; empty for no expiry. */
  expires_at: string;
  daily_cap_usd: string;
  monthly_cap_usd: string;
  allowed_ips: string;
}

export const emptyKeyForm: KeyFormValues = {
  name: '',
  mode: 'live',
  expires_at: '',
  daily_cap_usd: '',
  monthly_cap_usd: '',
  allowed_ips: '',
};

export function keyFormOf(key: Key): KeyFormValues {
  return {
    name: key.name,
    mode: key.mode,
    expires_at: key.expires_at === null ? '' : localDay(new Date(key.expires_at)),
    daily_cap_usd: plainAmount(key.daily_cap_usd),
    monthly_cap_usd: plainAmount(key.monthly_cap_usd),
    allowed_ips: key.allowed_ips.join('\n'),
  };
}

export function keyBodyOf(values: KeyFormValues): View<'CreateKeyBody'> {
  return {
    name: values.name.trim(),
    mode: values.mode === 'test' ? 'test' : 'live',
    expires_at: values.expires_at === '' ? null : endOfDay(values.expires_at),
    daily_cap_usd: values.daily_cap_usd.trim() || null,
    monthly_cap_usd: values.monthly_cap_usd.trim() || null,
    allowed_ips: values.allowed_ips.split(/[\s,]+/).filter((address) => address !== ''),
  };
}

/** A developer must not send a limit, because the owner's limit for developers applies. */
export function newKeyBodyOf(values: KeyFormValues, isOwner: boolean): View<'CreateKeyBody'> {
  const body = keyBodyOf(values);
  const { daily_cap_usd: _daily, monthly_cap_usd: _monthly, ...uncapped } = body;
  return isOwner ? body : uncapped;
}

/** Contains only changed fields. Otherwise an exact expiry set through the API would move to the end of its day. */
export function keyChangesOf(before: KeyFormValues, after: KeyFormValues): View<'ChangeSeenKeyBody'> {
  const entries = Object.entries(keyBodyOf(after)).filter(([field]) => before[field] !== after[field]);
  return Object.fromEntries(entries);
}

function localDay(date: Date): string {
  const two = (count: number): string => String(count).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString();
