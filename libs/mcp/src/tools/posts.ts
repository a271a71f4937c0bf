import { operations } from '@loupe/dto';
import { postWithOwner, readPost } from './subjects';
import { detail, flag, many, needed, one, paged, type Tool, text } from './tool';

const { posts, comments, resolve, oembed } = operations;
const post = text('URL, shortcode, pk, or <pk>_<owner id>, which needs no look-up');

export const postTools: readonly Tool[] = [
  {
    name: 'loupe_post',
    title: 'One post',
    describe: (priceOf) => `A post or reel: caption, counts, files, author. ${priceOf(posts.byId)}; ids_only is free.`,
    properties: { post, ids_only: flag('only its pk and shortcode'), ...detail },
    required: ['post'],
    async run(given, run) {
      const post_id = readPost(given.post as string);
      if (!given.ids_only) return one(run, posts.byId, { post_id }, given, `Post ${post_id}`);
      const sent = /^\d+(_\d+)?$/.test(post_id) ? { pk: post_id } : { code: post_id };
      return one(run, resolve.media, sent, given, `Ids of post ${post_id}`);
    },
  },
  {
    name: 'loupe_comments',
    title: 'Comments and replies',
    describe: (priceOf) =>
      `Comments of a post or, with replies_to, the replies to a comment. ${priceOf(posts.comments)} a page, ${priceOf(posts.byId)} more unless the owner is in the id.`,
    properties: { post, replies_to: text('pk of a comment'), ...paged },
    required: ['post'],
    async run(given, run) {
      const { postId, ownerId: user_id } = await postWithOwner(run, given.post as string);
      if (given.replies_to === undefined)
        return many(run, posts.comments, { post_id: postId, user_id }, given, `Comments of post ${postId}`);
      const comment_id = needed(given, 'replies_to');
      const sent = { comment_id, media_id: postId, user_id };
      return many(run, comments.replies, sent, given, `Replies to comment ${comment_id}`);
    },
  },
  {
    name: 'loupe_likers',
    title: 'Who likes a post or a comment',
    describe: (priceOf) =>
      `Accounts that like a post or a comment; one capped page. ${priceOf(posts.likers)}, for a post ${priceOf(posts.byId)} more unless the owner is in the id.`,
    properties: { post, comment: text('pk of a comment, instead of post'), cursor: paged.cursor, ...detail },
    required: [],
    async run(given, run) {
      if (given.comment !== undefined) {
        const comment_id = needed(given, 'comment');
        return many(run, comments.likers, { comment_id }, given, `Likers of comment ${comment_id}`);
      }
      const { postId, ownerId: user_id } = await postWithOwner(run, needed(given, 'post'));
      return many(run, posts.likers, { post_id: postId, user_id }, given, `Likers of post ${postId}`);
    },
  },
  {
    name: 'loupe_link',
    title: 'What a URL points to',
    describe: (priceOf) =>
      `Author, caption and ids of a post by its URL, or the target of a /s/ share link. ${priceOf(oembed.byUrl)}.`,
    properties: { url: text('URL'), ...detail },
    required: ['url'],
    run: (given, run) => one(run, oembed.byUrl, { url: given.url as string }, given, 'What the URL points to'),
  },
];
