import { Baseline1764200000001 } from './0001-baseline';

/** In the order of the numbers in their names. A released migration is never edited: write the next one. */
export const migrations = [Baseline1764200000001];
