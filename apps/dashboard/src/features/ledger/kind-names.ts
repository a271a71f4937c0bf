import type { LedgerKind } from './ledger-search';

export const kindNames: Record<LedgerKind, string> = {
  charge: 'Charge',
  top_up: 'Top-up',
  reversal: 'Reversal',
  adjustment: 'Adjustment',
};
