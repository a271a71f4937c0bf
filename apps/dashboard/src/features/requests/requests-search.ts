import { outcomes } from '@loupe/dto';
import { type DaySpan, daySpan, momentsOf } from '../../format/days';

export interface RequestsSearch extends DaySpan {
  keyId?: string;
  operation?: string;
  /** One of {@link outcomes}, `succeeded`, `failed` for both kinds of error, `charged`, or the code of a problem. */
  outcome?: string;
  /** Text in path or query. */
  path?: string;
}

export function requestsSearch(search: Record<string, unknown>): RequestsSearch {
  const text = (name: string): string => (search[name] === undefined ? '' : String(search[name]));
  const path = text('path').slice(0, 200);
  return {
    ...(/^\d+$/.test(text('keyId')) && { keyId: text('keyId') }),
    ...(/^[a-z_]+\.[a-z_]+$/.test(text('operation')) && { operation: text('operation') }),
    ...(/^[a-z_]+$/.test(text('outcome')) && { outcome: text('outcome') }),
    ...(path && { path }),
    ...daySpan(search),
  };
}

export const isFiltered = (search: RequestsSearch): boolean => Object.keys(search).length > 0;

export function requestParams({ keyId, operation, outcome, path, ...days }: RequestsSearch) {
  return {
    ...(keyId && { key_id: keyId }),
    ...(operation && { operation }),
    ...outcomeParams(outcome),
    ...(path && { path }),
    ...momentsOf(days),
  };
}

function outcomeParams(outcome: string | undefined) {
  if (outcome === undefined) return {};
  const known = ([...outcomes, 'succeeded', 'failed', 'charged'] as const).find((name) => name === outcome);
  return known ? { outcome: known } : { code: outcome };
}
