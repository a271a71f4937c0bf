import posts from './well-known-posts.json';
import users from './well-known-users.json';

/** Content of the “about” panel: former handles counted, listed or both; values without labels; or no lines. */
export type AboutPanel = 'count' | 'list' | 'count-and-list' | 'unlabelled' | 'none';

export interface WellKnownUser {
  readonly pk: number;
  readonly username: string;
  readonly purpose: string;
  readonly fullName?: string;
  readonly biography?: string;
  /** `deleted`: the profile returns 404. `banned`: it returns 400, and the typeahead still finds the account. */
  readonly status?: 'deleted' | 'banned';
  /** `private`: lists return 400. `quietly-private`: lists return 200 and are empty. */
  readonly privacy?: 'private' | 'quietly-private';
  readonly isVerified?: boolean;
  readonly isBusiness?: boolean;
  readonly hasPicture?: boolean;
  readonly joined?: string;
  readonly silentSince?: string;
  readonly postCount?: number;
  /** If this is n, every n-th account follows the account, and no other account does. */
  readonly fanModulus?: number;
  /** Displayed follower count. The follower list ends after one short page. */
  readonly claimedFollowers?: number;
  /** Limits how many accounts without a `fanModulus` this account follows and, if it has none, how many follow it. */
  readonly sociability?: number;
  readonly storiesPerDay?: number;
  readonly highlightCount?: number;
  readonly repostCount?: number;
  readonly pinnedPosts?: number;
  readonly aboutPanel?: AboutPanel;
}

export interface PostTraits {
  readonly format?: 'photo' | 'carousel' | 'reel';
  readonly state?: 'visible' | 'gone' | 'gone-404' | 'gone-quietly';
  readonly caption?: string | null;
  /** The caption is an object with a null text, as in some real responses. */
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

/** The documented accounts. Ids of posts, stories and comments depend on the order: append new accounts. */
export const wellKnownUsers = users as readonly WellKnownUser[];

/** The first posts of `showcase.posts`, oldest first. Their ids do not depend on the seed. */
export const wellKnownPosts = posts as readonly WellKnownPost[];
