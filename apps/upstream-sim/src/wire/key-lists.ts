import type { Json, JsonObject } from './json';

/** Turns names written in a row into an object whose members all have the same value. */
export function members(names: string, value: Json): JsonObject {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, value]),
  );
}
