import type { ListQuirk } from '../wire/paging';
import type { User } from '../world/users';

/** Which pages (counted from 0) of which lists of `quirky.lists` misbehave, and how. */
export const NATURAL_QUIRKS: Readonly<Record<string, Readonly<Record<number, ListQuirk>>>> = {
  'friendships.followers': { 1: 'empty_page_with_cursor', 3: 'duplicate_items' },
  'friendships.following': { 2: 'same_cursor' },
  'clips.user': { 1: 'has_more_without_cursor' },
  'usertags.feed': { 0: 'cursor_without_has_more' },
  'graphql.profile_timeline': { 1: 'duplicate_items' },
  'graphql.user_reposts': { 1: 'empty_page_with_cursor' },
};

/** The misbehaving pages of a list of this account, if any. */
export const naturalQuirks = (user: User, list: string): Readonly<Record<number, ListQuirk>> | undefined =>
  user.username === 'quirky.lists' ? NATURAL_QUIRKS[list] : undefined;
