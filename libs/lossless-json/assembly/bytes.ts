export const QUOTE: u32 = 0x22;
export const PLUS: u32 = 0x2b;
export const COMMA: u32 = 0x2c;
export const MINUS: u32 = 0x2d;
export const DOT: u32 = 0x2e;
export const SLASH: u32 = 0x2f;
export const ZERO: u32 = 0x30;
export const COLON: u32 = 0x3a;
export const BRACKET: u32 = 0x5b;
export const BACKSLASH: u32 = 0x5c;
export const UNDERSCORE: u32 = 0x5f;
export const LOWER_B: u32 = 0x62;
export const LOWER_E: u32 = 0x65;
export const LOWER_F: u32 = 0x66;
export const LOWER_N: u32 = 0x6e;
export const LOWER_R: u32 = 0x72;
export const LOWER_T: u32 = 0x74;
export const LOWER_U: u32 = 0x75;
export const BRACE: u32 = 0x7b;
export const SPACE: u32 = 0x20;
export const LOWER_CASE: u32 = 0x20;

const TAB: u32 = 0x09;
const LINE_FEED: u32 = 0x0a;
const CARRIAGE_RETURN: u32 = 0x0d;

export function byteAt(at: usize): u32 {
  return load<u8>(at);
}

/** Address of the first byte at or after `start` that is not JSON white space. */
export function skipSpace(start: usize): usize {
  let at = start;
  while (isSpace(byteAt(at))) at++;
  return at;
}

function isSpace(byte: u32): bool {
  return byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;
}
