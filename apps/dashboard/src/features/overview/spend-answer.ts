import type { View } from '../../api/views';
import { formatShare } from '../../format/counts';
import { microsOf, roundUsd } from '../../format/usd';
import type { Grouping } from './overview-queries';
import type { Measure } from './stacked-days';

type Overview = View<'OverviewView'>;

/** The chart's answer in a sentence: which operation or key leads, and how far. */
export function spendAnswer(overview: Overview, by: Grouping, measure: Measure): string {
  const parts =
    by === 'operation'
      ? overview.by_operation.map((part) => ({ ...part, name: part.operation }))
      : overview.by_key.map((part) => ({ ...part, name: part.key_name }));
  const sizeOf = (part: { spend_usd: string; requests: number }): number =>
    measure === 'spend' ? Number(microsOf(part.spend_usd)) : part.requests;
  const [first] = [...parts].sort((one, other) => sizeOf(other) - sizeOf(one));
  if (!first || sizeOf(first) === 0) return measure === 'spend' ? 'Nothing was charged.' : 'Nothing was requested.';
  const share = formatShare(sizeOf(first), sizeOf(overview.totals));
  const whole = measure === 'spend' ? roundUsd(overview.totals.spend_usd) : 'all requests';
  return `${first.name} takes ${share} of ${whole}.`;
}
