import type { SchemaName } from '../schemas';
import { isPaged, type Operation } from './operation';

/** How to page through a list. Paths are dot-separated from the root of the response. */
export interface Pagination {
  /** `cursor`: while `has_more` is true, send the token to get the next page. */
  style: 'cursor' | 'single-page';
  token_parameter?: string;
  token_path?: string;
  items_path: string;
  has_more_path: string;
}

const envelope = { items_path: 'items', has_more_path: 'has_more' };
const pagedEnvelope = { token_parameter: 'cursor', token_path: 'next_cursor', ...envelope };

// Lists that do not use the standard envelope.
const ownPages: Partial<Record<SchemaName, Pagination>> = {
  ProfileGrid: {
    style: 'cursor',
    token_parameter: 'cursor',
    token_path: 'feed.profile_grid_items_cursor',
    items_path: 'feed.profile_grid_items',
    has_more_path: 'feed.more_available',
  },
  CommentStream: {
    style: 'cursor',
    token_parameter: 'min_id',
    token_path: 'next_min_id',
    items_path: 'comments',
    has_more_path: 'has_more',
  },
};

/** @returns undefined if the response is not a list */
export function paginationOf(operation: Operation): Pagination | undefined {
  const { answer } = operation;
  if (answer.kind === 'object') return ownPages[answer.of];
  return isPaged(operation) ? { style: 'cursor', ...pagedEnvelope } : { style: 'single-page', ...envelope };
}
