import type { Outcome } from '@loupe/dto';
import type { View } from '../../api/client';

/** A negative result, such as not found, counts as answered. */
export function countOutcome({ totals, errors_by_code: codes }: View<'OverviewView'>, outcome: Outcome): number {
  if (outcome === 'answered') return totals.requests - totals.errors;
  return codes.reduce((sum, code) => (code.outcome === outcome ? sum + code.requests : sum), 0);
}
