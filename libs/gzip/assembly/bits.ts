// The output, written from the lowest bit of a byte to its highest one. Fewer than eight bits wait for the rest of their byte.
let out: usize = 0;
let waiting: u64 = 0;
let waitingCount: u64 = 0;

export function beginBits(to: usize): void {
  setBits(to, 0, 0);
}

export function setBits(to: usize, bits: u64, bitCount: u64): void {
  out = to;
  waiting = bits;
  waitingCount = bitCount;
}

export function byteOfBits(): usize {
  return out;
}

export function waitingBits(): u64 {
  return waiting;
}

export function waitingBitCount(): u64 {
  return waitingCount;
}

/** At most 48 at once. */
export function writeBits(bits: u64, bitCount: u64): void {
  waiting |= bits << waitingCount;
  waitingCount += bitCount;
  store<u64>(out, waiting);
  out += <usize>(waitingCount >> 3);
  waiting >>= waitingCount & 56;
  waitingCount &= 7;
}

/** Fills the byte that has been begun with zeros. */
export function endByte(): void {
  writeBits(0, -waitingCount & 7);
}

export function writeBytes(start: usize, end: usize): void {
  memory.copy(out, start, end - start);
  out += end - start;
}
