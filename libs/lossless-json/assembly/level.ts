// A stack of the open objects and arrays, five words each.
const HOLDS_IDS = 4;
const OBJECT = 8;
const ELEMENT = 12;
const MATCH = 16;
export const LEVEL_SIZE: usize = 20;

export const MAX_DEPTH: usize = 10_000;

export function setLevel(
  level: usize,
  closing: u32,
  holdsIds: bool,
  object: usize,
  element: usize,
  match: usize,
): void {
  store<u32>(level, closing);
  store<u32>(level, u32(holdsIds), HOLDS_IDS);
  store<u32>(level, <u32>object, OBJECT);
  store<u32>(level, <u32>element, ELEMENT);
  store<u32>(level, <u32>match, MATCH);
}

/** The closing byte: in ASCII, the opening byte plus two; 0 outside all levels. */
export function closingOf(level: usize): u32 {
  return load<u32>(level);
}

/** Whether integers in the array are ids: the array is the value of an id key, or is inside such an array. */
export function holdsIdsOf(level: usize): bool {
  return load<u32>(level, HOLDS_IDS) !== 0;
}

/** The object's place in the path tree; 0 off every path, and for arrays. */
export function objectPlaceOf(level: usize): usize {
  return load<u32>(level, OBJECT);
}

export function elementPlaceOf(level: usize): usize {
  return load<u32>(level, ELEMENT);
}

/** The match record to complete when this level closes; 0 off every path. */
export function matchOf(level: usize): usize {
  return load<u32>(level, MATCH);
}
