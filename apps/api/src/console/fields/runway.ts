import { daysBetween } from '../../core/usage/period';
import { utcDay } from '../../platform/utc-days';

export const burnDays = 7;

/** The days over which spending is averaged, in SQL over an account's `created_at`: as {@link burnRate} counts them. */
export const burnDaysSql = `least(${burnDays}, greatest(1, (now() AT TIME ZONE 'UTC')::date - (created_at AT TIME ZONE 'UTC')::date + 1))`;

/**
 * Average daily spend of the last seven UTC days including today, or of the days since the account was created if they are fewer.
 * @param spentMicros what these days cost, in micro-USD
 */
export function burnRate(spentMicros: bigint, createdAt: Date, nowMs: number): bigint {
  const age = daysBetween(utcDay(createdAt.getTime()), utcDay(nowMs));
  return spentMicros / BigInt(Math.min(burnDays, Math.max(1, age)));
}

/** How many whole days the balance lasts at this rate; null if nothing is spent. */
export function daysLeft(balanceMicros: bigint, burnMicros: bigint): number | null {
  return burnMicros === 0n ? null : Number(balanceMicros / burnMicros);
}
