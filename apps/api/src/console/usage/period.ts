import { faultsProblem } from '../../platform/http/problem';
import { addDays, dayOf, daysBetween } from './days';

/** Days of UTC, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/**
 * The period somebody asked for: to today, and `usualDays` long, where they did not say.
 * @throws {Problem} `unprocessable_entity` for one that ends before it begins, or is longer than `mostDays`.
 */
export function periodOf(wish: { from?: string; to?: string }, usualDays: number, mostDays: number): Period {
  const to = wish.to ?? dayOf(Date.now());
  const from = wish.from ?? addDays(to, 1 - usualDays);
  const days = daysBetween(from, to);
  if (days < 1) throw faultsProblem([{ in: 'query', parameter: 'from', message: 'must not be after to' }]);
  if (days > mostDays) {
    const message = `must be at most ${mostDays} days before to`;
    throw faultsProblem([{ in: 'query', parameter: 'from', message }]);
  }
  return { from, to };
}
