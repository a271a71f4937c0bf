// A match is a record of seven words: the index of its place; its first byte; its start and end; the start and end of
// its key with quotes, or 0; and the record of the surrounding container, or 0. Offsets are relative to the output.
const FIRST = 4;
const START = 8;
const END = 12;
const MEMBER_START = 16;
const MEMBER_END = 20;
const AROUND = 24;
const MATCH_SIZE: usize = 28;

let next: usize = 0;

export function beginMatches(to: usize): void {
  next = to;
}

export function recordMatch(index: u32, first: u32, start: usize, around: usize): usize {
  const match = next;
  next += MATCH_SIZE;
  store<u32>(match, index);
  store<u32>(match, first, FIRST);
  store<u32>(match, <u32>start, START);
  store<u32>(match, 0, MEMBER_START);
  store<u32>(match, 0, MEMBER_END);
  store<u32>(match, <u32>around, AROUND);
  return match;
}

export function recordKey(match: usize, start: usize, end: usize): void {
  store<u32>(match, <u32>start, MEMBER_START);
  store<u32>(match, <u32>end, MEMBER_END);
}

export function recordEnd(match: usize, end: usize): void {
  store<u32>(match, <u32>end, END);
}

export function endOfMatches(): usize {
  return next;
}
