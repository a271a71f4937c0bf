import { Accounts1763700000001 } from './0001-accounts';
import { ApiKeys1763700000010 } from './0010-api-keys';

/** In order of their names' numbers. A migration that has been released is never edited: write the next one. */
export const migrations = [Accounts1763700000001, ApiKeys1763700000010];
