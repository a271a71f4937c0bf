import { BoundedCache } from './bounded-cache';
import { mix, salt, skewed } from './chance';
import { allIndexes, population, wellKnownAt, wrapped } from './population';
import { isPopular } from './users';

const sociabilitySalt = salt('sociability');
const magnetismSalt = salt('magnetism');
const fansSalt = salt('fans');
const reachStep = 12_347; // odd and not a multiple of 5, so the first 50,000 steps all lead to different accounts
const claimSalt = salt('claimed followers');

const attempt = (k: number): number => 1 + k * reachStep;

/**
 * Who follows whom, without stored edges. Account `u` follows account `u + attempt(k)` if `k` is below the sociability
 * of `u` and below the magnetism of the other account. The same rule gives the followers of an account. An account with
 * a fan modulus m is followed by every m-th account instead.
 */
export class Follows {
  private readonly followerLists = new BoundedCache<number, readonly number[]>(300);
  private readonly followingLists = new BoundedCache<number, readonly number[]>(300);
  private readonly idols: readonly number[];

  constructor(private readonly seed: number) {
    this.idols = allIndexes.filter((index) => this.fanModulus(index) > 0);
  }

  following(index: number): readonly number[] {
    return this.followingLists.remember(index, () => {
      if (this.sociability(index) === 0) return [];
      const idols = this.idols.filter((idol) => idol !== index && this.isFan(index, idol));
      const tried = Array.from({ length: this.sociability(index) }, (_, k) => wrapped(index + attempt(k)));
      return [...idols, ...tried.filter((other, k) => k < this.magnetism(other))];
    });
  }

  followers(index: number): readonly number[] {
    return this.followerLists.remember(index, () =>
      this.fanModulus(index) > 0 ? this.fansOf(index) : this.admirersOf(index),
    );
  }

  /** The displayed count: the length of the list, unless the account is popular. */
  followerCount(index: number): number {
    const claimed = wellKnownAt(index)?.claimedFollowers;
    if (claimed !== undefined) return claimed;
    if (isPopular(index)) return skewed(mix(this.seed, claimSalt, index), 400_000, 90_000_000);
    return this.followers(index).length;
  }

  private fansOf(idol: number): number[] {
    return allIndexes.filter((index) => index !== idol && this.sociability(index) > 0 && this.isFan(index, idol));
  }

  private admirersOf(index: number): number[] {
    const tried = Array.from({ length: this.magnetism(index) }, (_, k) => wrapped(index - attempt(k)));
    return tried.filter((other, k) => k < this.sociability(other));
  }

  private fanModulus(index: number): number {
    const known = wellKnownAt(index);
    if (known) return known.fanModulus ?? 0;
    return isPopular(index) ? 4 + (mix(this.seed, fansSalt, index) % 60) : 0;
  }

  private isFan(index: number, idol: number): boolean {
    return (index + (mix(fansSalt, idol) % population)) % this.fanModulus(idol) === 0;
  }

  private sociability(index: number): number {
    return wellKnownAt(index)?.sociability ?? skewed(mix(this.seed, sociabilitySalt, index), 8, 1200);
  }

  private magnetism(index: number): number {
    if (this.fanModulus(index) > 0) return 0;
    return wellKnownAt(index)?.sociability ?? skewed(mix(this.seed, magnetismSalt, index), 8, 1500);
  }
}

/** How many followers the list of a popular account contains. */
export const cappedListLength = 47;
