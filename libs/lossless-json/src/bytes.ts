export const COMMA = 0x2c;
export const BRACKET = 0x5b;
export const BRACE = 0x7b;

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;

/** The byte at an index; 0, which is invalid in JSON, outside the body. */
export function byteAt(body: Buffer, at: number): number {
  return body[at] ?? 0;
}

/** Index of the first byte at or after `start` that is not JSON white space. */
export function skipSpace(body: Buffer, start: number): number {
  let at = start;
  while (isSpace(byteAt(body, at))) at++;
  return at;
}

export function skipSpaceBack(body: Buffer, at: number): number {
  let last = at - 1;
  while (isSpace(byteAt(body, last))) last--;
  return last;
}

function isSpace(byte: number): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;
}
