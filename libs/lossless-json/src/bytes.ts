export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const ZERO = 0x30;
export const NINE = 0x39;
export const COLON = 0x3a;
export const BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const BRACE = 0x7b;

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
export const SPACE = 0x20;

/** The byte at `at`; 0, which JSON allows nowhere, past the end (reading there would slow every later read down). */
export function byteAt(body: Buffer, at: number): number {
  return at < body.length ? (body[at] as number) : 0;
}

/** Index of the first byte at or after `at` that is not JSON white space. */
export function skipSpace(body: Buffer, at: number): number {
  return byteAt(body, at) > SPACE ? at : endOfSpace(body, at);
}

function endOfSpace(body: Buffer, start: number): number {
  let at = start;
  for (let byte = byteAt(body, at); isSpace(byte); byte = byteAt(body, at)) at++;
  return at;
}

/** Index of the last byte before `at` that is not JSON white space. */
export function skipSpaceBack(body: Buffer, at: number): number {
  let last = at - 1;
  while (isSpace(byteAt(body, last))) last--;
  return last;
}

function isSpace(byte: number): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;
}

/** A word's bytes. Plain numbers: comparing them one by one is faster than reading a second Buffer or calling out. */
export type Word = readonly number[];

export function wordOf(text: string): Word {
  return [...Buffer.from(text)];
}

/** Whether `word` stands in `body` at `at`. */
export function hasWord(body: Buffer, at: number, word: Word): boolean {
  if (body.length - at < word.length) return false;
  for (let i = 0; i < word.length; i++) if (word[i] !== body[at + i]) return false;
  return true;
}
