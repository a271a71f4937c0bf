// How a block with codes of its own begins (RFC 1951, 3.2.7).
import { writeBits } from './bits';
import { bitCountOf, clearCounts, codeOf, countSymbol, makeCodes } from './huffman';
import { CODE_LENGTHS, DISTANCES, LITERALS, RUNS } from './layout';

const LITERAL_COUNT: u32 = 286;
const DISTANCE_COUNT: u32 = 30;
const CODE_LENGTH_COUNT: u32 = 19;
const MAX_CODE_BITS: u32 = 15;
const MAX_CODE_LENGTH_BITS: u32 = 7;

// Symbols for runs of lengths.
const REPEAT: u32 = 16;
const FEW_ZEROS: u32 = 17;
const MANY_ZEROS: u32 = 18;

/** The order in which the lengths of the codes for lengths are written: those that are seldom there last. */
const order = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);

let runsEnd: usize = RUNS;

/** Makes codes for what has been counted, and writes the lengths of their bits, from which decoders make the same. */
export function writeCodes(): void {
  makeCodes(LITERALS, LITERAL_COUNT, MAX_CODE_BITS);
  makeCodes(DISTANCES, DISTANCE_COUNT, MAX_CODE_BITS);
  const literalCount = usedCount(LITERALS, LITERAL_COUNT);
  const distanceCount = usedCount(DISTANCES, DISTANCE_COUNT);
  clearCounts(CODE_LENGTHS);
  runsEnd = RUNS;
  noteRuns(LITERALS, literalCount);
  noteRuns(DISTANCES, distanceCount);
  makeCodes(CODE_LENGTHS, CODE_LENGTH_COUNT, MAX_CODE_LENGTH_BITS);
  let lengthCount = CODE_LENGTH_COUNT;
  while (bitCountOf(CODE_LENGTHS, load<u8>(order + lengthCount - 1)) === 0) lengthCount--;
  writeBits(literalCount - 257, 5);
  writeBits(distanceCount - 1, 5);
  writeBits(lengthCount - 4, 4);
  for (let at: u32 = 0; at < lengthCount; at++) writeBits(bitCountOf(CODE_LENGTHS, load<u8>(order + at)), 3);
  for (let run = RUNS; run < runsEnd; run += 2) writeRun(load<u8>(run), load<u8>(run, 1));
}

function usedCount(code: usize, symbolCount: u32): u32 {
  let used = symbolCount;
  while (bitCountOf(code, used - 1) === 0) used--;
  return used;
}

/** Notes the lengths of a code's bits, of which equal ones after each other make runs: a symbol and what follows it, a byte each. */
function noteRuns(code: usize, symbolCount: u32): void {
  let symbol: u32 = 0;
  while (symbol < symbolCount) {
    const length = bitCountOf(code, symbol);
    let left: u32 = 1;
    while (symbol + left < symbolCount && bitCountOf(code, symbol + left) === length) left++;
    symbol += left;
    if (length === 0) left = noteZeros(left);
    else {
      noteRun(length, 0);
      left--;
      for (; left >= 3; left -= min<u32>(left, 6)) noteRun(REPEAT, min<u32>(left, 6) - 3);
    }
    for (; left > 0; left--) noteRun(length, 0);
  }
}

/** Returns how many are left, fewer than make a run. */
function noteZeros(count: u32): u32 {
  let left = count;
  for (; left > 10; left -= min<u32>(left, 138)) noteRun(MANY_ZEROS, min<u32>(left, 138) - 11);
  if (left < 3) return left;
  noteRun(FEW_ZEROS, left - 3);
  return 0;
}

function noteRun(symbol: u32, extra: u32): void {
  store<u8>(runsEnd, <u8>symbol);
  store<u8>(runsEnd, <u8>extra, 1);
  countSymbol(CODE_LENGTHS, symbol);
  runsEnd += 2;
}

function writeRun(symbol: u32, extra: u32): void {
  const code = codeOf(CODE_LENGTHS, symbol);
  writeBits(code & 0xffff, code >> 16);
  if (symbol === REPEAT) writeBits(extra, 2);
  else if (symbol === FEW_ZEROS) writeBits(extra, 3);
  else if (symbol === MANY_ZEROS) writeBits(extra, 7);
}
