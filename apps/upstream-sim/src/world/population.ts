import { mix, salt } from './chance';
import { WELL_KNOWN_USERS, type WellKnownUser } from './well-known';

/** How many accounts exist. Its prime factors are 2 and 5, so steps without these factors visit every account. */
export const POPULATION = 50_000;
export const ALL_INDEXES: readonly number[] = Array.from({ length: POPULATION }, (_, index) => index);

/** No account, post or comment is younger than this. Only stories follow the clock. */
export const NEWEST_SECONDS = Date.UTC(2026, 10, 1) / 1000;

const PK_BASE = 2_000_003;
const PK_STRIDE = 200_003;
const PK_SALT = salt('user pk');

const wellKnownIndexByPk = new Map(WELL_KNOWN_USERS.map((user, index) => [user.pk, index]));

/** The documented account with this index, if it is one. They come first. */
export const wellKnownAt = (index: number): WellKnownUser | undefined => WELL_KNOWN_USERS[index];

/** The id of an account. Ids grow with the index, look scattered, and do not depend on the seed. */
export function userPkAt(index: number): number {
  return wellKnownAt(index)?.pk ?? PK_BASE + index * PK_STRIDE + (mix(PK_SALT, index) % PK_STRIDE);
}

export function userIndexOf(pk: number): number | undefined {
  const known = wellKnownIndexByPk.get(pk);
  if (known !== undefined) return known;
  const index = Math.floor((pk - PK_BASE) / PK_STRIDE);
  return index >= 0 && index < POPULATION && userPkAt(index) === pk ? index : undefined;
}

export const wrapped = (index: number): number => ((index % POPULATION) + POPULATION) % POPULATION;

/** Indexes of `count` different accounts that liked or commented on something. None is a documented account. */
export function audience(draw: number, count: number): number[] {
  const start = mix(draw, 1) % POPULATION;
  const step = 1 + 10 * (mix(draw, 2) % 4_999); // has no factor in common with the population
  const indexes: number[] = [];
  for (let i = 0; indexes.length < count && i < POPULATION; i += 1) {
    const index = (start + i * step) % POPULATION;
    if (!wellKnownAt(index)) indexes.push(index);
  }
  return indexes;
}
