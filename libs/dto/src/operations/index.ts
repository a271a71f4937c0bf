import { audio } from './audio';
import { comments } from './comments';
import { hashtags } from './hashtags';
import { locations } from './locations';
import type { Operation } from './operation';
import { posts } from './posts';
import { search } from './search';
import { highlights, stories } from './stories';
import { users } from './users';
import { oembed, resolve, system } from './utilities';

/** The table that everything else is made from: domain → operation. */
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

/** The same as one list, in the order of the documentation. */
export const allOperations: readonly Operation[] = Object.values(operations).flatMap(
  (domain) => Object.values(domain) as Operation[],
);
