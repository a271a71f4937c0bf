/**
 * Gives the memory of a buffer back at once, where Node.js can (from version 22); otherwise the garbage collector does it.
 * The collector marks the whole heap after each 64 MB of buffers, which costs more CPU than everything else about a large body.
 * Only the last holder may call this: whoever reads the buffer later finds it empty, or gets an error, and never finds other bytes.
 * A buffer that is only a part of its memory is left alone, because others may hold the rest.
 */
export function release(buffer: Buffer): void {
  const memory = buffer.buffer as ArrayBuffer & { transfer?(bytes: number): void };
  if (buffer.byteLength > 0 && memory.byteLength === buffer.byteLength) memory.transfer?.(0);
}
