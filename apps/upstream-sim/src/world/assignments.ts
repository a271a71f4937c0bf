import { population } from './population';
import places from './vocabulary/places.json';
import posts from './vocabulary/posts.json';

// Ordinals have ten bits.
const maxPosts = 1024;

/** A post, by the index of its owner and its number among the owner's posts, oldest first. */
export interface PostKey {
  readonly owner: number;
  readonly ordinal: number;
}

/** `ordinalStep` must be coprime to `size`, so that every item is reached. */
interface Parameters {
  readonly size: number;
  readonly offset: number;
  readonly ordinalStep: number;
  readonly rankStep: number;
  readonly ranks: number;
}

/**
 * Assigns items (places, tags, tracks, tagged people) to posts, and lists the posts of an item. `rank` numbers the items
 * of one post.
 */
export class Assignment {
  constructor(private readonly parameters: Parameters) {}

  itemOf({ owner, ordinal }: PostKey, rank = 0): number {
    return (owner + this.shift(ordinal, rank)) % this.parameters.size;
  }

  /** Keys of all posts that may have this item. The caller checks that a post exists and has the item. */
  *postsWith(item: number): Generator<PostKey> {
    const { size, ranks } = this.parameters;
    for (let ordinal = 0; ordinal < maxPosts; ordinal += 1) {
      for (let rank = 0; rank < ranks; rank += 1) {
        const first = (item - (this.shift(ordinal, rank) % size) + size) % size;
        for (let owner = first; owner < population; owner += size) yield { owner, ordinal };
      }
    }
  }

  private shift(ordinal: number, rank: number): number {
    return this.parameters.offset + ordinal * this.parameters.ordinalStep + rank * this.parameters.rankStep;
  }
}

export const trackCount = 499;
export const placeCount = places.cities.length * (places.venues.length + 1);

export const taggedPeople = new Assignment({
  size: population,
  offset: 17,
  ordinalStep: 36_681,
  rankStep: 9_001,
  ranks: 3,
});
export const placeAssignment = new Assignment({ size: placeCount, offset: 0, ordinalStep: 61, rankStep: 0, ranks: 1 });
export const topicsOfPosts = new Assignment({
  size: posts.topics.length,
  offset: 5,
  ordinalStep: 37,
  rankStep: 71,
  ranks: 4,
});
export const tracks = new Assignment({ size: trackCount, offset: 3, ordinalStep: 53, rankStep: 0, ranks: 1 });
