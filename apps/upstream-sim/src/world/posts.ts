import { type Assignment, type PostKey, placeAssignment, taggedPeople, topicsOfPosts } from './assignments';
import { BoundedCache } from './bounded-cache';
import { between, mix, salt } from './chance';
import { packMediaPk, postSlot, unpackMediaPk } from './ids';
import { newestSeconds, population, wellKnownAt } from './population';
import { Post } from './post';
import { isPublic, joinedAt, postCountAt } from './users';
import { wellKnownPosts } from './well-known';

const jitterSalt = salt('post time');
const pinsSalt = salt('pinned posts');
const repostsSalt = salt('reposts');
const showcase = 'showcase.posts';
const mostTagged = 500;
const mostListed = 400;

export const newestFirst = (a: Post, b: Post): number => (a.pk < b.pk ? 1 : -1);

export class Posts {
  private readonly visibleLists = new BoundedCache<number, readonly Post[]>(300);
  private readonly taggedLists = new BoundedCache<number, readonly Post[]>(300);
  private readonly topicLists = new BoundedCache<number, readonly Post[]>(60);
  private readonly placeLists = new BoundedCache<number, readonly Post[]>(60);

  constructor(private readonly seed: number) {}

  at({ owner, ordinal }: PostKey): Post | undefined {
    if (ordinal >= postCountAt(this.seed, owner)) return undefined;
    const createdMs = this.createdMs(owner, ordinal);
    const traits = wellKnownAt(owner)?.username === showcase ? wellKnownPosts[ordinal] : undefined;
    return new Post(this.seed, owner, ordinal, packMediaPk({ createdMs, owner, slot: postSlot }), createdMs, traits);
  }

  byPk(pk: bigint): { post: Post; child: number } | undefined {
    const { createdMs, owner, slot } = unpackMediaPk(pk);
    if (owner >= population || postCountAt(this.seed, owner) === 0) return undefined;
    const ordinal = Math.floor((createdMs - this.firstMs(owner)) / this.intervalMs(owner));
    const post = ordinal < 0 ? undefined : this.at({ owner, ordinal });
    const isKnown = post && slot <= post.childCount && childPk(post, slot) === pk;
    return isKnown ? { post, child: slot } : undefined;
  }

  visible(owner: number): readonly Post[] {
    return this.visibleLists.remember(owner, () => {
      const posts: Post[] = [];
      for (let ordinal = postCountAt(this.seed, owner) - 1; ordinal >= 0; ordinal -= 1) {
        const post = this.at({ owner, ordinal }) as Post;
        if (post.state === 'visible') posts.push(post);
      }
      return posts;
    });
  }

  reels(owner: number): readonly Post[] {
    return this.visible(owner).filter((post) => post.format === 'reel');
  }

  pinned(owner: number): readonly Post[] {
    const draw = mix(this.seed, pinsSalt, owner);
    const visible = this.visible(owner);
    const count = wellKnownAt(owner)?.pinnedPosts ?? Math.max(0, between(draw, -7, 4));
    const at = (rank: number) => visible[Math.floor(((rank + 1) * visible.length) / 4)] as Post;
    return visible.length < 8 ? [] : Array.from({ length: count }, (_, rank) => at(rank));
  }

  reposts(reposter: number): readonly Post[] {
    const count =
      wellKnownAt(reposter)?.repostCount ?? Math.max(0, between(mix(this.seed, repostsSalt, reposter), -20, 40));
    const posts = Array.from({ length: count }, (_, i) => {
      const draw = mix(this.seed, repostsSalt, reposter, i + 1);
      const owner = between(draw, 0, population);
      return this.at({ owner, ordinal: mix(draw, 1) % Math.max(1, postCountAt(this.seed, owner)) });
    });
    const isShown = (post: Post | undefined) => post?.state === 'visible' && isPublic(this.seed, post.owner);
    return posts.filter(isShown) as Post[];
  }

  /** At most `limit` visible posts with an item, by public accounts. @param has whether a candidate has the item */
  collect(items: Assignment, item: number, limit: number, has: (post: Post) => boolean): Post[] {
    const found: Post[] = [];
    for (const key of items.postsWith(item)) {
      const post = this.at(key);
      if (!post || !has(post) || post.state !== 'visible' || !isPublic(this.seed, post.owner)) continue;
      found.push(post);
      if (found.length >= limit) break;
    }
    return found;
  }

  taggedWith(index: number): readonly Post[] {
    return this.taggedLists.remember(index, () =>
      this.collect(taggedPeople, index, mostTagged, (post) => post.tagged.includes(index)).sort(newestFirst),
    );
  }

  about(topic: number): readonly Post[] {
    const has = (post: Post) => typeof post.caption === 'string' && post.topics.includes(topic);
    return this.topicLists.remember(topic, () => this.collect(topicsOfPosts, topic, mostListed, has));
  }

  takenAt(place: number): readonly Post[] {
    const has = (post: Post) => post.place === place;
    return this.placeLists.remember(place, () => this.collect(placeAssignment, place, mostListed, has));
  }

  /** Posts are spread evenly: one at a random moment of each interval. */
  private intervalMs(owner: number): number {
    const silentSince = wellKnownAt(owner)?.silentSince;
    const lastMs = silentSince ? Date.parse(silentSince) : newestSeconds * 1000;
    return Math.floor((lastMs - this.firstMs(owner)) / postCountAt(this.seed, owner));
  }

  private firstMs(owner: number): number {
    return joinedAt(this.seed, owner) * 1000;
  }

  private createdMs(owner: number, ordinal: number): number {
    const interval = this.intervalMs(owner);
    return this.firstMs(owner) + ordinal * interval + between(mix(jitterSalt, owner, ordinal), 0, interval);
  }
}

/** Id of a carousel child, from 1; 0 is the post itself. */
export function childPk(post: Post, child: number): bigint {
  return packMediaPk({ ...unpackMediaPk(post.pk), slot: child });
}

export const mostLikedFirst = (a: Post, b: Post): number => b.likeCount - a.likeCount || newestFirst(a, b);
