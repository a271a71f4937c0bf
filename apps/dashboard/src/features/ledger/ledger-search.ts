const kinds = ['charge', 'top_up', 'reversal', 'adjustment'] as const;
type LedgerKind = (typeof kinds)[number];

export interface LedgerSearch {
  kind?: LedgerKind;
  /** UTC, as on a statement: `2026-11`. */
  month?: string;
}

export function ledgerSearch({ kind, month }: Record<string, unknown>): LedgerSearch {
  const known = kinds.find((one) => one === kind);
  return {
    ...(known && { kind: known }),
    ...(typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) && { month }),
  };
}

/** The filters as the API takes them; a month runs to just before the next one starts. */
export function ledgerParams({ kind, month }: LedgerSearch) {
  return { ...(kind && { kind }), ...(month && { from: monthStart(month), to: monthStart(month, 1) }) };
}

function monthStart(month: string, later = 0): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + later)).toISOString();
}

export function recentMonths(now = new Date()): { value: string; label: string }[] {
  return Array.from({ length: 12 }, (_, back) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back));
    const label = first.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    return { value: first.toISOString().slice(0, 7), label };
  });
}

export const kindNames: Record<LedgerKind, string> = {
  charge: 'Charge',
  top_up: 'Top-up',
  reversal: 'Reversal',
  adjustment: 'Adjustment',
};
