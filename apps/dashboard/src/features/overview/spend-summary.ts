import type { Grouping } from '../../account/account-queries';
import type { View } from '../../api/client';
import { formatCount, formatShare } from '../../format/counts';
import { microsOf, roundUsd } from '../../format/usd';
import type { Measure } from './stacked-days';

export function spendSummary(
  overview: View<'OverviewView'>,
  by: Grouping,
  measure: Measure,
  nameOf = (operation: string) => operation,
): string {
  const parts =
    by === 'operation'
      ? overview.by_operation.map((part) => ({ ...part, name: nameOf(part.operation) }))
      : overview.by_key.map((part) => ({ ...part, name: part.key_name }));
  const sizeOf = (part: { spend_usd: string; requests: number }): number =>
    measure === 'spend' ? Number(microsOf(part.spend_usd)) : part.requests;
  const [first] = [...parts].sort((one, other) => sizeOf(other) - sizeOf(one));
  if (!first || sizeOf(first) === 0) return measure === 'spend' ? 'Nothing was charged.' : 'Nothing was requested.';
  const share = formatShare(sizeOf(first), sizeOf(overview.totals));
  if (measure === 'requests') return `Most requests: ${first.name}, ${formatCount(first.requests)}, ${share}.`;
  return `Biggest cost: ${first.name}, ${roundUsd(first.spend_usd)}, ${share}.`;
}
