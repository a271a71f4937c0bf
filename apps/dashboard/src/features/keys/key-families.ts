import type { View } from '../../api/client';
import { microsOf } from '../../format/usd';

export type Key = View<'KeyView'>;

export interface KeyFamily {
  readonly current: Key;
  readonly retiring: readonly Key[];
  readonly versions: readonly Key[];
}

export function keyFamilies(keys: readonly Key[]): KeyFamily[] {
  const families = new Map<string, Key[]>();
  for (const key of keys) families.set(key.line_id, [...(families.get(key.line_id) ?? []), key]);
  return [...families.values()].map((versions) => {
    const sorted = [...versions].sort(newestFirst);
    const working = sorted.filter(({ state }) => state === 'active');
    const current = working.find(({ retires_at }) => retires_at === null) ?? working[0] ?? sorted[0]!;
    return { current, retiring: working.filter((key) => key !== current), versions: sorted };
  });
}

type Comparison = (a: Key, b: Key) => number;

const newestFirst: Comparison = (a, b) => Number(b.id) - Number(a.id);
const comparisons: Readonly<Record<string, Comparison>> = {
  name: (a, b) => a.name.localeCompare(b.name),
  used: (a, b) => (b.last_used_at ?? '').localeCompare(a.last_used_at ?? ''),
  spent: (a, b) => Number(microsOf(b.spent_this_month_usd) - microsOf(a.spent_this_month_usd)),
};

/** Matches the name or the prefix; a whole pasted key matches its prefix. */
export function foundFamilies(families: readonly KeyFamily[], text: string, order = ''): KeyFamily[] {
  const typed = text.trim().toLowerCase();
  const compare = comparisons[order] ?? newestFirst;
  const holds = ({ name, prefix }: Key) =>
    `${name} ${prefix}`.toLowerCase().includes(typed) || typed.startsWith(prefix.toLowerCase());
  return families.filter(({ versions }) => versions.some(holds)).sort((a, b) => compare(a.current, b.current));
}

/** The UTC day on which a key at its cap works again; undefined while it can pay for a call. */
export function pausedUntil(key: Key, cheapestMicros: bigint, now = new Date()): string | undefined {
  const isMet = (spentUsd: string, capUsd: string | null) =>
    capUsd !== null && microsOf(capUsd) - microsOf(spentUsd) < cheapestMicros;
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  if (isMet(key.spent_this_month_usd, key.monthly_cap_usd)) return dayOf(Date.UTC(year, month + 1));
  return isMet(key.spent_today_usd, key.daily_cap_usd) ? dayOf(Date.UTC(year, month, day + 1)) : undefined;
}
