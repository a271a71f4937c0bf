// What is on a path is noted for the host, in words of four bytes: the index of its place; its first byte; where it starts
// and ends; where its key starts and ends, quotes included (0 without one); and where the same is noted of the object or
// array around it (0 without). Places are distances from the first byte of the output.
const FIRST = 4;
const START = 8;
const END = 12;
const MEMBER_START = 16;
const MEMBER_END = 20;
const AROUND = 24;
const FIND_SIZE: usize = 28;

let next: usize = 0;

export function beginFinds(to: usize): void {
  next = to;
}

export function noteFind(index: u32, first: u32, start: usize, around: usize): usize {
  const find = next;
  next += FIND_SIZE;
  store<u32>(find, index);
  store<u32>(find, first, FIRST);
  store<u32>(find, <u32>start, START);
  store<u32>(find, 0, MEMBER_START);
  store<u32>(find, 0, MEMBER_END);
  store<u32>(find, <u32>around, AROUND);
  return find;
}

export function noteKey(find: usize, start: usize, end: usize): void {
  store<u32>(find, <u32>start, MEMBER_START);
  store<u32>(find, <u32>end, MEMBER_END);
}

export function noteEnd(find: usize, end: usize): void {
  store<u32>(find, <u32>end, END);
}

export function endOfFinds(): usize {
  return next;
}
