import { beginBits, byteOfBits, endByte, setBits, waitingBitCount, waitingBits, writeBits, writeBytes } from './bits';
import { writeCodes } from './codes';
import { clearCounts, countSymbol } from './huffman';
import { DISTANCES, LITERALS, SEQUENCES } from './layout';
import { findMatches } from './matches';
import { writeSequences } from './sequences';
import { END_OF_BLOCK } from './symbols';

/** What a stored block can hold at most, and a place in it has two bytes. */
const BLOCK_SIZE: usize = 65_535;
/** What a stored block has before its bytes. */
const STORED_EXTRA: usize = 5;
const STORED: u64 = 0;
const OWN_CODES: u64 = 2;

/** Where the caller may put things: after the sequences of a block. */
export function firstFree(): usize {
  return SEQUENCES + 2 * BLOCK_SIZE + 1_024;
}

/** Compresses what stands from `start` to `end`, and writes it from `to` on; returns where it ends. */
export function deflate(start: usize, end: usize, to: usize): usize {
  beginBits(to);
  let at = start;
  do {
    const blockEnd = min(at + BLOCK_SIZE, end);
    writeBlock(at, blockEnd, blockEnd === end);
    at = blockEnd;
  } while (at < end);
  endByte();
  return byteOfBits();
}

function writeBlock(start: usize, end: usize, isLast: bool): void {
  const to = byteOfBits();
  const bits = waitingBits();
  const bitCount = waitingBitCount();
  clearCounts(LITERALS);
  clearCounts(DISTANCES);
  countSymbol(LITERALS, END_OF_BLOCK);
  const sequencesEnd = findMatches(start, end);
  writeBits(<u64>isLast | (OWN_CODES << 1), 3);
  writeCodes();
  writeSequences(start, sequencesEnd);
  if (byteOfBits() - to < end - start + STORED_EXTRA) return;
  setBits(to, bits, bitCount);
  writeBits(<u64>isLast | (STORED << 1), 3);
  endByte();
  const length = <u64>(end - start);
  writeBits(length | ((length ^ 0xffff) << 16), 32);
  writeBytes(start, end);
}
