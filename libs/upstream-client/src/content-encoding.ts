import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { LimitExceeded, UpstreamFailure } from './failure';

type Decode = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

// Available from Node.js 22.15.
const { zstdDecompress } = zlib as { zstdDecompress?: typeof zlib.gunzip };

const decoders = new Map<string, Decode | undefined>([
  ['gzip', promisify(zlib.gunzip)],
  ['x-gzip', promisify(zlib.gunzip)],
  ['deflate', promisify(zlib.inflate)],
  ['br', promisify(zlib.brotliDecompress)],
  ['zstd', zstdDecompress && wholeFrames(promisify(zstdDecompress))],
  ['identity', async (body) => body],
]);

/** Sent as `accept-encoding`; other encodings above are decoded, too. */
export const acceptedEncodings = zstdDecompress ? 'gzip, zstd' : 'gzip';

/** Node.js accepts a truncated zstd body, so check that every frame has its last block (RFC 8878, 3.1.1). */
function wholeFrames(decode: Decode): Decode {
  return async (body, options) => {
    let at = 0;
    while (at < body.length) at = endOfFrame(body, at);
    if (at !== body.length || at === 0) throw new Error('unexpected end of file');
    return decode(body, options);
  };
}

function endOfFrame(body: Buffer, start: number): number {
  const descriptor = body.readUInt8(start + 4);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const sizeBytes = [Number(isSingleSegment), 2, 4, 8][descriptor >> 6]!;
  const dictionaryIdBytes = [0, 1, 2, 4][descriptor & 3]!;
  let at = start + 5 + Number(!isSingleSegment) + dictionaryIdBytes + sizeBytes;
  for (let isLast = false; !isLast; ) {
    const block = body.readUIntLE(at, 3);
    isLast = (block & 1) === 1;
    const isRepeatedByte = ((block >> 1) & 3) === 1;
    at += 3 + (isRepeatedByte ? 1 : block >> 3);
  }
  return (descriptor & 4) === 0 ? at : at + 4;
}

// JSON expands five to twenty times. A body that expands above 1 MiB and above this ratio is a decompression bomb.
const maxRatio = 100;
const ratioFromBytes = 1024 * 1024;

/** @throws {UpstreamFailure} if the body is truncated, damaged or above a limit, or the encoding is unknown */
export async function decompress(body: Buffer, encoding: string, maxBodyBytes: number): Promise<Buffer> {
  const decode = decoders.get(encoding.trim().toLowerCase());
  if (!decode) throw new UpstreamFailure('unusable', `unknown content-encoding ${encoding}`);
  const maxOfRatio = Math.max(ratioFromBytes, body.length * maxRatio);
  try {
    return await decode(body, { maxOutputLength: Math.min(maxBodyBytes, maxOfRatio) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      if (maxBodyBytes <= maxOfRatio)
        throw new LimitExceeded('answer_bytes', `the decompressed body is longer than ${maxBodyBytes} bytes`);
      throw new LimitExceeded('decompression_ratio', `the body decompresses to more than ${maxRatio} times its length`);
    }
    throw new UpstreamFailure('unavailable', `damaged ${encoding} body: ${(error as Error).message}`);
  }
}
