import { type Assignment, type PostKey, placeAssignment, taggedPeople, topicsOfPosts } from './assignments';
import { BoundedCache } from './bounded-cache';
import { between, mix, salt } from './chance';
import type { Changes } from './changes';
import { packMediaPk, postSlot, unpackMediaPk } from './ids';
import { newestSeconds, population, wellKnownAt } from './population';
import { Post } from './post';
import { isPublic, joinedAt, postCountAt } from './users';
import { type PostTraits, wellKnownPosts } from './well-known';

const jitterSalt = salt('post time');
const pinsSalt = salt('pinned posts');
const repostsSalt = salt('reposts');
const showcase = 'showcase.posts';
const mostTagged = 500;
const mostListed = 400;
const mostPostsOfOwner = 1024; // ordinals have ten bits

export const newestFirst = (a: Post, b: Post): number => (a.pk < b.pk ? 1 : -1);

export class Posts {
  private readonly visibleLists = new BoundedCache<string, readonly Post[]>(300);
  private readonly pinnedLists = new BoundedCache<string, readonly Post[]>(300);
  private readonly taggedLists = new BoundedCache<string, readonly Post[]>(300);
  private readonly topicLists = new BoundedCache<string, readonly Post[]>(60);
  private readonly placeLists = new BoundedCache<string, readonly Post[]>(60);

  constructor(
    private readonly seed: number,
    private readonly changes: Changes,
  ) {}

  at({ owner, ordinal }: PostKey): Post | undefined {
    if (ordinal >= this.countOf(owner)) return undefined;
    const published = this.changes.publishedBy(owner)[ordinal - postCountAt(this.seed, owner)];
    const createdMs = published?.createdMs ?? this.createdMs(owner, ordinal);
    const pk = packMediaPk({ createdMs, owner, slot: postSlot });
    const traits = published?.traits ?? traitsAt(owner, ordinal);
    const isDeleted = this.changes.isDeleted(pk);
    return new Post(this.seed, owner, ordinal, pk, createdMs, isDeleted ? { ...traits, state: 'gone' } : traits);
  }

  /** Publishes a post on command. @returns undefined if the account has as many posts as it can have */
  publish(owner: number, nowMs: number, traits: PostTraits): Post | undefined {
    const last = this.changes.publishedBy(owner).at(-1)?.createdMs ?? 0;
    if (this.countOf(owner) >= mostPostsOfOwner) return undefined;
    this.changes.publish(owner, { createdMs: Math.max(Math.floor(nowMs), last + 1), traits });
    return this.at({ owner, ordinal: this.countOf(owner) - 1 });
  }

  byPk(pk: bigint): { post: Post; child: number } | undefined {
    const { createdMs, owner, slot } = unpackMediaPk(pk);
    if (owner >= population || this.countOf(owner) === 0) return undefined;
    const published = this.changes.publishedBy(owner).findIndex((publication) => publication.createdMs === createdMs);
    const computed = Math.floor((createdMs - this.firstMs(owner)) / this.intervalMs(owner));
    const ordinal = published < 0 ? computed : postCountAt(this.seed, owner) + published;
    const post = ordinal >= 0 ? this.at({ owner, ordinal }) : undefined;
    const isKnown = post && slot <= post.childCount && childPk(post, slot) === pk;
    return isKnown ? { post, child: slot } : undefined;
  }

  visible(owner: number): readonly Post[] {
    return this.visibleLists.remember(this.key(owner), () => {
      const posts: Post[] = [];
      for (let ordinal = this.countOf(owner) - 1; ordinal >= 0; ordinal -= 1) {
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
    return this.pinnedLists.remember(this.key(owner), () => {
      const ordinals = this.pinnedOrdinals(owner);
      return this.visible(owner).filter(({ pk, ordinal }) => this.changes.isPinned(pk) ?? ordinals.includes(ordinal));
    });
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
    return this.taggedLists.remember(this.key(index), () =>
      this.collect(taggedPeople, index, mostTagged, (post) => post.tagged.includes(index)).sort(newestFirst),
    );
  }

  about(topic: number): readonly Post[] {
    const has = (post: Post) => typeof post.caption === 'string' && post.topics.includes(topic);
    return this.topicLists.remember(this.key(topic), () => this.collect(topicsOfPosts, topic, mostListed, has));
  }

  takenAt(place: number): readonly Post[] {
    const has = (post: Post) => post.place === place;
    return this.placeLists.remember(this.key(place), () => this.collect(placeAssignment, place, mostListed, has));
  }

  /** The posts that are pinned unless a command says otherwise; publishing and deleting do not move them. */
  private pinnedOrdinals(owner: number): number[] {
    const draw = mix(this.seed, pinsSalt, owner);
    const count = wellKnownAt(owner)?.pinnedPosts ?? Math.max(0, between(draw, -7, 4));
    const isVisible = (ordinal: number) => (traitsAt(owner, ordinal)?.state ?? 'visible') === 'visible';
    const total = postCountAt(this.seed, owner);
    const visible = Array.from({ length: total }, (_, i) => total - 1 - i).filter(isVisible);
    const at = (rank: number) => visible[Math.floor(((rank + 1) * visible.length) / 4)] as number;
    return visible.length < 8 ? [] : Array.from({ length: count }, (_, rank) => at(rank));
  }

  private key(item: number): string {
    return `${this.changes.version} ${item}`;
  }

  private countOf(owner: number): number {
    return postCountAt(this.seed, owner) + this.changes.publishedBy(owner).length;
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

const traitsAt = (owner: number, ordinal: number): PostTraits | undefined =>
  wellKnownAt(owner)?.username === showcase ? wellKnownPosts[ordinal] : undefined;

/** Id of a carousel child, from 1; 0 is the post itself. */
export function childPk(post: Post, child: number): bigint {
  return packMediaPk({ ...unpackMediaPk(post.pk), slot: child });
}

export const mostLikedFirst = (a: Post, b: Post): number => b.likeCount - a.likeCount || newestFirst(a, b);
