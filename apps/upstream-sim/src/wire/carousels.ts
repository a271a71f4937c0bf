import { mix } from '../world/chance';
import { userPkAt } from '../world/population';
import type { Post } from '../world/post';
import { childPk } from '../world/posts';
import { float, type JsonObject } from './json';
import { imageVersions, videoVersions } from './pictures';
import type { View } from './view';

/** The children of a carousel, each with pictures of its own. */
export function carouselChildren(view: View, post: Post, widths: readonly number[]): JsonObject[] {
  return Array.from({ length: post.childCount }, (_, i) => childOf(view, post, i + 1, widths));
}

function childOf(view: View, post: Post, child: number, widths: readonly number[]): JsonObject {
  const pk = childPk(post, child);
  const isVideo = child === 2 && post.hasVideoChild;
  const durationMs = post.durationMs;
  return {
    id: `${pk}_${userPkAt(post.owner)}`,
    pk,
    strong_id__: `${pk}_${userPkAt(post.owner)}`,
    carousel_parent_id: post.compositeId,
    media_type: isVideo ? 2 : 1,
    product_type: 'carousel_item',
    image_versions2: imageVersions(view, pk, post.height, mix(post.detail(21), child), widths),
    video_versions: isVideo ? videoVersions(view, pk) : undefined,
    video_duration: isVideo ? float(durationMs / 1000) : undefined,
    has_audio: isVideo ? false : undefined,
    original_width: post.width,
    original_height: post.height,
    accessibility_caption: 'Photo by a user',
    commerciality_status: 'not_commercial',
    explore_pivot_grid: false,
    fb_user_tags: { in: [] },
    featured_products: [],
    product_suggestions: [],
    sharing_friction_info: { should_have_sharing_friction: false, bloks_app_url: null, sharing_friction_payload: null },
    taken_at: post.takenAt,
    preview: null,
  };
}
