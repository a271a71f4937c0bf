// Memory for large bodies, used again and again: fresh memory for each would have the process spend a fifth of a large answer's
// time on clearing pages and collecting garbage.

const smallestBytes = 32 * 1_024;
const largestBytes = 2 * 1_024 * 1_024;
/** How much waits for the next body; what comes back beyond is left to the garbage collector. */
const mostWaitingBytes = 32 * 1_024 * 1_024;

/** By size, which is a power of two. */
const waiting = new Map<number, ArrayBuffer[]>();
let waitingBytes = 0;

/** What is lent, by the very Buffer that was given for it: one that has been given back, or another on its memory, means nothing. */
const lent = new WeakMap<Buffer, ArrayBuffer>();

/** Memory with whatever stood in it before. Not to give it back costs nothing but its next use. */
export function lend(byteCount: number): Buffer {
  if (byteCount < smallestBytes || byteCount > largestBytes) return Buffer.allocUnsafe(byteCount);
  const size = 2 ** Math.ceil(Math.log2(byteCount));
  let memory = waiting.get(size)?.pop();
  if (memory) waitingBytes -= size;
  else memory = Buffer.allocUnsafeSlow(size).buffer as ArrayBuffer;
  const bytes = Buffer.from(memory, 0, byteCount);
  lent.set(bytes, memory);
  return bytes;
}

/** Makes `part` what has to be given back, in place of the `whole` that it is a part of. */
export function lendPart(whole: Buffer, part: Buffer): void {
  const memory = lent.get(whole);
  if (!memory || !lent.delete(whole)) return;
  lent.set(part, memory);
}

/** Takes lent memory back: nobody may read these bytes from now on. Of any other Buffer it is left alone. */
export function giveBack(bytes: Buffer): void {
  const memory = lent.get(bytes);
  if (!memory || !lent.delete(bytes)) return;
  if (waitingBytes + memory.byteLength > mostWaitingBytes) return;
  waitingBytes += memory.byteLength;
  const alike = waiting.get(memory.byteLength);
  if (alike) alike.push(memory);
  else waiting.set(memory.byteLength, [memory]);
}
