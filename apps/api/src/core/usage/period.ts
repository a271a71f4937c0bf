import { clock } from '../../platform/clock';
import { parameterProblem } from '../../platform/problem';
import { dayMs, utcDay } from '../../platform/utc-days';

export function addDays(day: string, days: number): string {
  return utcDay(Date.parse(day) + days * dayMs);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

export function eachDay(from: string, to: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to)) }, (_, index) => addDays(from, index));
}

export interface Period {
  readonly from: string;
  readonly to: string;
}

/**
 * The period of a query. By default it is the last `defaultDays` days.
 * @throws {Problem} `unprocessable_entity` when the period is invalid or too long
 */
export function periodOf(query: Partial<Period>, defaultDays: number, maxDays: number): Period {
  const to = query.to ?? utcDay(clock.wallMs());
  const from = query.from ?? addDays(to, 1 - defaultDays);
  const days = daysBetween(from, to);
  if (days < 1) throw parameterProblem('query', 'from', 'must not be after to');
  if (days > maxDays) {
    const message = `must start a period of at most ${maxDays} days`;
    throw parameterProblem('query', 'from', message);
  }
  return { from, to };
}
