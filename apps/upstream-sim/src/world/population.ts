import { mix, salt } from './chance';
import { WELL_KNOWN_USERS, type WellKnownUser } from './well-known';

/** How many accounts the platform has. Prime factors 2 and 5 only: any other odd step visits every account. */
export const POPULATION = 50_000;

/** Nothing permanent (an account, a post, a comment) is younger than this; only stories follow the clock. */
export const NEWEST_SECONDS = Date.UTC(2026, 10, 1) / 1000;

const PK_BASE = 2_000_003;
const PK_STRIDE = 200_003;
const PK_SALT = salt('user pk');

const wellKnownIndexByPk = new Map(WELL_KNOWN_USERS.map((user, index) => [user.pk, index]));

/** The documented account at this place, if it is one: they come first. */
export const wellKnownAt = (index: number): WellKnownUser | undefined => WELL_KNOWN_USERS[index];

/** The id of the account at a place. Ids grow with the place and look scattered; they do not depend on the seed. */
export function userPkAt(index: number): number {
  return wellKnownAt(index)?.pk ?? PK_BASE + index * PK_STRIDE + (mix(PK_SALT, index) % PK_STRIDE);
}

/** The place of the account with this id, or `undefined` when there never was one. */
export function userIndexOf(pk: number): number | undefined {
  const known = wellKnownIndexByPk.get(pk);
  if (known !== undefined) return known;
  const index = Math.floor((pk - PK_BASE) / PK_STRIDE);
  return index >= 0 && index < POPULATION && userPkAt(index) === pk ? index : undefined;
}

/** A place that may lie beyond either end, brought back into the population. */
export const wrapped = (index: number): number => ((index % POPULATION) + POPULATION) % POPULATION;

/**
 * The first `count` of an endless line of accounts that liked, commented or answered something: places without
 * repetition, none of them a documented account.
 */
export function audience(draw: number, count: number): number[] {
  const start = mix(draw, 1) % POPULATION;
  const step = 1 + 10 * (mix(draw, 2) % 4_999); // no factor in common with the population
  const places: number[] = [];
  for (let i = 0; places.length < count && i < POPULATION; i += 1) {
    const place = (start + i * step) % POPULATION;
    if (!wellKnownAt(place)) places.push(place);
  }
  return places;
}
