import { roundUsd } from '../../format/usd';

/** `daysLeft` is null when nothing was spent in the last seven days. */
export function runwayOf(daysLeft: number | null, burnRateUsdPerDay: string): string {
  if (daysLeft === null) return 'Nothing was spent in the last seven days.';
  return `It lasts ${spanOf(daysLeft)} at last week’s pace of ${roundUsd(burnRateUsdPerDay)} a day.`;
}

function spanOf(days: number): string {
  if (days < 1) return 'less than a day';
  if (days > 365) return 'more than a year';
  const whole = Math.floor(days);
  return `about ${whole} ${whole === 1 ? 'day' : 'days'}`;
}
