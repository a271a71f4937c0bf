import { createHash } from 'node:crypto';

/** Rows per hashed block. Damage can be located to a block, not to a row. */
export const rowsPerBlock = 10_000;

export interface Block {
  readonly rows: number;
  readonly bytes: Buffer;
}

export const firstHash: Buffer = Buffer.alloc(32);

/** The next hash of the chain. */
export function link(previous: Buffer, digest: Buffer): Buffer {
  return createHash('sha256').update(previous).update(digest).digest();
}

export function digestOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Splits a stream of lines into blocks. The last block includes an incomplete last line. */
export async function* blocksOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Block> {
  let parts: Buffer[] = [];
  let rows = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, end + 1)) {
      rows++;
      if (rows < rowsPerBlock) continue;
      parts.push(chunk.subarray(start, end + 1));
      yield { rows, bytes: Buffer.concat(parts) };
      [parts, rows, start] = [[], 0, end + 1];
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
  if (parts.length > 0) yield { rows, bytes: Buffer.concat(parts) };
}
