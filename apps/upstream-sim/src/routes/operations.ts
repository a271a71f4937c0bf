import { COMMENT_OPERATIONS } from './comments';
import { FRIENDSHIP_OPERATIONS } from './friendships';
import { MEDIA_OPERATIONS } from './media';
import type { Operation } from './operation';
import { PROFILE_TIMELINE_OPERATIONS } from './profile-timeline';
import { TYPEAHEAD_OPERATIONS } from './typeahead';
import { USER_REPOSTS_OPERATIONS } from './user-reposts';
import { USER_OPERATIONS } from './users';

/** Everything the platform can do. */
export const OPERATIONS: readonly Operation[] = [
  ...USER_OPERATIONS,
  ...FRIENDSHIP_OPERATIONS,
  ...TYPEAHEAD_OPERATIONS,
  ...PROFILE_TIMELINE_OPERATIONS,
  ...USER_REPOSTS_OPERATIONS,
  ...MEDIA_OPERATIONS,
  ...COMMENT_OPERATIONS,
];
