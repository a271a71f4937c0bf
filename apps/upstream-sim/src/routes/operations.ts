import { FRIENDSHIP_OPERATIONS } from './friendships';
import type { Operation } from './operation';
import { TYPEAHEAD_OPERATIONS } from './typeahead';
import { USER_OPERATIONS } from './users';

/** Everything the platform can do. */
export const OPERATIONS: readonly Operation[] = [...USER_OPERATIONS, ...FRIENDSHIP_OPERATIONS, ...TYPEAHEAD_OPERATIONS];
