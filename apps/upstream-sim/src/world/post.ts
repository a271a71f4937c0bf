import { shortcodeFromPk } from '@loupe/media-id';
import { type PostKey, placeAssignment, taggedPeople, topicsOfPosts, tracks } from './assignments';
import { between, happens, mix, pick, salt, skewed } from './chance';
import { population, userPkAt } from './population';
import { isPopular } from './users';
import vocabulary from './vocabulary/posts.json';
import type { PostTraits } from './well-known';

const postSalt = salt('post');

export type PostFormat = 'photo' | 'carousel' | 'reel';

/** A post. Properties are computed on access, so that iterating over thousands of posts is cheap. */
export class Post implements PostKey {
  private readonly draw: number;

  constructor(
    seed: number,
    readonly owner: number,
    readonly ordinal: number,
    readonly pk: bigint,
    private readonly createdMs: number,
    private readonly traits: PostTraits = {},
  ) {
    this.draw = mix(seed, postSalt, owner, ordinal);
  }

  get compositeId(): string {
    return `${this.pk}_${userPkAt(this.owner)}`;
  }

  get code(): string {
    return shortcodeFromPk(this.pk);
  }

  get format(): PostFormat {
    if (this.traits.format) return this.traits.format;
    const kind = between(mix(this.draw, 1), 0, 100);
    if (kind < 45) return 'photo';
    return kind < 70 ? 'carousel' : 'reel';
  }

  get state(): 'visible' | 'gone' | 'gone-404' | 'gone-quietly' {
    return this.traits.state ?? 'visible';
  }

  /** Unix seconds. A video is published some seconds after its upload began. */
  get takenAt(): number {
    return Math.floor(this.createdMs / 1000) + (this.format === 'reel' ? between(mix(this.draw, 2), 3, 60) : 0);
  }

  get deviceTimestampMs(): number {
    return this.createdMs - between(mix(this.draw, 3), 1_000, 90_000);
  }

  get height(): number {
    return this.format === 'reel' ? 1920 : pick(mix(this.draw, 4), [1080, 1350, 1350, 1440, 810]);
  }

  readonly width = 1080;

  get childCount(): number {
    return this.format === 'carousel' ? (this.traits.childCount ?? between(mix(this.draw, 5), 2, 9)) : 0;
  }

  get hasVideoChild(): boolean {
    return this.traits.hasVideoChild ?? happens(mix(this.draw, 20), 0.5);
  }

  get likeCount(): number {
    return isPopular(this.owner) ? skewed(mix(this.draw, 6), 20_000, 4_000_000) : skewed(mix(this.draw, 6), 4, 900);
  }

  get playCount(): number {
    return this.format === 'reel' ? this.likeCount * between(mix(this.draw, 7), 8, 60) + (this.draw % 7) : 0;
  }

  get durationMs(): number {
    return between(mix(this.draw, 8), 5_000, 58_000);
  }

  get hidesLikes(): boolean {
    return this.traits.hidesLikes ?? happens(mix(this.draw, 9), 0.03);
  }

  get commentsDisabled(): boolean {
    return this.traits.commentsDisabled ?? happens(mix(this.draw, 10), 0.015);
  }

  get topLevelComments(): number {
    if (this.commentsDisabled) return 0;
    const known = this.traits.topLevelComments;
    if (known !== undefined) return known;
    return isPopular(this.owner) ? skewed(mix(this.draw, 11), 40, 900) : skewed(mix(this.draw, 11), 1, 70) - 1;
  }

  replyCount(comment: number): number {
    const draw = mix(this.draw, 21, comment);
    return happens(draw, 0.25) ? skewed(mix(draw, 1), 1, 31) : 0;
  }

  get commentCount(): number {
    let count = this.topLevelComments;
    for (let comment = this.topLevelComments - 1; comment >= 0; comment -= 1) count += this.replyCount(comment);
    return count;
  }

  get commentPaging(): 'ranked' | 'tail' | 'tail-opaque' {
    return this.traits.commentPaging ?? pick(mix(this.draw, 12), ['ranked', 'ranked', 'ranked', 'tail', 'tail-opaque']);
  }

  get topics(): number[] {
    const count = between(mix(this.draw, 13), 0, 5);
    return Array.from({ length: count }, (_, rank) => topicsOfPosts.itemOf(this, rank));
  }

  /** `null` for a post without a caption, `undefined` for a caption object without text. */
  get caption(): string | null | undefined {
    if (this.traits.hollowCaption) return undefined;
    const caption = this.traits.caption;
    if (caption === null || (caption === undefined && happens(mix(this.draw, 14), 0.07))) return null;
    const tags = this.topics.map((topic) => ` #${vocabulary.topics[topic]}`).join('');
    return (caption ?? pick(mix(this.draw, 15), vocabulary.captions)) + tags;
  }

  get tagged(): number[] {
    const count = this.traits.taggedCount ?? pick(mix(this.draw, 16), [0, 0, 0, 1, 1, 1, 2, 3]);
    return Array.from({ length: count }, (_, rank) => taggedPeople.itemOf(this, rank));
  }

  get coauthor(): number | undefined {
    const has = this.traits.hasCoauthor ?? happens(mix(this.draw, 17), 0.04);
    return has ? (this.owner + 4_001) % population : undefined;
  }

  get place(): number | undefined {
    if (this.traits.placeIndex !== undefined) return this.traits.placeIndex ?? undefined;
    return happens(mix(this.draw, 18), 0.35) ? placeAssignment.itemOf(this) : undefined;
  }

  /** Licensed track of a reel; other reels have an original sound. */
  get track(): number | undefined {
    if (this.format !== 'reel') return undefined;
    const licensed = this.traits.sound ? this.traits.sound === 'licensed' : happens(mix(this.draw, 19), 0.6);
    return licensed ? tracks.itemOf(this) : undefined;
  }

  detail(purpose: number): number {
    return mix(this.draw, 1000 + purpose);
  }
}
