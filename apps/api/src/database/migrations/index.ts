import { Accounts1763700000001 } from './0001-accounts';

/** In order of their names' numbers. A migration that has been released is never edited: write the next one. */
export const migrations = [Accounts1763700000001];
