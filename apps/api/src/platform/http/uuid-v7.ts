import { randomFillSync } from 'node:crypto';

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
// Random bytes are drawn for 512 ids at once: one call to the system a request would cost more than all the rest here.
const bytesPerId = 10;
const pool = Buffer.allocUnsafe(512 * bytesPerId);
let used = pool.length;

/** A clock that is set back by less than this is waited out; by more, it is believed. */
const toleratedSetBackMs = 1_000;
const lastInMillisecond = 0xfff;
let lastMs = 0;
let sequence = 0;
/** The milliseconds as an id begins with them: made once in each. */
let time = '00000000-0000';

/**
 * A fresh UUIDv7: 48 bits of Unix milliseconds, a 12-bit sequence that begins at random within each, 62 random bits.
 * Ids of one process sort in the order they were made in.
 */
export function uuidV7(nowMs = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const at = used;
  used += bytesPerId;
  advance(nowMs, pool[at]! << 3);
  const byte = (index: number) => hex[pool[at + index]!]!;
  const version = hex[0x70 | (sequence >> 8)]!;
  const variant = hex[0x80 | (pool[at + 2]! & 0x3f)]!;
  return `${time}-${version}${hex[sequence & 0xff]}-${variant}${byte(3)}-${byte(4)}${byte(5)}${byte(6)}${byte(7)}${byte(8)}${byte(9)}`;
}

function advance(nowMs: number, firstInMillisecond: number): void {
  if (nowMs > lastMs || nowMs < lastMs - toleratedSetBackMs) {
    enter(nowMs, firstInMillisecond);
  } else if (sequence === lastInMillisecond) {
    enter(lastMs + 1, 0);
  } else {
    sequence++;
  }
}

function enter(ms: number, first: number): void {
  lastMs = ms;
  sequence = first;
  const digits = ms.toString(16).padStart(12, '0');
  time = `${digits.slice(0, 8)}-${digits.slice(8)}`;
}
