import { byteAt } from './bytes';

// The path table, written by src/shape.ts in words. A place is a node of the tree of paths. Its words are its index;
// the place of its elements or 0; the number of branches; the branches (address and length of a text, and whether it is
// a stem, which a key need only contain); and for each set of branches that a key can match, its bits and next place.
const ELEMENT = 4;
const BRANCH_COUNT = 8;
const BRANCHES = 12;
const BRANCH_SIZE = 12;
const TRANSITION_SIZE = 8;

export function placeIndex(place: usize): u32 {
  return load<u32>(place);
}

export function elementPlace(place: usize): usize {
  return load<u32>(place, ELEMENT);
}

/** The place that the key at `start … end` leads to; 0 if it is on no path. */
export function memberPlace(place: usize, start: usize, end: usize): usize {
  const branchCount = load<u32>(place, BRANCH_COUNT);
  let at = place + BRANCHES;
  let taken: u32 = 0;
  for (let branch: u32 = 0; branch < branchCount; branch++) {
    if (fits(at, start, end)) taken |= 1 << branch;
    at += BRANCH_SIZE;
  }
  if (taken === 0) return 0;
  while (load<u32>(at) !== taken) at += TRANSITION_SIZE;
  return load<u32>(at, 4);
}

function fits(branch: usize, start: usize, end: usize): bool {
  const word: usize = load<u32>(branch);
  const length: usize = load<u32>(branch, 4);
  if (end - start < length) return false;
  const isStem = load<u32>(branch, 8) !== 0;
  if (!isStem) return end - start === length && hasWord(start, word, length);
  for (let at = start; at <= end - length; at++) if (hasWord(at, word, length)) return true;
  return false;
}

function hasWord(at: usize, word: usize, length: usize): bool {
  for (let i: usize = 0; i < length; i++) if (byteAt(at + i) !== byteAt(word + i)) return false;
  return true;
}
