import { commentsOperations } from './comments';
import { friendshipsOperations } from './friendships';
import { hashtagsOperations } from './hashtags';
import { locationsOperations } from './locations';
import { mediaOperations } from './media';
import { musicOperations } from './music';
import type { Operation } from './operation';
import { profileTimelineOperations } from './profile-timeline';
import { searchOperations } from './search';
import { storiesOperations } from './stories';
import { topSearchOperations } from './top-search';
import { userMediaOperations } from './user-media';
import { usersOperations } from './users';

export const operations: readonly Operation[] = [
  ...usersOperations,
  ...searchOperations,
  ...friendshipsOperations,
  ...profileTimelineOperations,
  ...userMediaOperations,
  ...storiesOperations,
  ...mediaOperations,
  ...commentsOperations,
  ...topSearchOperations,
  ...hashtagsOperations,
  ...locationsOperations,
  ...musicOperations,
];
