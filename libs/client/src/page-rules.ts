import { joinGrid, pick } from './grid.ts';

type Fields = readonly string[];

// biome-ignore lint/suspicious/noExplicitAny: the body of an answer, of which the rule names what it needs
type Body = any;

/** How the pages of a list follow each other, and where their items are. */
export interface PageRule {
  /** Query parameter that the token of a page is sent back in. */
  token: 'cursor' | 'min_id';
  items(data: Body, fields?: Fields): unknown[];
  next(data: Body): string | null | undefined;
  /** What to ask for so that each item has these members; undefined where the answer cannot be cut by the service. */
  fields(wanted: Fields): Fields | undefined;
}

export const pageRules = {
  envelope: {
    token: 'cursor',
    items: ({ items }) => items,
    next: ({ has_more, next_cursor }) => has_more && next_cursor,
    fields: (wanted) => wanted,
  },
  /** The profile grid. Its halves are joined, and cut here: one of them has its posts under their ids. */
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
