import { byteAt, DOT, LOWER_CASE, LOWER_E, MINUS, PLUS, ZERO } from './bytes';
import { REJECTED, reject, UNEXPECTED } from './error';

// 2^53 − 1 as text: two big-endian numbers of eight digits each.
// biome-ignore lint/correctness/noPrecisionLoss: the value is exact in 64 bits
const SAFE_HIGH: u64 = 0x3930303731393932;
// biome-ignore lint/correctness/noPrecisionLoss: the value is exact in 64 bits
const SAFE_LOW: u64 = 0x3534373430393931;

/** Address after the sign and integer digits of the number at `start`. */
export function endOfInteger(start: usize): usize {
  const first = byteAt(start) === MINUS ? start + 1 : start;
  return byteAt(first) === ZERO ? first + 1 : endOfDigits(first);
}

export function isReal(at: usize): bool {
  const byte = byteAt(at);
  return byte === DOT || (byte | LOWER_CASE) === LOWER_E;
}

/** Address after the fraction and the exponent at `start`. */
export function endOfReal(start: usize): usize {
  let at = start;
  if (byteAt(at) === DOT) {
    at = endOfDigits(at + 1);
    if (at === REJECTED) return REJECTED;
  }
  if ((byteAt(at) | LOWER_CASE) !== LOWER_E) return at;
  const sign = byteAt(at + 1);
  return endOfDigits(sign === PLUS || sign === MINUS ? at + 2 : at + 1);
}

export function isUnsafeInteger(start: usize, end: usize): bool {
  const first = byteAt(start) === MINUS ? start + 1 : start;
  const digits = end - first;
  if (digits !== 16) return digits > 16;
  const high = bswap<u64>(load<u64>(first));
  return high === SAFE_HIGH ? bswap<u64>(load<u64>(first, 8)) > SAFE_LOW : high > SAFE_HIGH;
}

function endOfDigits(start: usize): usize {
  let at = start;
  let others = nonDigits(at);
  while (others === 0) {
    at += 16;
    others = nonDigits(at);
  }
  at += ctz(others);
  return at > start ? at : reject(UNEXPECTED, start);
}

// One bit for each of 16 bytes. The addition makes digits the ten smallest signed bytes.
function nonDigits(at: usize): u32 {
  return i8x16.bitmask(i8x16.gt_s(i8x16.add(v128.load(at), i8x16.splat(0x50)), i8x16.splat(-119)));
}
