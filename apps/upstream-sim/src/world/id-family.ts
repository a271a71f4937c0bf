import { mix, salt } from './chance';

/**
 * Ids from which one can tell what they stand for. The payload, with check bits below it, is scrambled by an odd factor
 * and set above a base; the last bit is always 1, so that a double cannot hold an id beyond 2^53.
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

  /** The payload of an id of this family; `undefined` for every other number. */
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

/** The inverse of an odd number modulo a power of two: each round doubles the number of right bits. */
function inverseOf(factor: bigint, size: bigint): bigint {
  let inverse = 1n;
  for (let round = 0; round < 7; round += 1) inverse = (inverse * (2n - factor * inverse)) % size;
  return (inverse + size) % size;
}

/** Several small numbers in one payload, the first on top. */
export function packFields(fields: readonly (readonly [value: number, bits: number])[]): bigint {
  return fields.reduce((packed, [value, bits]) => (packed << BigInt(bits)) | BigInt(value), 0n);
}

/** The way back from {@link packFields}. */
export function unpackFields(packed: bigint, widths: readonly number[]): number[] {
  const fields: number[] = [];
  let rest = packed;
  for (const bits of [...widths].reverse()) {
    fields.unshift(Number(rest & ((1n << BigInt(bits)) - 1n)));
    rest >>= BigInt(bits);
  }
  return fields;
}
