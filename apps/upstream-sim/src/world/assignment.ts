import { POPULATION } from './population';

/** The highest number of posts an account may have: ordinals fit into ten bits. */
const MAX_POSTS = 1024;

/** A post by its owner's place and its place among the owner's posts, oldest first. */
export interface PostPlace {
  readonly owner: number;
  readonly ordinal: number;
}

/** How the things are dealt out. Steps without a common factor with `size` reach every thing. */
interface Deal {
  readonly size: number;
  readonly offset: number;
  readonly ordinalStep: number;
  readonly rankStep: number;
  /** How many things a post may have. */
  readonly ranks: number;
}

/**
 * Gives every post something out of `size` things (a place, a tag, a person in the picture) such that the question can
 * be turned round: which posts have this thing? `rank` tells several things of one post apart.
 */
export class Assignment {
  constructor(private readonly deal: Deal) {}

  thingOf(place: PostPlace, rank = 0): number {
    return (place.owner + this.shift(place.ordinal, rank)) % this.deal.size;
  }

  /** Every place that may hold a post with this thing; whether it really does, the caller must ask the post. */
  *placesWith(thing: number): Generator<PostPlace> {
    const { size, ranks } = this.deal;
    for (let ordinal = 0; ordinal < MAX_POSTS; ordinal += 1) {
      for (let rank = 0; rank < ranks; rank += 1) {
        const first = (thing - (this.shift(ordinal, rank) % size) + size) % size;
        for (let owner = first; owner < POPULATION; owner += size) yield { owner, ordinal };
      }
    }
  }

  private shift(ordinal: number, rank: number): number {
    return this.deal.offset + ordinal * this.deal.ordinalStep + rank * this.deal.rankStep;
  }
}
