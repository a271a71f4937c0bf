import { outcomes } from '@loupe/dto';

export interface RequestsSearch {
  keyId?: string;
  operation?: string;
  /** One of {@link outcomes}, `succeeded`, `failed` for both kinds of error, or the code of a problem. */
  outcome?: string;
  /** UTC days, both included: `2026-11-21`. */
  from?: string;
  to?: string;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

export function requestsSearch(search: Record<string, unknown>): RequestsSearch {
  const text = (name: string): string => (search[name] === undefined ? '' : String(search[name]));
  return {
    ...(/^\d+$/.test(text('keyId')) && { keyId: text('keyId') }),
    ...(/^[a-z_]+\.[a-z_]+$/.test(text('operation')) && { operation: text('operation') }),
    ...(/^[a-z_]+$/.test(text('outcome')) && { outcome: text('outcome') }),
    ...(day.test(text('from')) && { from: text('from') }),
    ...(day.test(text('to')) && { to: text('to') }),
  };
}

export const isFiltered = (search: RequestsSearch): boolean => Object.keys(search).length > 0;

export function requestParams({ keyId, operation, outcome, from, to }: RequestsSearch) {
  return {
    ...(keyId && { key_id: keyId }),
    ...(operation && { operation }),
    ...outcomeParams(outcome),
    ...(from && { from: startOf(from) }),
    ...(to && { to: startOf(to, 1) }),
  };
}

function outcomeParams(outcome: string | undefined) {
  if (outcome === undefined) return {};
  const known = ([...outcomes, 'succeeded', 'failed'] as const).find((name) => name === outcome);
  return known ? { outcome: known } : { code: outcome };
}

function startOf(day: string, later = 0): string {
  return new Date(Date.parse(day) + later * 86_400_000).toISOString();
}
