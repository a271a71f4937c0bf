import { type Operation, placeOf } from './operation';
import { paginationOf } from './pagination';

/** How the client libraries and `loupe-cli` call an operation. */
export interface ClientCall {
  /** Positional arguments: the path parameters, or else the only required query parameter. */
  readonly leading: readonly string[];
  readonly first: string | undefined;
  readonly query: readonly string[];
  /** Options that the client generates if the caller omits them. */
  readonly uuids: readonly string[];
  readonly needsOptions: boolean;
  /** How pages of a list are read; undefined if the response is not a list. */
  readonly pages: 'envelope' | 'grid' | 'comments' | undefined;
}

/** Derives the client call from the declared parameters. */
export function clientCallOf(operation: Operation): ClientCall {
  const { parameters } = operation;
  const names = Object.keys(parameters).filter((name) => name !== 'fields' && !parameters[name]!.deprecated);
  const uuids = names.filter((name) => parameters[name]!.schema.format === 'uuid');
  const query = names.filter((name) => placeOf(operation, name) === 'query' && !uuids.includes(name));
  const required = query.filter((name) => parameters[name]!.required);
  const path = names.filter((name) => placeOf(operation, name) === 'path');
  const first = path.length === 0 && required.length === 1 ? required[0] : undefined;
  return {
    leading: first ? [first] : path,
    first,
    query: query.filter((name) => name !== first),
    uuids,
    needsOptions: required.some((name) => name !== first),
    pages: pageKindOf(operation),
  };
}

/** Whether the value is an id, which clients also accept as a number. `min_id` and `max_id` are paging tokens. */
export function isId(parameter: string): boolean {
  return /^pk$|(?<!^m(in|ax)|session)_id$/.test(parameter);
}

function pageKindOf(operation: Operation): ClientCall['pages'] {
  if (!paginationOf(operation)) return undefined;
  if (operation.answer.kind === 'list') return 'envelope';
  return operation.answer.of === 'ProfileGrid' ? 'grid' : 'comments';
}
