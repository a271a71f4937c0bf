/**
 * Media ids in the platform's layout: 41 bits of milliseconds, then 23 bits that real ids fill with shard and sequence
 * and ours with owner and slot. With the owner's calendar that decides, without any table, whether an id exists.
 */

const PLATFORM_EPOCH_MS = 1_314_220_021_721;
const LOW_BITS = 23n;
const LOW_MASK = (1n << LOW_BITS) - 1n;

// Owners are scrambled by an odd factor modulo 2^16, so that neighbours do not look like neighbours.
const OWNER_FACTOR = 40_503;
const OWNER_FACTOR_INVERSE = 30_599;
const OWNER_OFFSET = 12_345;

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

/** Ids end in a set bit: an odd number above 2^53 is one that a double cannot hold. */
export function packMediaPk({ createdMs, owner, slot }: MediaPkParts): bigint {
  const scrambled = (owner * OWNER_FACTOR + OWNER_OFFSET) & 0xffff;
  return (BigInt(createdMs - PLATFORM_EPOCH_MS) << LOW_BITS) | BigInt((scrambled << 7) | (slot << 1) | 1);
}

export function unpackMediaPk(pk: bigint): MediaPkParts {
  const low = Number(pk & LOW_MASK);
  const scrambled = low >>> 7;
  return {
    createdMs: Number(pk >> LOW_BITS) + PLATFORM_EPOCH_MS,
    owner: Math.imul(scrambled - OWNER_OFFSET, OWNER_FACTOR_INVERSE) & 0xffff,
    slot: (low >>> 1) & 0x3f,
  };
}
