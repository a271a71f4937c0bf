import { problemRegistry } from '@loupe/dto';

const notLogged = new Set(['forbidden', 'conflict']);

export const outcomeChoices = [
  { value: '', label: 'All' },
  { value: 'answered', label: 'Answered' },
  { value: 'caller_error', label: 'Your errors' },
  { value: 'our_error', label: 'Our errors' },
  { value: 'failed', label: 'All errors' },
  { value: 'charged', label: 'Charged' },
  {
    group: 'By code',
    items: Object.entries(problemRegistry)
      .filter(([code]) => !notLogged.has(code))
      .map(([code, { title }]) => ({ value: code, label: `${title} (${code})` })),
  },
];

export const outcomeName = (outcome: string): string =>
  outcomeChoices.find(({ value }) => value === outcome)?.label ?? outcome;
