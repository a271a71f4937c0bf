// A block's literals and matches.
import { byteOfBits, setBits, waitingBitCount, waitingBits, writeBits } from './bits';
import { codeOf } from './huffman';
import { DISTANCES, LITERALS, SEQUENCES } from './layout';
import { distanceExtraBits, distanceSymbol, END_OF_BLOCK, extraOf, lengthExtraBits, lengthSymbol } from './symbols';

/**
 * Writes the block that begins at `start` as its sequences say. This is the hot loop: what waits to be written lives in local
 * variables. A match has at most 48 bits, and a literal 15, so that both fit beside the seven that may be left before.
 */
export function writeSequences(start: usize, sequencesEnd: usize): void {
  let to = byteOfBits();
  let bits = waitingBits();
  let bitCount = waitingBitCount();
  let at = start;
  for (let sequence = SEQUENCES; sequence < sequencesEnd; sequence += 8) {
    const packed = load<u64>(sequence);
    for (const end = at + <usize>(packed & 0xffff); at < end; at++) {
      const code = codeOf(LITERALS, load<u8>(at));
      bits |= (<u64>(code & 0xffff)) << bitCount;
      bitCount += code >> 16;
      if (bitCount <= 48) continue;
      store<u64>(to, bits);
      to += <usize>(bitCount >> 3);
      bits >>= bitCount & 56;
      bitCount &= 7;
    }
    store<u64>(to, bits);
    to += <usize>(bitCount >> 3);
    bits >>= bitCount & 56;
    bitCount &= 7;
    const length = <u32>(packed >> 16) & 0xffff;
    if (length === 0) break;
    at += length;
    const lengthExtra = lengthExtraBits(length);
    const lengthCode = codeOf(LITERALS, lengthSymbol(length, lengthExtra));
    bits |= (<u64>(lengthCode & 0xffff)) << bitCount;
    bitCount += lengthCode >> 16;
    bits |= (<u64>extraOf(length - 3, lengthExtra)) << bitCount;
    bitCount += lengthExtra;
    const distance = <u32>(packed >> 32);
    const distanceExtra = distanceExtraBits(distance);
    const distanceCode = codeOf(DISTANCES, distanceSymbol(distance, distanceExtra));
    bits |= (<u64>(distanceCode & 0xffff)) << bitCount;
    bitCount += distanceCode >> 16;
    bits |= (<u64>extraOf(distance - 1, distanceExtra)) << bitCount;
    bitCount += distanceExtra;
    store<u64>(to, bits);
    to += <usize>(bitCount >> 3);
    bits >>= bitCount & 56;
    bitCount &= 7;
  }
  setBits(to, bits, bitCount);
  const code = codeOf(LITERALS, END_OF_BLOCK);
  writeBits(code & 0xffff, code >> 16);
}
