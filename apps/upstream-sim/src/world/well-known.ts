import posts from './well-known-posts.json';
import users from './well-known-users.json';

/** What the “about” panel shows: former handles counted, listed, or both; values without labels; or no lines. */
export type AboutPanel = 'count' | 'list' | 'count-and-list' | 'unlabelled' | 'none';

/** What is fixed about a documented account. Everything else is random, as for any other account. */
export interface WellKnownUser {
  readonly pk: number;
  readonly username: string;
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
  /** One account in this many follows it, and no other account does. */
  readonly fanModulus?: number;
  /** The follower count shown. The follower list of such an account stops after one short page. */
  readonly claimedFollowers?: number;
  /** Limits how many accounts it follows and is followed by. */
  readonly sociability?: number;
  readonly storiesPerDay?: number;
  readonly highlightCount?: number;
  readonly repostCount?: number;
  readonly pinnedPosts?: number;
  readonly aboutPanel?: AboutPanel;
}

/** What is fixed about one post of `showcase.posts`. Everything else is random, as for any other post. */
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
  readonly purpose: string;
}

/** The documented accounts. Their order is part of their identity, and new ones go to the end. */
export const wellKnownUsers = users as readonly WellKnownUser[];

/** Posts 0, 1, 2 … of `showcase.posts`, oldest first. Their ids do not depend on the seed. */
export const wellKnownPosts = posts as readonly WellKnownPost[];
