import { audio } from './audio';
import { comments } from './comments';
import { hashtags } from './hashtags';
import { locations } from './locations';
import { monitorEvents, monitorEventsExample, monitorsDescription } from './monitors';
import type { Operation } from './operation';
import { posts } from './posts';
import { search } from './search';
import { highlights, stories } from './stories';
import { users } from './users';
import { oembed, resolve, system } from './utilities';

/** All operations by domain. Routes, documentation and clients are generated from this table. */
export const operations = {
  users,
  posts,
  comments,
  search,
  hashtags,
  locations,
  highlights,
  stories,
  audio,
  resolve,
  oembed,
  system,
};

/** Descriptions of the OpenAPI tags. */
export const domainDescriptions: Readonly<Record<keyof typeof operations, string>> = {
  users: 'Profiles, and what belongs to a user: followers, posts, reels, stories, highlights and more.',
  posts: 'One post, its comments and its likers.',
  comments: 'Replies to a comment, and who likes it.',
  search: 'Search for accounts, hashtags, audio and places, or for everything at once.',
  hashtags: 'Hashtags and their media.',
  locations: 'Places and the media taken there.',
  highlights: 'The media of a highlight.',
  stories: 'The media of a story reel.',
  audio: 'Tracks and sounds, and the reels that use them.',
  resolve: 'Media pk to shortcode and back.',
  oembed: 'oEmbed of a post, and what a share link points to.',
  system: 'Liveness, balance and prices.',
};

/** All operations, in the order of the documentation. */
export const allOperations: readonly Operation[] = Object.values(operations).flatMap(
  (domain) => Object.values(domain) as Operation[],
);

/** The operations that the data API serves: those of the table, and the events of monitors. */
export const servedOperations: readonly Operation[] = [...allOperations, monitorEvents];

export { monitorEvents, monitorEventsExample, monitorsDescription };
