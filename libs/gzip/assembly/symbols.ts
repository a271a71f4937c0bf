// The symbols of lengths and distances (RFC 1951, 3.2.5). Values share a symbol in runs that double their length every four
// symbols, for distances every two; as many bits after the symbol say which of them it is.
export const END_OF_BLOCK: u32 = 256;
const FIRST_LENGTH: u32 = 257;

export const SHORTEST_MATCH: usize = 8;
/** One less than the format has: 258 alone has a symbol of its own, against the rule of all others. */
export const LONGEST_MATCH: u32 = 257;
export const FARTHEST_MATCH: u32 = 32_768;

export function lengthExtraBits(length: u32): u32 {
  return 29 - clz((length - 3) | 7);
}

export function lengthSymbol(length: u32, extraBits: u32): u32 {
  return FIRST_LENGTH + (extraBits << 2) + ((length - 3) >> extraBits);
}

export function distanceExtraBits(distance: u32): u32 {
  return 30 - clz((distance - 1) | 3);
}

export function distanceSymbol(distance: u32, extraBits: u32): u32 {
  return (extraBits << 1) + ((distance - 1) >> extraBits);
}

export function extraOf(value: u32, extraBits: u32): u32 {
  return value & ((1 << extraBits) - 1);
}
