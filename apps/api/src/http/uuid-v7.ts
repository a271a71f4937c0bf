import { randomFillSync } from 'node:crypto';

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
// Random bytes are drawn for 512 ids at once: one call to the system a request would cost more than all the rest here.
const pool = Buffer.allocUnsafe(512 * 10);
let used = pool.length;

/** A fresh UUIDv7: 48 bits of Unix milliseconds, then 74 random bits. Ids sort by the time they were made in. */
export function uuidV7(nowMs = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const at = used;
  used += 10;
  const time = nowMs.toString(16).padStart(12, '0');
  const byte = (index: number) => hex[pool[at + index]!]!;
  const versioned = hex[0x70 | (pool[at]! & 0x0f)]!;
  const variant = hex[0x80 | (pool[at + 2]! & 0x3f)]!;
  return `${time.slice(0, 8)}-${time.slice(8)}-${versioned}${byte(1)}-${variant}${byte(3)}-${byte(4)}${byte(5)}${byte(6)}${byte(7)}${byte(8)}${byte(9)}`;
}
