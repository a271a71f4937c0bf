import { mix, salt } from './chance';
import { type WellKnownUser, wellKnownUsers } from './well-known';

// Its prime factors are 2 and 5, so steps without these factors visit every account.
export const population = 50_000;
export const allIndexes: readonly number[] = Array.from({ length: population }, (_, index) => index);

/** No account or post is newer. A comment is up to a month newer than its post. Only stories follow the clock. */
export const newestSeconds = Date.UTC(2026, 10, 1) / 1000;

const pkBase = 2_000_003;
const pkStride = 200_003;
const pkSalt = salt('user pk');

const wellKnownIndexByPk = new Map(wellKnownUsers.map((user, index) => [user.pk, index]));

export const wellKnownAt = (index: number): WellKnownUser | undefined => wellKnownUsers[index];

/** The account's id. Ids increase with the index and do not depend on the seed. */
export function userPkAt(index: number): number {
  return wellKnownAt(index)?.pk ?? pkBase + index * pkStride + (mix(pkSalt, index) % pkStride);
}

export function userIndexOf(pk: number): number | undefined {
  const known = wellKnownIndexByPk.get(pk);
  if (known !== undefined) return known;
  const index = Math.floor((pk - pkBase) / pkStride);
  return index >= 0 && index < population && userPkAt(index) === pk ? index : undefined;
}

export const wrapped = (index: number): number => ((index % population) + population) % population;

/** Indexes of `count` distinct accounts, none of them documented, that liked or commented on something. */
export function audience(draw: number, count: number): number[] {
  const start = mix(draw, 1) % population;
  const step = 1 + 10 * (mix(draw, 2) % 4_999); // has no factor in common with the population
  const indexes: number[] = [];
  for (let i = 0; indexes.length < count && i < population; i += 1) {
    const index = (start + i * step) % population;
    if (!wellKnownAt(index)) indexes.push(index);
  }
  return indexes;
}
