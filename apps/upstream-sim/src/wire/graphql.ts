import { type Json, type JsonObject, Verbatim } from './json';
import KEYS from './templates/graphql-keys.json';
import type { View } from './view';

/** Keys that the GraphQL host prefixes with their type, because it clashes elsewhere in the schema. */
const INT64_KEYS = new Set(KEYS.int64);
const FLOAT_KEYS = new Set(KEYS.float);
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

/** An object in the shape of the GraphQL host: ids are strings, and some keys have their type as a prefix. */
export const graphqlObject = (object: JsonObject): JsonObject => objectShape(object, typed);

/** The same object with ids as strings, as in search results. */
export const withTextIds = (object: JsonObject): JsonObject => objectShape(object, plain);

/** The GraphQL host appends these to every row. */
export function extensions(view: View, isFinal: boolean, fulfilled: Json = []): JsonObject {
  const startedMs = view.nowSeconds * 1000;
  return {
    is_final: isFinal,
    fulfilled_payloads: fulfilled,
    server_metadata: { request_start_time_ms: startedMs, time_at_flush_ms: startedMs + 210 },
  };
}

/** The first row, with the data that was not deferred. */
export const firstRow = (view: View, data: Json, isFinal: boolean): JsonObject => ({
  data,
  extensions: extensions(view, isFinal),
  status: 'ok',
});

/** A later row, to be merged at its path. */
export const deferredRow = (
  view: View,
  row: { path: readonly (string | number)[]; label: string; data: Json },
  isFinal: boolean,
): JsonObject => ({ path: row.path, label: row.label, data: row.data, extensions: extensions(view, isFinal) });
