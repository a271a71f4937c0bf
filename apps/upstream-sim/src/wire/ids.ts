import { mix, salt } from '../world/chance';

const SPACE = 2 ** 32;

/**
 * A made-up id of the platform's object graph: 17 digits, always odd, hence never the value of a double. Equal draws
 * give equal ids; nobody needs to find the way back from it.
 */
export function graphId(family: string, draw: number): bigint {
  const high = BigInt(mix(salt(family), draw) % 2_000_000);
  return 17_840_000_000_000_001n + high * 200_000_000n + BigInt(mix(draw, salt(family)) % (SPACE / 64)) * 2n;
}

/** The account's id in the owner's other network: 17841400000000000 and up, odd. */
export const fbidOf = (userPk: number): bigint => 17_841_400_000_000_001n + BigInt(userPk) * 2n;
