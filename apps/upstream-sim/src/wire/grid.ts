import type { Post } from '../world/post';
import { graphqlObject } from './graphql';
import { type JsonObject, rotated } from './json';
import { media } from './media';
import KEYS from './templates/graphql-keys.json';
import GRAPHQL_MEDIA from './templates/graphql-media.json';
import type { View } from './view';

/** Members that only the grid half has. */
const GRID_ONLY_KEYS = new Set(['pk', 'image_versions2', 'video_versions', 'video_dash_manifest', 'user', 'owner']);

/** A whole post in the shape of the GraphQL host. */
export const graphqlMedia = (view: View, post: Post): JsonObject => ({
  ...graphqlObject(media(view, post)),
  ...GRAPHQL_MEDIA,
});

/** One post of the profile grid in two halves. The grid half has what the grid shows, and no shortcode. */
export function gridHalves(view: View, post: Post): { feed: JsonObject; deferred: JsonObject } {
  const whole = graphqlMedia(view, post);
  const inGrid = Object.fromEntries(KEYS.grid.map((key) => [key, whole[key]]));
  const feed = {
    ...inGrid,
    carousel_media: truncatedChildren(whole.carousel_media as readonly JsonObject[] | undefined),
    content_views_count: null,
    profile_grid_thumbnail_fitting_style: 'UNSET',
  };
  const { id, strong_id__ } = whole.user as JsonObject;
  const rest = Object.entries(whole).filter(([key]) => !GRID_ONLY_KEYS.has(key));
  const deferred = { ...Object.fromEntries(rest), user: { id, strong_id__ } };
  return { feed: rotated(feed, post.detail(40)), deferred };
}

/** In the grid half, children after the first lack their pictures, and their videos claim to be pictures. */
function truncatedChildren(children: readonly JsonObject[] | undefined): JsonObject[] | undefined {
  return children?.map(({ id, pk, strong_id__, image_versions2, media_type }, rank) =>
    rank === 0 ? { id, pk, strong_id__, media_type, image_versions2 } : { id, pk, strong_id__, media_type: 1 },
  );
}
