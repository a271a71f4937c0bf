/**
 * What the “about” panel shows: former handles counted, listed, or both; all values but no labels; or no lines at all.
 */
export type AboutPanel = 'count' | 'list' | 'count-and-list' | 'unlabelled' | 'none';

/** What sets a documented account apart. Everything that is not said here is drawn as for any other account. */
export interface WellKnownUser {
  readonly pk: number;
  readonly username: string;
  /** What it is there for: one line for the README. */
  readonly purpose: string;
  readonly fullName?: string;
  readonly biography?: string;
  /** `deleted`: 404. `banned`: 400, and the typeahead still lists it. */
  readonly standing?: 'deleted' | 'banned';
  /** `private`: lists answer 400. `quietly-private`: lists answer 200 and are empty. */
  readonly privacy?: 'private' | 'quietly-private';
  readonly isVerified?: boolean;
  readonly isBusiness?: boolean;
  readonly hasPicture?: boolean;
  readonly joined?: string;
  /** Nothing was posted after this day. */
  readonly silentSince?: string;
  readonly postCount?: number;
  /** Followed by one account in this many, beside nobody else. */
  readonly fanModulus?: number;
  /** The follower count shown; with it the list stops after one short page. */
  readonly claimedFollowers?: number;
  /** How many accounts it tries to follow and by how many it lets itself be followed. */
  readonly sociability?: number;
  readonly storiesPerDay?: number;
  readonly highlightCount?: number;
  readonly repostCount?: number;
  readonly pinnedPosts?: number;
  /** Whether the “about” panel has anything to say. */
  readonly aboutPanel?: AboutPanel;
}

const NOBODY = { sociability: 0, storiesPerDay: 0, highlightCount: 0, repostCount: 0 } as const;

/** The order is part of their identity: new ones go to the end. */
export const WELL_KNOWN_USERS: readonly WellKnownUser[] = [
  {
    pk: 1001,
    username: 'marta.trails',
    purpose: 'an ordinary public account with something of everything; about 1,250 followers',
    fullName: 'Marta Trails',
    biography: 'Hills and maps. With @aurora.atlas #trail',
    isVerified: false,
    isBusiness: true,
    hasPicture: true,
    joined: '2015-03-08',
    postCount: 97,
    fanModulus: 40,
    sociability: 420,
    storiesPerDay: 3,
    highlightCount: 5,
    repostCount: 30,
    pinnedPosts: 2,
    aboutPanel: 'count-and-list',
  },
  {
    pk: 1002,
    username: 'aurora.atlas',
    purpose: 'very large and verified; followers capped at one page of 47',
    fullName: 'Aurora Atlas',
    biography: 'The world, one frame at a time.',
    isVerified: true,
    isBusiness: true,
    hasPicture: true,
    joined: '2012-05-02',
    postCount: 900,
    fanModulus: 3,
    claimedFollowers: 274_012_611,
    sociability: 120,
    storiesPerDay: 6,
    highlightCount: 14,
    pinnedPosts: 3,
    aboutPanel: 'list',
  },
  {
    pk: 1003,
    username: 'quiet.lena',
    purpose: 'private; its lists answer 400 `Not authorized to view user`',
    privacy: 'private',
    postCount: 41,
    sociability: 200,
    storiesPerDay: 2,
    highlightCount: 3,
  },
  {
    pk: 1004,
    username: 'hushed.tomas',
    purpose: 'private, the quiet kind: its lists answer 200 and are empty',
    privacy: 'quietly-private',
    postCount: 38,
    sociability: 200,
    storiesPerDay: 2,
    highlightCount: 3,
  },
  {
    pk: 1005,
    username: 'gone.by.choice',
    purpose: 'deleted: 404 everywhere, unknown to the typeahead',
    standing: 'deleted',
    postCount: 0,
    ...NOBODY,
  },
  {
    pk: 1006,
    username: 'banned.outright',
    purpose: 'banned: 400 `Error generating user info response`, yet the typeahead still lists it',
    standing: 'banned',
    postCount: 0,
    ...NOBODY,
  },
  {
    pk: 1007,
    username: 'blank.page',
    purpose: 'public and truly empty: no picture, posts, followers, stories, highlights or about panel',
    fullName: '',
    biography: '',
    isVerified: false,
    isBusiness: false,
    hasPicture: false,
    postCount: 0,
    aboutPanel: 'none',
    ...NOBODY,
  },
  {
    pk: 1008,
    username: '20071224',
    purpose: 'a handle of digits only',
    aboutPanel: 'count',
  },
  {
    pk: 1009,
    username: 'marta.trails.daily',
    purpose: 'a popular near-match: comes before `marta.trails` in the typeahead',
    fullName: 'Marta Trails Daily',
    isVerified: true,
    postCount: 310,
    fanModulus: 11,
    claimedFollowers: 9_410_233,
    aboutPanel: 'list',
  },
  {
    pk: 1010,
    username: 'quirky.lists',
    purpose: 'its lists misbehave: empty page with cursor, repeated cursor, lying `has_more`, repeated items',
    postCount: 160,
    fanModulus: 170,
    sociability: 900,
    repostCount: 60,
    aboutPanel: 'unlabelled',
  },
  {
    pk: 1011,
    username: '__under.score__',
    purpose: 'a handle with dots and underscores at its ends',
  },
  {
    pk: 1012,
    username: 'showcase.posts',
    purpose: 'one post for every branch (see the posts below)',
    fullName: 'Showcase',
    isVerified: true,
    hasPicture: true,
    joined: '2019-01-15',
    postCount: 24,
    fanModulus: 90,
    storiesPerDay: 1,
    highlightCount: 2,
    pinnedPosts: 1,
  },
  {
    pk: 1013,
    username: 'names.of.the.world',
    purpose: 'name and biography in many scripts, with quotes, escapes and JSON look-alikes',
    fullName: 'Жанна 山田 عمر 🏔️ "J"',
    biography: 'Line one\nLine "two" \\ {"users":[{"pk":1}],"next_max_id":"decoy"}\u2028שלום \u0000 👩🏽‍🚀',
    hasPicture: true,
    postCount: 60,
  },
  {
    pk: 1014,
    username: 'story.teller',
    purpose: 'as much as the platform allows: 32 stories a day, 120 highlights, 3 pinned posts',
    postCount: 220,
    storiesPerDay: 32,
    highlightCount: 120,
    pinnedPosts: 3,
  },
  {
    pk: 1015,
    username: 'old.timer',
    purpose: 'posts from 2011 to 2014 only: short codes of 9 and 10 characters',
    joined: '2011-09-06',
    silentSince: '2014-11-20',
    postCount: 130,
    aboutPanel: 'list',
  },
];
