import { randomFillSync } from 'node:crypto';
import { clock } from '../clock';

const digits = Buffer.from('0123456789abcdef');
// Written over for each id: a text that is put together from pieces would be kept, and copied by garbage collections, piece by piece for
// as long as the id is, and be read piece by piece wherever it is written.
const text = Buffer.from('00000000-0000-7000-8000-000000000000');
// Random bytes are drawn for 512 ids at once: one call to the system a request would cost more than all the rest here.
const bytesPerId = 10;
const pool = Buffer.allocUnsafe(512 * bytesPerId);
let used = pool.length;

/** A clock that is set back by less than this is waited out; by more, it is believed. */
const toleratedSetBackMs = 1_000;
const lastInMillisecond = 0xfff;
let lastMs = 0;
let sequence = 0;

/**
 * A fresh UUIDv7: 48 bits of Unix milliseconds, a 12-bit sequence that begins at random within each, 62 random bits.
 * Ids of one process sort in the order they were made in.
 */
export function uuidV7(nowMs = clock.wallMs()): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const at = used;
  used += bytesPerId;
  advance(nowMs, pool[at]! << 3);
  put(14, 0x70 | (sequence >> 8));
  put(16, sequence & 0xff);
  put(19, 0x80 | (pool[at + 2]! & 0x3f));
  put(21, pool[at + 3]!);
  for (let byte = 0; byte < 6; byte++) put(24 + 2 * byte, pool[at + 4 + byte]!);
  return text.toString('latin1');
}

function put(place: number, byte: number): void {
  text[place] = digits[byte >> 4]!;
  text[place + 1] = digits[byte & 0xf]!;
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
  const time = ms.toString(16).padStart(12, '0');
  text.write(`${time.slice(0, 8)}-${time.slice(8)}`, 'latin1');
}
