import type { Post } from '../world/post';
import { type Json, type JsonObject, rotated, Verbatim } from './json';
import { media } from './media';
import keysTemplate from './templates/graphql-keys.json';
import graphqlMediaTemplate from './templates/graphql-media.json';
import type { View } from './view';

const int64Keys = new Set(keysTemplate.int64);
const floatKeys = new Set(keysTemplate.float);
const idKey = /^(pk|id|fbid|fbid_v2|strong_id__)$|_(pk|id|ids|fbid)$/;

type Naming = (key: string) => string;

const typed: Naming = (key) => {
  if (int64Keys.has(key)) return `1l${key}`;
  return floatKeys.has(key) ? `1f${key}` : key;
};
const plain: Naming = (key) => key;

function shape(value: Json, naming: Naming, isId = false): Json {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return isId ? String(value) : value;
  if (value === null || typeof value !== 'object' || value instanceof Verbatim) return value;
  if (Array.isArray(value)) return value.map((element: Json) => shape(element, naming, isId));
  return objectShape(value as JsonObject, naming);
}

function objectShape(object: JsonObject, naming: Naming): JsonObject {
  const members = Object.entries(object).map(([key, value]) => [naming(key), shape(value, naming, idKey.test(key))]);
  return Object.fromEntries(members);
}

/** Converts an object to GraphQL's format: ids are strings, and some keys have a type prefix. */
export const graphqlObject = (object: JsonObject): JsonObject => objectShape(object, typed);

export const withTextIds = (object: JsonObject): JsonObject => objectShape(object, plain);

export function extensions(view: View, isFinal: boolean, fulfilled: Json = []): JsonObject {
  const startedMs = view.nowSeconds * 1000;
  return {
    is_final: isFinal,
    fulfilled_payloads: fulfilled,
    server_metadata: { request_start_time_ms: startedMs, time_at_flush_ms: startedMs + 210 },
  };
}

export const firstRow = (view: View, data: Json, isFinal: boolean): JsonObject => ({
  data,
  extensions: extensions(view, isFinal),
  status: 'ok',
});

export const deferredRow = (
  view: View,
  row: { path: readonly (string | number)[]; label: string; data: Json },
  isFinal: boolean,
): JsonObject => ({ path: row.path, label: row.label, data: row.data, extensions: extensions(view, isFinal) });

const gridOnlyKeys = new Set(['pk', 'image_versions2', 'video_versions', 'video_dash_manifest', 'user', 'owner']);

export const graphqlMedia = (view: View, post: Post): JsonObject => ({
  ...graphqlObject(media(view, post)),
  ...graphqlMediaTemplate,
});

/** A post of the profile grid in two halves. The feed half has no shortcode. */
export function gridHalves(view: View, post: Post): { feed: JsonObject; deferred: JsonObject } {
  const whole = graphqlMedia(view, post);
  const inGrid = Object.fromEntries(keysTemplate.grid.map((key) => [key, whole[key]]));
  const feed = {
    ...inGrid,
    carousel_media: truncatedChildren(whole.carousel_media as readonly JsonObject[] | undefined),
    content_views_count: null,
    profile_grid_thumbnail_fitting_style: 'UNSET',
  };
  const { id, strong_id__ } = whole.user as JsonObject;
  const rest = Object.entries(whole).filter(([key]) => !gridOnlyKeys.has(key));
  const deferred = { ...Object.fromEntries(rest), user: { id, strong_id__ } };
  return { feed: rotated(feed, post.detail(40)), deferred };
}

const mostGridChildren = 5;

/** Children in the feed half: at most five, without images after the first, and all typed as photos. */
function truncatedChildren(children: readonly JsonObject[] | undefined): JsonObject[] | null {
  if (!children) return null;
  return children
    .slice(0, mostGridChildren)
    .map(({ id, pk, strong_id__, image_versions2, media_type }, rank) =>
      rank === 0 ? { id, pk, strong_id__, media_type, image_versions2 } : { id, pk, strong_id__, media_type: 1 },
    );
}
