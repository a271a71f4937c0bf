import { type ProblemKind, problemRegistry } from '@loupe/dto';

const notLogged = new Set(['forbidden', 'conflict']);

export const outcomeChoices = [
  { value: '', label: 'All' },
  { value: 'answered', label: 'Answered' },
  { value: 'caller_error', label: 'Caller errors' },
  { value: 'our_error', label: 'Our errors' },
  {
    group: 'By code',
    items: Object.keys(problemRegistry)
      .filter((code) => !notLogged.has(code))
      .map((code) => ({ value: code, label: code })),
  },
];

export const outcomeName = (outcome: string): string =>
  outcomeChoices.find(({ value }) => value === outcome)?.label ?? outcome;

export function explanationOf(code: string): string | undefined {
  const kind = (problemRegistry as Record<string, ProblemKind | undefined>)[code];
  return kind && `${kind.explanation} ${kind.action}`;
}
