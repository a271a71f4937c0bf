import * as zlib from 'node:zlib';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { acceptedEncodings, decompress } from './content-encoding';

const body = Buffer.from(`{"pad":"${'x'.repeat(500)}"}`);
const maxBytes = 1_000;
/** Wraps bytes in a zstd frame with one uncompressed block. */
const stored = (content: Buffer) => {
  const head = Buffer.from('28b52ffda000000000000000', 'hex');
  head.writeUInt32LE(content.length, 5);
  head.writeUIntLE(content.length * 8 + 1, 9, 3);
  return Buffer.concat([head, content]);
};
const knowsZstd = 'zstdDecompress' in zlib;

describe('decompress', () => {
  it.each([
    ['gzip', gzipSync(body)],
    ['GZIP', gzipSync(body)],
    [' x-gzip', gzipSync(body)],
    ['deflate', deflateSync(body)],
    ['br', brotliCompressSync(body)],
    ['identity', body],
    ['Identity', body],
  ])('decodes %p', async (encoding, encoded) => {
    expect((await decompress(encoded, encoding, maxBytes)).equals(body)).toBe(true);
  });

  it('supports zstd exactly if this version of Node.js does', async () => {
    const read = decompress(stored(body), 'ZSTD', maxBytes);
    if (knowsZstd) expect((await read).equals(body)).toBe(true);
    else await expect(read).rejects.toMatchObject({ kind: 'unusable' });
    expect(acceptedEncodings).toBe(knowsZstd ? 'gzip, zstd' : 'gzip');
  });

  it.each([0, 10, 100_000])('decodes %d bytes of zstd and rejects every truncation of them', async (length) => {
    if (!knowsZstd) return;
    const { zstdCompressSync } = zlib as unknown as { zstdCompressSync: typeof gzipSync };
    const content = Buffer.alloc(length, 'one, two, three; ');
    const encoded = zstdCompressSync(content);
    expect((await decompress(encoded, 'zstd', length + 1)).equals(content)).toBe(true);
    for (let cut = 0; cut < encoded.length; cut++)
      await expect(decompress(encoded.subarray(0, cut), 'zstd', length + 1)).rejects.toMatchObject({
        kind: 'unavailable',
      });
  });

  it.each([
    ['gzip', gzipSync(body).subarray(0, 20)],
    ['zstd', stored(body).subarray(0, 100)],
    ['zstd', stored(Buffer.alloc(2 * maxBytes))],
    ['x-unheard-of', body],
    ['gzip, br', body],
    ['constructor', body],
    ['__proto__', body],
  ])('fails for a %p body that it cannot decode', async (encoding, encoded) => {
    await expect(decompress(encoded, encoding, maxBytes)).rejects.toMatchObject({
      kind: expect.stringMatching(/^(unavailable|unusable)$/),
    });
  });

  it('rejects an unknown encoding as unusable, so that it is not retried', async () => {
    await expect(decompress(Buffer.from(body), 'x-unheard-of', maxBytes)).rejects.toMatchObject({ kind: 'unusable' });
  });
});
