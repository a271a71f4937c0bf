import posts from './well-known-posts.json';
import users from './well-known-users.json';

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

/** What sets one post of `showcase.posts` apart; everything else is drawn as for any other post. */
export interface PostTraits {
  readonly format?: 'photo' | 'carousel' | 'reel';
  readonly state?: 'visible' | 'gone' | 'gone-404' | 'gone-quietly';
  readonly caption?: string | null;
  /** The caption is an object whose text is null, as some answers have it. */
  readonly hollowCaption?: boolean;
  readonly childCount?: number;
  readonly hasVideoChild?: boolean;
  readonly sound?: 'licensed' | 'original';
  readonly hidesLikes?: boolean;
  readonly commentsDisabled?: boolean;
  readonly topLevelComments?: number;
  readonly commentPaging?: 'ranked' | 'tail' | 'tail-opaque';
  readonly taggedCount?: number;
  readonly hasCoauthor?: boolean;
  readonly placeIndex?: number | null;
}

export interface WellKnownPost extends PostTraits {
  /** What it is there for: one line for the README. */
  readonly purpose: string;
}

/** The documented accounts. Their order is part of their identity, and new ones go to the end. */
export const WELL_KNOWN_USERS = users as readonly WellKnownUser[];

/** Posts 0, 1, 2 … of `showcase.posts`, oldest first. Their ids do not depend on the seed. */
export const WELL_KNOWN_POSTS = posts as readonly WellKnownPost[];
