import { BoundedCache } from './bounded-cache';
import { PLACES, type Post, TOPICS_OF_POSTS } from './post';
import { newestFirst, type Posts } from './posts';

/** As deep as tags and places go. */
const DEPTH = 400;

/** Which posts are about a topic and which were taken at a place; both are cut off at a depth. */
export class TopicPosts {
  private readonly byTopic = new BoundedCache<number, readonly Post[]>(60);
  private readonly byPlace = new BoundedCache<number, readonly Post[]>(60);

  constructor(private readonly posts: Posts) {}

  /** A tag counts where it stands: in the caption. */
  about(topic: number): readonly Post[] {
    const has = (post: Post) => typeof post.caption === 'string' && post.topics.includes(topic);
    return this.byTopic.remember(topic, () => this.posts.collect(TOPICS_OF_POSTS, topic, DEPTH, has));
  }

  takenAt(place: number): readonly Post[] {
    return this.byPlace.remember(place, () => this.posts.collect(PLACES, place, DEPTH, (post) => post.place === place));
  }
}

export const mostLikedFirst = (a: Post, b: Post): number => b.likeCount - a.likeCount || newestFirst(a, b);
