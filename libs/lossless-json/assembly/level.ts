// The objects and arrays that the scanner is inside of, as a stack: five words of four bytes for each.
const HOLDS_IDS = 4;
const OBJECT = 8;
const ELEMENT = 12;
const FIND = 16;
export const LEVEL_SIZE: usize = 20;

/** How deep objects and arrays may nest. */
export const MAX_DEPTH: usize = 10_000;

export function setLevel(level: usize, closing: u32, holdsIds: bool, object: usize, element: usize, find: usize): void {
  store<u32>(level, closing);
  store<u32>(level, u32(holdsIds), HOLDS_IDS);
  store<u32>(level, <u32>object, OBJECT);
  store<u32>(level, <u32>element, ELEMENT);
  store<u32>(level, <u32>find, FIND);
}

/** The byte that ends it: in ASCII the next but one after the one that opens it; 0 outside of all levels. */
export function closingOf(level: usize): u32 {
  return load<u32>(level);
}

/** Integers in it become strings: it is an array under a key that names an id, or in such an array. */
export function holdsIdsOf(level: usize): bool {
  return load<u32>(level, HOLDS_IDS) !== 0;
}

/** The object's place on paths; 0 when no path goes through here, and for arrays. */
export function objectPlaceOf(level: usize): usize {
  return load<u32>(level, OBJECT);
}

/** The same for an array's elements. */
export function elementPlaceOf(level: usize): usize {
  return load<u32>(level, ELEMENT);
}

/** What was noted of it when it began, to be given its end; 0 when it is on no path. */
export function findOf(level: usize): usize {
  return load<u32>(level, FIND);
}
