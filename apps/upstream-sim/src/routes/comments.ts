import { type Answer, json, rows } from '../wire/answer';
import { captionOf, commentObject } from '../wire/comments';
import { type CursorKind, digitsCursor, opaqueCursor, rankedCommentsCursor } from '../wire/cursors';
import { type JsonObject, rotated } from '../wire/json';
import type { Page } from '../wire/paging';
import { isSparse } from '../wire/sparse';
import commentsPageTemplate from '../wire/templates/comments-page.json';
import { mix, salt } from '../world/chance';
import { type Comment, commentAt, repliesTo } from '../world/comments';
import type { Post } from '../world/post';
import { childPk } from '../world/posts';
import { type Call, get, type Operation, pageFor, param } from './operation';
import { existingComment, existingPost, isHidden } from './subjects';

const commentsSalt = salt('comment list');
const repliesSalt = salt('reply list');
const commentsPerPage = 15;
const repliesPerPage = 6;

function cursorKind(post: Post, list: number): CursorKind {
  if (post.commentPaging === 'ranked') return rankedCommentsCursor(list);
  return post.commentPaging === 'tail' ? digitsCursor(list) : opaqueCursor('QVFC', list);
}

function scopedIndexes(call: Call, post: Post): number[] {
  const { changes } = call.view.world;
  const numbers = Array.from({ length: post.topLevelComments }, (_, index) => index);
  const all = numbers.filter((index) => changes.version === 0 || !changes.isDeleted(commentAt(post, index).pk));
  const child = carouselChild(call, post);
  return child === 0 ? all : all.filter((index) => index % post.childCount === child - 1);
}

/** Number, from 1, of the carousel child that `carousel_media_id` names; 0 if it names none. */
function carouselChild(call: Call, post: Post): number {
  const wanted = call.query.get('carousel_media_id')?.split('_')[0];
  const children = Array.from({ length: post.childCount }, (_, i) => i + 1);
  return wanted ? (children.find((child) => String(childPk(post, child)) === wanted) ?? 0) : 0;
}

function commentsBody(call: Call): JsonObject {
  const { view } = call;
  const post = existingPost(view.world, param(call, 'media_id'));
  const isRanked = post.commentPaging === 'ranked';
  const sparse = isSparse(view.world.userAt(post.owner));
  const page = pageFor(call, isHidden(view.world, post) ? [] : scopedIndexes(call, post), {
    cursor: call.query.get(isRanked ? 'min_id' : 'max_id'),
    size: commentsPerPage,
    kind: cursorKind(post, mix(commentsSalt, post.detail(32), carouselChild(call, post))),
  });
  return {
    ...(post.commentsDisabled ? { comments_disabled: true } : {}),
    ...frame(call, post, page),
    comments: page.items.map((index) => commentObject(view, commentAt(post, index))),
    has_more_comments: isRanked ? false : page.more,
    has_more_headload_comments: isRanked ? page.more : sparse ? undefined : false,
    next_min_id: isRanked ? (page.cursor ?? undefined) : undefined,
    next_max_id: isRanked ? undefined : (page.cursor ?? undefined),
    status: 'ok',
  };
}

function frame(call: Call, post: Post, page: Page<number>): JsonObject {
  const owner = call.view.world.userAt(post.owner);
  return {
    ...commentsPageTemplate,
    caption: page.number === 0 ? captionOf(call.view, post, owner) : undefined,
    comment_count: isSparse(owner) ? undefined : post.commentCount,
    is_ranked: post.commentPaging === 'ranked',
  };
}

const comments = (call: Call): Answer => {
  const body = commentsBody(call);
  return json(rotated(body, String(body.comment_count).length * 3));
};

const streamedComments = (call: Call): Answer => {
  const body = commentsBody(call);
  const early = (body.comments as readonly JsonObject[]).slice(0, 3);
  return rows([{ ...body, comments: early }, body]);
};

/** Replies are paged from the oldest (`tail`) or, in a third of the threads, from the newest (`head`). */
function replies(call: Call): Answer {
  const { view } = call;
  existingPost(view.world, param(call, 'media_id'));
  const parent = existingComment(view.world, param(call, 'comment_id'));
  const isHead = parent.draw % 3 === 0;
  const all: Comment[] = repliesTo(parent);
  const page = pageFor(call, isHead ? all.reverse() : all, {
    cursor: call.query.get(isHead ? 'min_id' : 'max_id'),
    size: repliesPerPage,
    kind: digitsCursor(mix(repliesSalt, parent.draw)),
  });
  return json({
    parent_comment: commentObject(view, parent),
    child_comments: page.items.map((reply) => commentObject(view, reply)),
    child_comment_count: all.length,
    has_more_head_child_comments: isHead ? page.more : false,
    has_more_tail_child_comments: isHead ? false : page.more,
    next_min_child_cursor: isHead ? (page.cursor ?? undefined) : undefined,
    next_max_child_cursor: isHead ? undefined : (page.cursor ?? undefined),
    num_tail_child_comments: isHead ? undefined : Math.max(0, all.length - repliesPerPage * (page.number + 1)),
    is_ranked_replies: false,
    liked_by_media_owner_badge_enabled: true,
    status: 'ok',
  });
}

export const commentsOperations: readonly Operation[] = [
  get('media.comments', 'media/{media_id}/comments', comments),
  get('media.stream_comments', 'media/{media_id}/stream_comments', streamedComments),
  get('media.inline_child_comments', 'media/{media_id}/comments/{comment_id}/inline_child_comments', replies),
];
