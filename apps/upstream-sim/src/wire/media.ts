import { mix } from '../world/chance';
import { graphId } from '../world/ids';
import { placeAt } from '../world/places';
import { userPkAt } from '../world/population';
import type { Post } from '../world/post';
import { childPk } from '../world/posts';
import type { User } from '../world/users';
import { clipsMetadata } from './clips-metadata';
import { captionOf } from './comments';
import { float, type JsonObject, rotated } from './json';
import { allWidths, dashManifest, fewWidths, imageVersions, oneWidth, videoFrames, videoVersions } from './pictures';
import { locationOf } from './places';
import { unannounced } from './releases';
import { isSparse, sparsePost } from './sparse';
import carouselChildTemplate from './templates/carousel-child.json';
import mediaTemplate from './templates/media.json';
import { authorOf, briefUser } from './users';
import type { View } from './view';

const mediaTypes = { photo: 1, reel: 2, carousel: 8 } as const;
const productTypes = { photo: 'feed', reel: 'clips', carousel: 'carousel_container' } as const;

/** Media in long lists have fewer image sizes and no streaming manifest. */
type Richness = 'full' | 'lean';

export function media(view: View, post: Post, richness: Richness = 'full'): JsonObject {
  const owner = view.world.userAt(post.owner);
  const object = {
    ...mediaTemplate,
    ...identity(post),
    ...counts(post),
    ...pictures(view, post, richness),
    ...people(view, post, owner),
    ...(richness === 'lean' ? { owner: undefined } : {}),
    caption: captionOf(view, post, owner),
    location: post.place === undefined ? null : locationOf(placeAt(post.place)),
    clips_metadata: clipsMetadata(view, post),
    ...(isSparse(owner) ? sparsePost(post) : {}),
    ...unannounced(post.detail(2)),
    ...view.world.changes.valuesOf(post.pk),
  };
  return rotated(object, post.detail(3));
}

function identity(post: Post): JsonObject {
  return {
    pk: post.pk,
    id: post.compositeId,
    strong_id__: post.compositeId,
    fbid: graphId('media', post.detail(4)),
    code: post.code,
    taken_at: post.takenAt,
    device_timestamp: post.deviceTimestampMs,
    client_cache_key: Buffer.from(`${post.pk}.2`).toString('base64'),
    media_type: mediaTypes[post.format],
    product_type: productTypes[post.format],
    organic_tracking_token: Buffer.from(
      `{"version":5,"payload":{"inventory_source":"media_or_ad","uuid":"${post.pk}"}}`,
    ).toString('base64'),
    logging_info_token: Buffer.from(String(post.detail(5))).toString('base64'),
  };
}

function counts(post: Post): JsonObject {
  const ofReel = {
    play_count: post.playCount,
    ig_play_count: post.playCount,
    view_count: null,
    reshare_count: Math.floor(post.likeCount / 40),
  };
  return {
    like_count: post.hidesLikes ? 3 : post.likeCount,
    like_and_view_counts_disabled: post.hidesLikes,
    comment_count: post.commentCount,
    comments_disabled: post.commentsDisabled || undefined,
    media_repost_count: Math.floor(post.likeCount / 90),
    ...(post.format === 'reel' ? ofReel : {}),
  };
}

function pictures(view: View, post: Post, richness: Richness): JsonObject {
  const { width, height, pk } = post;
  const widths = richness === 'full' ? allWidths : fewWidths;
  const size = { original_width: width, original_height: height, original_media_type: mediaTypes[post.format] };
  if (post.format !== 'reel') {
    const images = imageVersions(view, pk, height, post.detail(7), widths);
    if (post.format === 'photo') return { ...size, image_versions2: images };
    const children = carouselChildren(view, post, richness === 'full' ? fewWidths : oneWidth);
    const ids = children.map((child) => child.pk);
    return {
      ...size,
      image_versions2: images,
      carousel_media_count: children.length,
      carousel_media: children,
      carousel_media_ids: ids,
    };
  }
  return {
    ...size,
    image_versions2: videoFrames(view, pk, height, post.durationMs, post.detail(7), widths),
    video_versions: videoVersions(view, pk),
    video_dash_manifest: richness === 'full' ? dashManifest(view, pk, post.durationMs) : undefined,
    video_duration: float(post.durationMs / 1000),
    video_codec: 'avc1.64001F',
    number_of_qualities: 8,
    is_dash_eligible: 1,
    has_audio: true,
    is_unified_video: true,
  };
}

function carouselChildren(view: View, post: Post, widths: readonly number[]): JsonObject[] {
  return Array.from({ length: post.childCount }, (_, i) => childOf(view, post, i + 1, widths));
}

function childOf(view: View, post: Post, child: number, widths: readonly number[]): JsonObject {
  const pk = childPk(post, child);
  const id = `${pk}_${userPkAt(post.owner)}`;
  const isVideo = child === 2 && post.hasVideoChild;
  return {
    ...carouselChildTemplate,
    id,
    pk,
    strong_id__: id,
    carousel_parent_id: post.compositeId,
    media_type: isVideo ? 2 : 1,
    image_versions2: imageVersions(view, pk, post.height, mix(post.detail(21), child), widths),
    video_versions: isVideo ? videoVersions(view, pk) : undefined,
    video_duration: isVideo ? float(post.durationMs / 1000) : undefined,
    has_audio: isVideo ? false : undefined,
    original_width: post.width,
    original_height: post.height,
    taken_at: post.takenAt,
  };
}

function people(view: View, post: Post, owner: User): JsonObject {
  const author = authorOf(view, owner);
  const coauthor = post.coauthor === undefined ? undefined : view.world.userAt(post.coauthor);
  return {
    user: author,
    owner: author,
    usertags: usertags(view, post),
    has_tagged_users: post.tagged.length > 0,
    coauthor_producers: coauthor ? [briefUser(view, coauthor)] : [],
    timeline_pinned_user_ids: view.world.posts.pinned(post.owner).some(({ pk }) => pk === post.pk) ? [owner.pk] : [],
  };
}

function usertags(view: View, post: Post): JsonObject {
  const shown = post.format === 'reel' ? [] : post.tagged;
  const tags = shown.map((index, rank) => ({
    user: briefUser(view, view.world.userAt(index)),
    position: [((post.detail(9 + rank) % 90) + 5) / 100, ((post.detail(12 + rank) % 90) + 5) / 100],
    start_time_in_video_in_sec: null,
    duration_in_video_in_sec: null,
    show_category_of_user: false,
    categories: [],
  }));
  return { in: tags };
}
