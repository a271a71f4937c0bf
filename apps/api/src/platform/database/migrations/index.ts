import { Baseline1764200000001 } from './0001-baseline';
import { DevelopersLimits1764300000002 } from './0002-developers-limits';

/** Ordered by the number in their names. Never edit a released migration; add one. */
export const migrations = [Baseline1764200000001, DevelopersLimits1764300000002];
