import { parsePlatformUrl } from '@loupe/media-id';
import { type Answer, json, Refusal } from '../wire/answer';
import { MEDIA_NOT_FOUND } from '../wire/refusals';
import { existingPost, isHidden } from './media-subjects';
import type { Call, Operation } from './operation';

const THUMBNAIL_WIDTH = 640;

/** Only posts can be embedded. `author_id` is a number; `title` is the whole caption. */
function oembed(call: Call): Answer {
  const { view, query } = call;
  const target = parsePlatformUrl(query.get('url') ?? '');
  if (target?.kind !== 'post') throw new Refusal(MEDIA_NOT_FOUND);
  const post = existingPost(view.world, target.pk);
  if (isHidden(view.world, post)) throw new Refusal(MEDIA_NOT_FOUND);
  const owner = view.world.userAt(post.owner);
  const height = Math.round((post.height * THUMBNAIL_WIDTH) / post.width);
  const address = `https://www.instagram.com/p/${post.code}/`;
  return json({
    version: '1.0',
    title: post.caption ?? '',
    author_name: owner.username,
    author_url: `https://www.instagram.com/${owner.username}`,
    author_id: owner.pk,
    media_id: post.compositeId,
    provider_name: 'Instagram',
    provider_url: 'https://www.instagram.com',
    type: 'rich',
    width: 658,
    height: null,
    html: `<blockquote class="instagram-media" data-instgrm-permalink="${address}"><a href="${address}">A post</a></blockquote>`,
    thumbnail_url: view.links.picture('media', post.pk, THUMBNAIL_WIDTH, height),
    thumbnail_width: THUMBNAIL_WIDTH,
    thumbnail_height: height,
    can_view: true,
  });
}

export const OEMBED_OPERATIONS: readonly Operation[] = [
  { name: 'oembed', method: 'GET', path: '/api/v1/oembed/', answer: oembed },
];
