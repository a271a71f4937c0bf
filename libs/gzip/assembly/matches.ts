// Finds what a block repeats: one earlier place is looked at, where eight bytes had the same hash, and the bytes that are equal
// from there on are taken. Eight, because shorter matches are so many that they cost more time than they save bytes.
import { countSymbol } from './huffman';
import { DISTANCES, LITERALS, PLACE_BITS, PLACES, SEQUENCES } from './layout';
import {
  distanceExtraBits,
  distanceSymbol,
  FARTHEST_MATCH,
  LONGEST_MATCH,
  lengthExtraBits,
  lengthSymbol,
  SHORTEST_MATCH,
} from './symbols';

/** After every 2^5 places without a match the steps get longer, so that what does not repeat is soon passed over. */
const PATIENCE_BITS: u32 = 5;

/** 2^64 divided by the golden ratio: multiplied by it, words that differ little differ in their highest bits. */
const GOLDEN: u64 = ((<u64>0x9e3779b9) << 32) | 0x7f4a7c15;

/**
 * Notes sequences at SEQUENCES and returns where they end; the last one has no match. Counts the symbols that they need.
 */
export function findMatches(start: usize, end: usize): usize {
  memory.fill(PLACES, 0, 2 << PLACE_BITS);
  // No word reaches beyond the block, whose last bytes are literals.
  const lastWord = end - SHORTEST_MATCH;
  let sequence = SEQUENCES;
  let literals = start;
  let at = start + 1;
  countLiterals(start, min(at, end));
  while (at <= lastWord) {
    const word = load<u64>(at);
    const place = placeOf(word);
    const earlier = start + load<u16>(place);
    store<u16>(place, <u16>(at - start));
    if (load<u64>(earlier) !== word || at - earlier > FARTHEST_MATCH) {
      const step = 1 + ((at - literals) >> PATIENCE_BITS);
      countSymbol(LITERALS, load<u8>(at));
      if (step > 1) countLiterals(at + 1, min(at + step, end));
      at += step;
      continue;
    }
    const distance = at - earlier;
    const length = matchLength(earlier, at, min<usize>(end - at, LONGEST_MATCH));
    store<u64>(sequence, (at - literals) | ((<u64>length) << 16) | ((<u64>distance) << 32));
    sequence += 8;
    countMatch(<u32>length, <u32>distance);
    at += length;
    literals = at;
  }
  store<u64>(sequence, end - literals);
  countLiterals(min(at, end), end);
  return sequence + 8;
}

/** Where is noted which place had this hash last. */
function placeOf(word: u64): usize {
  return PLACES + ((<usize>((word * GOLDEN) >> (64 - PLACE_BITS))) << 1);
}

/** How many bytes are equal, of which eight are known to be. Beyond the end there may be anything. */
function matchLength(earlier: usize, at: usize, longest: usize): usize {
  for (let length = SHORTEST_MATCH; length < longest; length += 8) {
    const difference = load<u64>(earlier + length) ^ load<u64>(at + length);
    if (difference !== 0) return min<usize>(length + (<usize>ctz(difference) >> 3), longest);
  }
  return longest;
}

function countLiterals(start: usize, end: usize): void {
  for (let at = start; at < end; at++) countSymbol(LITERALS, load<u8>(at));
}

function countMatch(length: u32, distance: u32): void {
  countSymbol(LITERALS, lengthSymbol(length, lengthExtraBits(length)));
  countSymbol(DISTANCES, distanceSymbol(distance, distanceExtraBits(distance)));
}
