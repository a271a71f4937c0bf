import type { View } from '../../api/client';
import { microsOf } from '../../format/usd';

export type UsageRow = View<'UsageRowView'>;

export interface Difference {
  readonly operation: string;
  readonly keyId: string;
  readonly keyName: string;
  readonly micros: number;
  readonly usualMicros: number;
  /** The shortest span of hours with more than half of the cost. The hour `to` is included. */
  readonly peak: { readonly from: number; readonly to: number };
}

const pairOf = ({ operation, key_id }: UsageRow): string => `${operation} ${key_id}`;
const costOf = ({ spend_usd }: UsageRow): number => Number(microsOf(spend_usd));

/**
 * Compares a day with the same weekday of earlier weeks. Increases come first, or decreases if the day cost less.
 * @param hours hourly rows of the day
 * @param earlier daily rows before the day
 * @param usualDays the same weekdays of earlier weeks, with or without rows
 */
export function differencesOf(
  hours: readonly UsageRow[],
  earlier: readonly UsageRow[],
  usualDays: readonly string[],
): Difference[] {
  const days = new Set(usualDays);
  const usual = new Map<string, { row: UsageRow; micros: number }>();
  for (const row of earlier) {
    if (!days.has(row.time.slice(0, 10))) continue;
    const known = usual.get(pairOf(row))?.micros ?? 0;
    usual.set(pairOf(row), { row, micros: known + costOf(row) / usualDays.length });
  }
  const today = new Map<string, { row: UsageRow; hours: number[] }>();
  for (const row of hours) {
    const one = today.get(pairOf(row)) ?? { row, hours: Array<number>(24).fill(0) };
    const hour = Number(row.time.slice(11, 13));
    one.hours[hour] = (one.hours[hour] ?? 0) + costOf(row);
    today.set(pairOf(row), one);
  }
  const pairs = new Set([...today.keys(), ...usual.keys()]);
  const differences = [...pairs].map((pair): Difference => {
    const { row } = (today.get(pair) ?? usual.get(pair))!;
    const spent = today.get(pair)?.hours ?? Array<number>(24).fill(0);
    return {
      operation: row.operation ?? '',
      keyId: row.key_id ?? '',
      keyName: row.key_name ?? '',
      micros: spent.reduce((sum, micros) => sum + micros, 0),
      usualMicros: Math.round(usual.get(pair)?.micros ?? 0),
      peak: peakOf(spent),
    };
  });
  const riseOf = ({ micros, usualMicros }: Difference): number => micros - usualMicros;
  const direction = differences.reduce((sum, one) => sum + riseOf(one), 0) < 0 ? -1 : 1;
  return differences
    .filter(({ micros, usualMicros }) => micros > 0 || usualMicros > 0)
    .sort((one, other) => direction * (riseOf(other) - riseOf(one)));
}

function peakOf(hours: readonly number[]): { from: number; to: number } {
  const half = hours.reduce((sum, micros) => sum + micros, 0) / 2;
  for (let length = 1; length <= hours.length; length++)
    for (let from = 0; from + length <= hours.length; from++) {
      const sum = hours.slice(from, from + length).reduce((total, micros) => total + micros, 0);
      if (sum > half) return { from, to: from + length - 1 };
    }
  return { from: 0, to: 23 };
}

export function usualDaysOf(day: string, openedOn: string): string[] {
  const weeks = [1, 2, 3, 4].map((week) =>
    new Date(Date.parse(day) - week * 7 * 86_400_000).toISOString().slice(0, 10),
  );
  return weeks.filter((earlier) => earlier > openedOn);
}
