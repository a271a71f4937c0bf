import { type Json, type JsonObject, Verbatim } from './json';

/** Keys whose type clashes elsewhere in the schema: the GraphQL host puts the type before the name. */
const INT64_KEYS = new Set([
  'taken_at',
  'created_at',
  'created_at_utc',
  'device_timestamp',
  'latest_reel_media',
  'expires_at',
  'brs_severity',
]);
const FLOAT_KEYS = new Set([
  'video_duration',
  'video_length',
  'thumbnail_duration',
  'tallest_media_aspect_ratio',
  'coeff_weight',
  'inline_composer_imp_trigger_time',
  'video_subtitles_confidence',
  'lat',
  'lng',
]);
const ID_KEY = /^(pk|id|fbid|fbid_v2|strong_id__)$|_(pk|id|ids|fbid)$/;

/** How a host writes the names of members. */
type Naming = (key: string) => string;

const typed: Naming = (key) => {
  if (INT64_KEYS.has(key)) return `1l${key}`;
  return FLOAT_KEYS.has(key) ? `1f${key}` : key;
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
  const members = Object.entries(object).map(([key, value]) => [naming(key), shape(value, naming, ID_KEY.test(key))]);
  return Object.fromEntries(members);
}

/** The same thing as the app's GraphQL host says it: ids are strings, some keys carry their type. */
export const graphqlObject = (object: JsonObject): JsonObject => objectShape(object, typed);

/** The same thing with ids as strings and nothing else changed, as search results have it. */
export const withTextIds = (object: JsonObject): JsonObject => objectShape(object, plain);
