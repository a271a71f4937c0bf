import { mix, salt } from './chance';

/*
 * Media ids in the platform's layout: 41 bits of milliseconds, then 23 bits. Real ids fill these with shard and
 * sequence; ours hold owner and slot, from which the simulator can tell without a table whether an id exists.
 */

const PLATFORM_EPOCH_MS = 1_314_220_021_721;
const LOW_BITS = 23n;
const LOW_MASK = (1n << LOW_BITS) - 1n;
const OWNER_AND_SLOT = 0x3f_ffff;
const MASK = salt('media pk');

/** The slot of a post itself; its carousel children and the day's stories use the others. */
export const POST_SLOT = 0;
export const FIRST_STORY_SLOT = 32;
export const STORY_SLOTS = 32;

export interface MediaPkParts {
  readonly createdMs: number;
  readonly owner: number;
  /** 0 the post, 1…31 its children, 32…63 stories. */
  readonly slot: number;
}

/** Owner and slot are masked by the time: without that, all ids and shortcodes of an account would look alike. */
const maskAt = (createdMs: number): number => mix(MASK, createdMs, createdMs / 2 ** 32) & OWNER_AND_SLOT;

/** Ids end in a set bit because a double cannot hold an odd number above 2^53. */
export function packMediaPk({ createdMs, owner, slot }: MediaPkParts): bigint {
  const ownerAndSlot = ((owner << 6) | slot) ^ maskAt(createdMs);
  return (BigInt(createdMs - PLATFORM_EPOCH_MS) << LOW_BITS) | BigInt((ownerAndSlot << 1) | 1);
}

export function unpackMediaPk(pk: bigint): MediaPkParts {
  const createdMs = Number(pk >> LOW_BITS) + PLATFORM_EPOCH_MS;
  const ownerAndSlot = (Number(pk & LOW_MASK) >>> 1) ^ maskAt(createdMs);
  return { createdMs, owner: ownerAndSlot >>> 6, slot: ownerAndSlot & 0x3f };
}
