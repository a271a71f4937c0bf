import { joinGrid, pick } from './grid.ts';

type Fields = readonly string[];

// biome-ignore lint/suspicious/noExplicitAny: a rule reads only the members of the body that it needs
type Body = any;

export interface PageRule {
  token: 'cursor' | 'min_id';
  items(data: Body, fields?: Fields): unknown[];
  next(data: Body): string | null | undefined;
  /** Fields to request so that each item has these members; undefined if the service cannot select them. */
  fields(wanted: Fields): Fields | undefined;
}

export const pageRules = {
  envelope: {
    token: 'cursor',
    items: ({ items }) => items,
    next: ({ has_more, next_cursor }) => has_more && next_cursor,
    fields: (wanted) => wanted,
  },
  // Posts are keyed by id in one half, so fields can only be selected after joining.
  grid: {
    token: 'cursor',
    items: (data, fields) => pick(joinGrid(data), fields) as unknown[],
    next: ({ feed }) => feed.more_available && feed.profile_grid_items_cursor,
    fields: () => undefined,
  },
  comments: {
    token: 'min_id',
    items: ({ comments }) => comments,
    next: ({ has_more, next_min_id }) => has_more && next_min_id,
    fields: (wanted) => [...wanted.map((path) => `comments.${path}`), 'has_more', 'next_min_id'],
  },
} satisfies Record<string, PageRule>;

export type PageKind = keyof typeof pageRules;
