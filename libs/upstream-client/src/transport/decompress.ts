import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { UpstreamFailure } from '../failure';

const decoders: Record<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** The body as it was before the upstream compressed it; a cut or damaged one is a failure, never a shorter body. */
export async function decompress(body: Buffer, encoding: string, maxOutputLength: number): Promise<Buffer> {
  const decode = decoders[encoding.trim().toLowerCase()];
  if (encoding === 'identity') return body;
  if (!decode) throw new UpstreamFailure('unavailable', `unknown content-encoding ${encoding}`);
  try {
    return await decode(body, { maxOutputLength });
  } catch (error) {
    throw new UpstreamFailure('unavailable', `damaged ${encoding} body: ${(error as Error).message}`);
  }
}
