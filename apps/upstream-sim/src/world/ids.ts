import { mix, salt } from './chance';

/**
 * Decodable ids: payload and check bits, multiplied by an odd factor and added to a base. The last bit is always 1, so
 * that a double cannot represent an id above 2^53.
 */
export class IdFamily {
  private readonly size: bigint;
  private readonly inverse: bigint;
  private readonly family: number;

  constructor(
    name: string,
    private readonly base: bigint,
    private readonly checkBits: number,
    bits: number,
    private readonly factor = 0x5851_f42d_4c95_7f2dn,
  ) {
    this.family = salt(name);
    this.size = 1n << BigInt(bits);
    this.inverse = inverseOf(factor, this.size);
  }

  write(payload: bigint): bigint {
    const checked = (payload << BigInt(this.checkBits)) | this.check(payload);
    return this.base + ((checked * this.factor) % this.size) * 2n + 1n;
  }

  read(id: bigint): bigint | undefined {
    const scrambled = id - this.base;
    if (scrambled < 0n || scrambled >= this.size * 2n || (scrambled & 1n) === 0n) return undefined;
    const checked = ((scrambled >> 1n) * this.inverse) % this.size;
    const payload = checked >> BigInt(this.checkBits);
    return this.write(payload) === id ? payload : undefined;
  }

  private check(payload: bigint): bigint {
    const digest = mix(this.family, Number(payload & 0xffff_ffffn), Number(payload >> 32n));
    return BigInt(digest >>> (32 - this.checkBits));
  }
}

function inverseOf(factor: bigint, size: bigint): bigint {
  let inverse = 1n;
  for (let round = 0; round < 7; round += 1) inverse = (inverse * (2n - factor * inverse)) % size;
  return (inverse + size) % size;
}

export const packFields = (values: readonly number[], widths: readonly number[]): bigint =>
  values.reduce((packed, value, i) => (packed << BigInt(widths[i] as number)) | BigInt(value), 0n);

export function unpackFields(packed: bigint, widths: readonly number[]): number[] {
  const fields: number[] = [];
  let rest = packed;
  for (const bits of [...widths].reverse()) {
    fields.unshift(Number(rest & ((1n << BigInt(bits)) - 1n)));
    rest >>= BigInt(bits);
  }
  return fields;
}

/** An id of the platform's object graph: 17 digits, odd, not decodable. */
export function graphId(family: string, draw: number): bigint {
  const high = BigInt(mix(salt(family), draw) % 2_000_000);
  return 17_840_000_000_000_001n + high * 200_000_000n + BigInt(mix(draw, salt(family)) % 2 ** 26) * 2n;
}

export const fbidOf = (userPk: number): bigint => 17_841_400_000_000_001n + BigInt(userPk) * 2n;

// Media ids have the platform's layout: 41 bits of milliseconds, then 23 bits. Real ids store shard and sequence there.
// The simulator's ids store owner and slot, so that an id can be checked without a table.

const platformEpochMs = 1_314_220_021_721;
const lowBits = 23n;
const lowMask = (1n << lowBits) - 1n;
const ownerAndSlotBits = 0x3f_ffff;
const maskSalt = salt('media pk');

/** Slot of the post itself; other slots are carousel children and stories. */
export const postSlot = 0;
export const firstStorySlot = 32;
export const storySlots = 32;

export interface MediaPkParts {
  readonly createdMs: number;
  readonly owner: number;
  /** 0: the post; 1…31: its children; 32…63: stories. */
  readonly slot: number;
}

// Masks owner and slot by the time: otherwise all shortcodes of an account would look alike.
const maskAt = (createdMs: number): number => mix(maskSalt, createdMs, createdMs / 2 ** 32) & ownerAndSlotBits;

export function packMediaPk({ createdMs, owner, slot }: MediaPkParts): bigint {
  const ownerAndSlot = ((owner << 6) | slot) ^ maskAt(createdMs);
  return (BigInt(createdMs - platformEpochMs) << lowBits) | BigInt((ownerAndSlot << 1) | 1);
}

export function unpackMediaPk(pk: bigint): MediaPkParts {
  const createdMs = Number(pk >> lowBits) + platformEpochMs;
  const ownerAndSlot = (Number(pk & lowMask) >>> 1) ^ maskAt(createdMs);
  return { createdMs, owner: ownerAndSlot >>> 6, slot: ownerAndSlot & 0x3f };
}
