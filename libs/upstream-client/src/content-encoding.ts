import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { UpstreamFailure } from './failure';

type Decode = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

// Node.js has it from 22.15 on.
const { zstdDecompress } = zlib as { zstdDecompress?: typeof zlib.gunzip };

const decoders: Readonly<Record<string, Decode | undefined>> = {
  gzip: promisify(zlib.gunzip),
  'x-gzip': promisify(zlib.gunzip),
  deflate: promisify(zlib.inflate),
  br: promisify(zlib.brotliDecompress),
  zstd: zstdDecompress && promisify(zstdDecompress),
  identity: async (body) => body,
};

/** What requests ask for. Answers are decoded from whatever else of the above they come in. */
export const acceptedEncodings = zstdDecompress ? 'gzip, zstd' : 'gzip';

/** A cut or damaged body is a failure, never a shorter body. */
export async function decompress(body: Buffer, encoding: string, maxOutputLength: number): Promise<Buffer> {
  const decode = decoders[encoding.trim().toLowerCase()];
  if (!decode) throw new UpstreamFailure('unavailable', `unknown content-encoding ${encoding}`);
  try {
    return await decode(body, { maxOutputLength });
  } catch (error) {
    throw new UpstreamFailure('unavailable', `damaged ${encoding} body: ${(error as Error).message}`);
  }
}
