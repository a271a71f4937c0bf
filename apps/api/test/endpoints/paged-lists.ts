import { operations } from '@loupe/dto';
import type { AnyJson } from '../support/send';
import { known, knownPosts } from './known';
import { type ListRow, listTable } from './list-table';

/** How the specification pages a list: the token, its parameter, and the condition to continue. */
export interface PagedList extends Pick<ListRow, 'operation' | 'path' | 'others' | 'pages'> {
  readonly parameter: 'cursor' | 'min_id';
  readonly hasMore: (page: AnyJson) => unknown;
  readonly token: (page: AnyJson) => unknown;
  readonly items: (page: AnyJson) => AnyJson[];
}

const envelope = {
  parameter: 'cursor',
  hasMore: (page: AnyJson) => page.has_more,
  token: (page: AnyJson) => page.next_cursor,
  items: (page: AnyJson) => page.items,
} as const;

const grid = {
  operation: operations.users.posts,
  parameter: 'cursor',
  hasMore: ({ feed }: AnyJson) => feed.more_available,
  token: ({ feed }: AnyJson) => feed.profile_grid_items_cursor,
  items: ({ feed }: AnyJson) => feed.profile_grid_items.map(({ media }: AnyJson) => media),
} as const;

const comments = {
  operation: operations.posts.comments,
  parameter: 'min_id',
  hasMore: (page: AnyJson) => page.has_more,
  token: (page: AnyJson) => page.next_min_id,
  items: (page: AnyJson) => page.comments,
} as const;

const thread = (pk: string, search = '', owner = known.showcase) => `/posts/${pk}/comments?user_id=${owner}${search}`;
const child = `&carousel_media_id=${BigInt(knownPosts.carousel) + 2n}`;

export const pagedLists: readonly PagedList[] = [
  ...listTable.map(({ operation, path, others, pages }) => ({
    ...envelope,
    operation,
    path,
    others,
    ...(pages === undefined ? {} : { pages }),
  })),
  ...[known.marta, known.manyScripts].map((pk) => ({
    ...grid,
    path: `/users/${pk}/posts`,
    others: [`/users/${known.storyTeller}/posts`],
  })),
  ...[knownPosts.hugeThread, knownPosts.tailThread, knownPosts.opaqueTailThread].map((pk) => ({
    ...comments,
    path: thread(pk),
    others: [
      thread(knownPosts.photo.pk),
      thread(pk, '', known.marta),
      thread(pk, '&carousel_index=2'),
      thread(pk, child),
    ],
    ...(pk === knownPosts.hugeThread ? { pages: 5 } : {}),
  })),
];

export function pathOfPage({ path, parameter }: Pick<PagedList, 'path' | 'parameter'>, token?: string): string {
  if (token === undefined) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${parameter}=${token}`;
}

export const readings = { envelope, grid, comments };
