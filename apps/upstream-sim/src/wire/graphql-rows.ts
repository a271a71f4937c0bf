import type { Json, JsonObject } from './json';
import type { View } from './view';

/** What the GraphQL host appends to every row. */
export function extensions(view: View, isFinal: boolean, fulfilled: Json = []): JsonObject {
  const startedMs = view.nowSeconds * 1000;
  return {
    is_final: isFinal,
    fulfilled_payloads: fulfilled,
    server_metadata: { request_start_time_ms: startedMs, time_at_flush_ms: startedMs + 210 },
  };
}

/** The first row, which carries what was not deferred. */
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
