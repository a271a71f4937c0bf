import { Baseline1764200000001 } from './0001-baseline';

/** Ordered by the number in their names. Never edit a released migration; add one. */
export const migrations = [Baseline1764200000001];
