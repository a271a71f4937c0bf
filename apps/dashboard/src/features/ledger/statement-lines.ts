import { entryPlace, timeOfEntry } from '../../account/account-scope';
import type { View } from '../../api/client';
import { microsOf, sumUsd } from '../../format/usd';

type Statement = View<'StatementView'>;
export type Entry = View<'LedgerEntryView'>;

/** A day's entries precede the cost of its requests, so each line's balance follows from the line before. */
export type StatementLine =
  | { readonly kind: 'opening' | 'closing'; readonly id: string; readonly day: string; readonly balanceUsd: string }
  | { readonly kind: 'entry'; readonly id: string; readonly entry: Entry; readonly balanceUsd: string }
  | {
      readonly kind: 'day';
      readonly id: string;
      readonly day: View<'StatementDay'>;
      readonly balanceUsd: string;
    };

export function statementLines(statement: Statement): StatementLine[] {
  const { from, to, as_of, opening_usd, closing_usd, days, entries } = statement;
  const last = as_of.slice(0, 10) < to ? as_of.slice(0, 10) : to;
  return [
    { kind: 'opening', id: 'opening', day: from, balanceUsd: opening_usd },
    ...days.flatMap((day) =>
      linesOf(
        day,
        entries.filter(({ id }) => timeOfEntry(id).startsWith(day.day)),
      ),
    ),
    { kind: 'closing', id: 'closing', day: last, balanceUsd: closing_usd },
  ];
}

/** Computes balances back from the day's closing balance: a statement may hold only the newest of its entries. */
function linesOf(day: View<'StatementDay'>, entries: readonly Entry[]): StatementLine[] {
  let balanceUsd = sumUsd([day.closing_usd, negated(day.charges_usd)]);
  const lines: StatementLine[] = [];
  for (const entry of [...entries].reverse()) {
    lines.unshift({ kind: 'entry', id: entryPlace(entry.id).hash, entry, balanceUsd });
    balanceUsd = sumUsd([balanceUsd, negated(entry.amount_usd)]);
  }
  if (day.requests > 0 || microsOf(day.charges_usd) !== 0n)
    lines.push({ kind: 'day', id: day.day, day, balanceUsd: day.closing_usd });
  return lines;
}

const negated = (usd: string): string => (usd.startsWith('-') ? usd.slice(1) : `-${usd}`);

export const pairOf = (entry: Entry): string | undefined =>
  entry.reverses_entry_id ?? (entry.reversed_by_entry_id === null ? undefined : entry.id);
