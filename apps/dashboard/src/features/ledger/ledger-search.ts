interface LedgerSearch {
  /** A UTC month, `2026-11`; by default the current one. */
  month?: string;
  /** Opens the dialog that adds funds. */
  add?: true;
}

export const ledgerSearch = ({ month, add }: Record<string, unknown>): LedgerSearch => ({
  ...(typeof month === 'string' && /^20\d{2}-(0[1-9]|1[0-2])$/.test(month) && { month }),
  ...(add === true && { add }),
});

export const monthRange = (month: string) => ({ from: monthStart(month), to: monthStart(month, 1) });

export const thisMonth = (now = new Date()): string => now.toISOString().slice(0, 7);

function monthStart(month: string, later = 0): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + later)).toISOString();
}

export function monthName(month: string): string {
  const first = new Date(monthStart(month));
  return first.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

export function monthChoices(shown: string, now = new Date()): { value: string; label: string }[] {
  const recent = Array.from({ length: 12 }, (_, back) =>
    thisMonth(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back))),
  );
  const months = recent.includes(shown) ? recent : [...recent, shown];
  return months.map((month) => ({ value: month, label: monthName(month) }));
}
