import { outcomes, problemRegistry } from '@loupe/dto';
import { outcomeNames } from '../../account/outcome-names';
import type { AccountScope } from '../../api/client';

const notLogged = new Set(['forbidden', 'conflict']);

export const outcomeChoices = (scope: AccountScope) => [
  { value: '', label: 'All' },
  ...outcomes.map((outcome) => ({ value: outcome, label: outcomeNames(scope)[outcome] })),
  { value: 'failed', label: 'All errors' },
  { value: 'charged', label: 'Charged' },
  {
    group: 'By code',
    items: Object.entries(problemRegistry)
      .filter(([code]) => !notLogged.has(code))
      .map(([code, { title }]) => ({ value: code, label: `${title} (${code})` })),
  },
];

export const outcomeName = (scope: AccountScope, outcome: string): string =>
  outcomeChoices(scope).find(({ value }) => value === outcome)?.label ?? outcome;
