import { between, happens, mix, pick, salt, skewed } from './chance';
import { newestSeconds, userIndexOf, userPkAt, wellKnownAt } from './population';
import { fullNameAt, usernameAt } from './usernames';
import vocabulary from './vocabulary/profiles.json';

export interface User {
  readonly index: number;
  readonly pk: number;
  readonly username: string;
  readonly fullName: string;
  readonly biography: string;
  readonly status: 'active' | 'deleted' | 'banned';
  readonly privacy: 'public' | 'private' | 'quietly-private';
  readonly isVerified: boolean;
  readonly isBusiness: boolean;
  readonly hasPicture: boolean;
  readonly joinedAt: number;
  readonly postCount: number;
}

const userSalt = salt('user');
const privacySalt = salt('privacy');
const joinedSalt = salt('joined');
const postsSalt = salt('post count');
const earliestSeconds = Date.UTC(2011, 9, 1) / 1000;
const youngestAccountSeconds = 40 * 86_400;

/** Popular accounts show far more followers than their list contains. */
export const isPopular = (index: number): boolean =>
  wellKnownAt(index) ? wellKnownAt(index)?.claimedFollowers !== undefined : index % 250 === 199;

export function joinedAt(seed: number, index: number): number {
  const known = wellKnownAt(index)?.joined;
  if (known) return Date.parse(known) / 1000;
  return between(mix(seed, joinedSalt, index), earliestSeconds, newestSeconds - youngestAccountSeconds);
}

function privacyAt(seed: number, index: number): User['privacy'] {
  const known = wellKnownAt(index);
  if (known) return known.privacy ?? 'public';
  const draw = mix(seed, privacySalt, index);
  if (isPopular(index) || !happens(draw, 0.15)) return 'public';
  return happens(mix(draw, 1), 0.5) ? 'private' : 'quietly-private';
}

export const isPublic = (seed: number, index: number): boolean => privacyAt(seed, index) === 'public';

export function userAt(seed: number, index: number): User {
  const draw = mix(seed, userSalt, index);
  const popular = isPopular(index);
  return {
    index,
    pk: userPkAt(index),
    username: usernameAt(seed, index),
    fullName: fullNameAt(seed, index),
    biography: happens(mix(draw, 4), 0.85) ? pick(mix(draw, 5), vocabulary.bios) : '',
    status: 'active',
    privacy: privacyAt(seed, index),
    isVerified: popular || happens(mix(draw, 6), 0.02),
    isBusiness: happens(mix(draw, 7), 0.2),
    hasPicture: popular || happens(mix(draw, 8), 0.92),
    postCount: postCountAt(seed, index),
    ...wellKnownTraits(index),
    joinedAt: joinedAt(seed, index),
  };
}

/** Number of the account's posts, including deleted ones; below 1,024. */
export function postCountAt(seed: number, index: number): number {
  const known = wellKnownAt(index)?.postCount;
  if (known !== undefined) return known;
  const draw = mix(seed, postsSalt, index);
  if (isPopular(index)) return skewed(draw, 150, 900);
  return happens(mix(draw, 1), 0.08) ? 0 : skewed(draw, 3, 300);
}

function wellKnownTraits(index: number): Partial<User> {
  const known = wellKnownAt(index);
  if (!known) return {};
  const { status, biography, isVerified, isBusiness, hasPicture } = known;
  const traits = { status, biography, isVerified, isBusiness, hasPicture };
  return Object.fromEntries(Object.entries(traits).filter(([, value]) => value !== undefined));
}

export function userByPk(seed: number, pk: number): User | undefined {
  const index = userIndexOf(pk);
  return index === undefined ? undefined : userAt(seed, index);
}
