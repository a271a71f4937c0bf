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
export const packFields = (values: readonly number[], widths: readonly number[]): bigint =>
  values.reduce((packed, value, i) => (packed << BigInt(widths[i] as number)) | BigInt(value), 0n);

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

/**
 * A made-up id of the platform's object graph: 17 digits, always odd, hence never the value of a double. Equal draws
 * give equal ids; nobody needs to find the way back from it.
 */
export function graphId(family: string, draw: number): bigint {
  const high = BigInt(mix(salt(family), draw) % 2_000_000);
  return 17_840_000_000_000_001n + high * 200_000_000n + BigInt(mix(draw, salt(family)) % 2 ** 26) * 2n;
}

/** The account's id in the owner's other network: 17841400000000000 and up, odd. */
export const fbidOf = (userPk: number): bigint => 17_841_400_000_000_001n + BigInt(userPk) * 2n;
