import { type Operation, placeOf } from './operation';
import { paginationOf } from './pagination';

/** How the clients call an operation: `@loupe/client` and `loupe.py` alike, and `loupe-cli` after them. */
export interface ClientCall {
  /** Parameters whose values stand in front: those of the path, else the only one of the query that must be sent. */
  readonly leading: readonly string[];
  /** That one of the query. */
  readonly first: string | undefined;
  /** Parameters that are options. */
  readonly query: readonly string[];
  /** Options that the client makes where the caller gives none. */
  readonly uuids: readonly string[];
  readonly needsOptions: boolean;
  /** What the pages of a list are read by; undefined for an object. */
  readonly pages: 'envelope' | 'grid' | 'comments' | undefined;
}

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

function pageKindOf(operation: Operation): ClientCall['pages'] {
  if (!paginationOf(operation)) return undefined;
  if (operation.answer.kind === 'list') return 'envelope';
  return operation.answer.of === 'ProfileGrid' ? 'grid' : 'comments';
}
