import { type Operation, operations } from '@loupe/dto';
import { browseSession, known, knownAudio, knownComments, knownPlaces, knownPosts, searchSession } from './known';

const { users, comments, search, hashtags, locations, audio } = operations;

/** A list with an encrypted cursor. Paths into upstream bodies have the syntax of `slowFind`. */
export interface ListRow {
  operation: Operation;
  path: string;
  upstream: string;
  items: string | readonly string[];
  /** Field of the next upstream request → path of its value in the previous body. */
  cursor: Readonly<Record<string, string | readonly string[]>>;
  /** Whether the cursor is one of the GraphQL variables. */
  inVariables?: boolean;
  /** Maximum number of pages to read. Without it, the list is read to its end. */
  pages?: number;
  /** Requests for other lists of the operation. Each differs from `path` in one parameter. */
  others: readonly string[];
}

const slots = ['medias[]', 'one_by_two_item.clips.items[]', 'fill_items[]'];
const sections = {
  items: slots.map((slot) => `sections[].layout_content.${slot}.media`),
  cursor: { max_id: 'next_max_id', page: 'next_page', next_media_ids: 'next_media_ids' },
};
const ranked = { page_token: 'page_token', rank_token: 'rank_token' };
// The first page has these members in its only row, later pages in a separate row.
const inReposts = (member: string) => [`data.~fetch__XDTUserDict.~user_reposts_timeline.${member}`, `data.${member}`];
const serp = 'data.~xdt_fbsearch__top_serp';
const otherUuid = '9f2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d';
const ofThread = `media_id=${knownPosts.hugeThread}&user_id=${known.showcase}`;

const with_ = (path: string, name: string, value: string): string =>
  path.replace(new RegExp(`${name}=[^&]*`), `${name}=${value}`);

function journey(path: string, more: readonly string[] = []): Pick<ListRow, 'path' | 'others'> {
  return {
    path,
    others: [
      with_(path, 'search_session_id', otherUuid),
      with_(path, 'serp_session_id', otherUuid),
      with_(path, 'query', 'berlin'),
      ...more,
    ],
  };
}

const userSearch = `/search/users?query=mar&${searchSession}`;
const tagSearch = `/search/hashtags?query=a&${searchSession}`;
const audioSearch = `/search/audio?query=a&${searchSession}&${browseSession}`;
const topSearch = `/search/top?query=trail&${searchSession}`;

export const listTable: readonly ListRow[] = [
  {
    operation: users.followers,
    path: `/users/${known.showcase}/followers`,
    upstream: 'friendships.followers',
    items: 'users[]',
    cursor: { max_id: 'next_max_id' },
    others: [`/users/${known.marta}/followers`],
  },
  {
    operation: users.following,
    path: `/users/${known.marta}/following`,
    upstream: 'friendships.following',
    items: 'users[]',
    cursor: { max_id: 'next_max_id' },
    others: [`/users/${known.showcase}/following`],
  },
  {
    operation: users.reels,
    path: `/users/${known.storyTeller}/reels`,
    upstream: 'clips.user',
    items: 'items[].media',
    cursor: { max_id: 'paging_info.max_id' },
    others: [`/users/${known.marta}/reels`, `/users/${known.storyTeller}/reels?sort_by_views=true`],
  },
  {
    operation: users.reels,
    path: `/users/${known.marta}/reels?sort_by_views=true`,
    upstream: 'clips.user',
    items: 'items[].media',
    cursor: { max_id: 'paging_info.max_id' },
    others: [`/users/${known.marta}/reels`, `/users/${known.marta}/reels?sort_by_views=false`],
  },
  {
    operation: users.tagged,
    path: `/users/${known.marta}/tagged`,
    upstream: 'usertags.feed',
    items: 'items[]',
    cursor: { max_id: 'next_max_id' },
    others: [`/users/${known.showcase}/tagged`],
  },
  {
    operation: users.reposts,
    path: `/users/${known.marta}/reposts`,
    upstream: 'graphql.user_reposts',
    items: inReposts('repost_grid_items[].media'),
    cursor: { max_id: inReposts('repost_next_max_id') },
    inVariables: true,
    others: [`/users/${known.quirky}/reposts`],
  },
  {
    operation: comments.replies,
    path: `/comments/${knownComments.repliesByMaxId}/replies?${ofThread}`,
    upstream: 'media.inline_child_comments',
    items: 'child_comments[]',
    cursor: { max_id: 'next_max_child_cursor' },
    others: [`/comments/${knownComments.repliesByMinId}/replies?${ofThread}`],
  },
  {
    operation: comments.replies,
    path: `/comments/${knownComments.repliesByMinId}/replies?${ofThread}`,
    upstream: 'media.inline_child_comments',
    items: 'child_comments[]',
    cursor: { min_id: 'next_min_child_cursor' },
    others: [`/comments/${knownComments.repliesByMaxId}/replies?${ofThread}`],
  },
  {
    ...journey(userSearch),
    operation: search.users,
    upstream: 'search.account_serp',
    items: 'users[]',
    cursor: ranked,
    pages: 5,
  },
  {
    ...journey(tagSearch),
    operation: search.hashtags,
    upstream: 'search.hashtags',
    items: 'results[]',
    cursor: ranked,
  },
  {
    ...journey(audioSearch, [with_(audioSearch, 'browse_session_id', otherUuid)]),
    operation: search.audio,
    upstream: 'search.audio',
    items: 'items[]',
    cursor: { max_id: 'page_info.next_max_id' },
  },
  {
    ...journey(topSearch),
    operation: search.top,
    upstream: 'graphql.top_serp',
    items: `${serp}.edges[].node`,
    cursor: { after: `${serp}.page_info.end_cursor` },
    inVariables: true,
    pages: 3,
  },
  ...(['top', 'recent', 'reels'] as const).map((list) => ({
    ...sections,
    operation: hashtags[list],
    path: `/hashtags/trail/${list}`,
    upstream: 'tags.sections',
    // From the second page on, the cursor also names media. The recent posts are few, so they are read to the end.
    ...(list === 'recent' ? {} : { pages: list === 'top' ? 3 : 2 }),
    others: [`/hashtags/love/${list}`],
  })),
  ...(['top', 'recent'] as const).map((list) => ({
    ...sections,
    operation: locations[list],
    path: `/locations/${knownPlaces.venue}/${list}`,
    upstream: 'locations.sections',
    pages: 2,
    others: [`/locations/${knownPlaces.region}/${list}`],
  })),
  {
    operation: audio.trending,
    path: '/audio/trending',
    upstream: 'music.trending',
    items: 'items[]',
    cursor: { cursor: 'page_info.next_max_id' },
    others: [],
  },
  {
    operation: audio.medias,
    path: `/audio/${knownAudio.cluster}/medias`,
    upstream: 'clips.music',
    items: 'items[].media',
    cursor: { max_id: 'paging_info.max_id' },
    pages: 3,
    others: [`/audio/${knownAudio.original}/medias`],
  },
];

export function pagePath(path: string, cursor: string | null): string {
  if (cursor === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`;
}
