import { mix, salt } from './chance';

/**
 * Media ids in the platform's layout: 41 bits of milliseconds, then 23 bits that real ids fill with shard and sequence
 * and ours with owner and slot. With the owner's calendar that decides, without any table, whether an id exists.
 */

const PLATFORM_EPOCH_MS = 1_314_220_021_721;
const LOW_BITS = 23n;
const LOW_MASK = (1n << LOW_BITS) - 1n;
const PLACE_MASK = 0x3f_ffff;
const MASK = salt('media pk');

/** The post or story itself; its carousel children and the day's stories use the other slots. */
export const POST_SLOT = 0;
export const FIRST_STORY_SLOT = 32;
export const STORY_SLOTS = 32;

export interface MediaPkParts {
  readonly createdMs: number;
  readonly owner: number;
  /** 0 the post, 1…31 its children, 32…63 stories. */
  readonly slot: number;
}

/** Owner and slot are masked by the time, so that an account's ids and shortcodes do not look like a family. */
const maskAt = (createdMs: number): number => mix(MASK, createdMs, createdMs / 2 ** 32) & PLACE_MASK;

/** Ids end in a set bit: an odd number above 2^53 is one that a double cannot hold. */
export function packMediaPk({ createdMs, owner, slot }: MediaPkParts): bigint {
  const place = ((owner << 6) | slot) ^ maskAt(createdMs);
  return (BigInt(createdMs - PLATFORM_EPOCH_MS) << LOW_BITS) | BigInt((place << 1) | 1);
}

export function unpackMediaPk(pk: bigint): MediaPkParts {
  const createdMs = Number(pk >> LOW_BITS) + PLATFORM_EPOCH_MS;
  const place = (Number(pk & LOW_MASK) >>> 1) ^ maskAt(createdMs);
  return { createdMs, owner: place >>> 6, slot: place & 0x3f };
}
