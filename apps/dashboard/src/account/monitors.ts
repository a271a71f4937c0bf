import { useInfiniteQuery } from '@tanstack/react-query';
import type { View } from '../api/client';
import { formatSpan } from '../format/time';
import { describeUsd } from '../format/usd';
import { keysQuery } from './account-queries';
import { accountKey } from './account-scope';

export const monitorsKey = accountKey({ kind: 'own' }, 'monitors');

export const everyText = (minutes: number): string => `every ${formatSpan(minutes * 60).replace(/^1 /, '')}`;

export const costText = (dailyUsd: string): string => `about ${describeUsd(dailyUsd)} a day`;

/** From the shortest interval to the longest. */
const intervals = [15, 30, 60, 6 * 60, 24 * 60, 7 * 24 * 60];

/** @param present a program may have chosen another interval */
export const intervalChoices = (present = 15) =>
  [...new Set([...intervals, present])]
    .sort((a, b) => a - b)
    .map((minutes) => ({ value: `${minutes}`, label: everyText(minutes) }));

type Key = View<'KeyView'>;

const isUsable = ({ mode, state, retires_at, allowed_ips }: Key): boolean =>
  mode === 'live' && state === 'active' && retires_at === null && allowed_ips.length === 0;

/** Keys that can pay for a monitor. The playground’s key comes last, because its limit is small. */
export function useMonitorKeys(): readonly Key[] {
  const keys = useInfiniteQuery(keysQuery({ kind: 'own' })).data ?? [];
  return keys.filter(isUsable).sort((a, b) => Number(a.built_in) - Number(b.built_in));
}

/** `follower_count, caption.text` */
export const namesIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);
