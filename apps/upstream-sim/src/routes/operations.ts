import { ABOUT_OPERATIONS } from './about';
import { COMMENT_OPERATIONS } from './comments';
import { FRIENDSHIP_OPERATIONS } from './friendships';
import { HASHTAG_OPERATIONS } from './hashtags';
import { LOCATION_OPERATIONS } from './locations';
import { MEDIA_OPERATIONS } from './media';
import { MUSIC_OPERATIONS } from './music';
import { OEMBED_OPERATIONS } from './oembed';
import type { Operation } from './operation';
import { PROFILE_TIMELINE_OPERATIONS } from './profile-timeline';
import { SEARCH_OPERATIONS } from './search';
import { STORY_OPERATIONS } from './stories';
import { TOP_SEARCH_OPERATIONS } from './top-search';
import { TYPEAHEAD_OPERATIONS } from './typeahead';
import { USER_MEDIA_OPERATIONS } from './user-media';
import { USER_REPOSTS_OPERATIONS } from './user-reposts';
import { USER_OPERATIONS } from './users';

/** Everything the platform can do. */
export const OPERATIONS: readonly Operation[] = [
  ...USER_OPERATIONS,
  ...TYPEAHEAD_OPERATIONS,
  ...FRIENDSHIP_OPERATIONS,
  ...PROFILE_TIMELINE_OPERATIONS,
  ...USER_MEDIA_OPERATIONS,
  ...USER_REPOSTS_OPERATIONS,
  ...STORY_OPERATIONS,
  ...ABOUT_OPERATIONS,
  ...MEDIA_OPERATIONS,
  ...COMMENT_OPERATIONS,
  ...SEARCH_OPERATIONS,
  ...TOP_SEARCH_OPERATIONS,
  ...HASHTAG_OPERATIONS,
  ...LOCATION_OPERATIONS,
  ...MUSIC_OPERATIONS,
  ...OEMBED_OPERATIONS,
];
