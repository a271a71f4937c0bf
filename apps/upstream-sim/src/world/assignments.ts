import { POPULATION } from './population';
import places from './vocabulary/places.json';
import posts from './vocabulary/posts.json';

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

export const TRACK_COUNT = 499;
/** Every venue in every city, and every city itself. */
export const PLACE_COUNT = places.cities.length * (places.venues.length + 1);

/** Who is tagged in a picture, where it was taken, what it is about, what it sounds like. */
export const TAGGED_PEOPLE = new Assignment({
  size: POPULATION,
  offset: 17,
  ordinalStep: 36_681,
  rankStep: 9_001,
  ranks: 3,
});
export const PLACES = new Assignment({ size: PLACE_COUNT, offset: 0, ordinalStep: 61, rankStep: 0, ranks: 1 });
export const TOPICS_OF_POSTS = new Assignment({
  size: posts.topics.length,
  offset: 5,
  ordinalStep: 37,
  rankStep: 71,
  ranks: 4,
});
export const TRACKS = new Assignment({ size: TRACK_COUNT, offset: 3, ordinalStep: 53, rankStep: 0, ranks: 1 });
