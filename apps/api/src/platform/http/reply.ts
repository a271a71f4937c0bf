import { Socket } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import { release } from '@loupe/lossless-json';
import type { Response } from 'express';

export class Reply {
  /** Nobody reads the body after it was sent. */
  isLastUse = false;

  constructor(
    readonly body: Buffer,
    readonly status = 200,
    readonly contentType = 'application/json; charset=utf-8',
  ) {}

  static json(value: unknown, status = 200): Reply {
    return new Reply(Buffer.from(JSON.stringify(value)), status);
  }
}

/** Below this size compression costs more than it saves. */
export const smallestCompressedBytes = 1_024;

/** Sends a reply, and compresses it if it is large and the caller accepts that. Other headers must be set before. */
export async function sendReply(response: Response, reply: Reply): Promise<void> {
  const { body, status, contentType, isLastUse } = reply;
  response.statusCode = status;
  response.setHeader('content-type', contentType);
  if (body.length < smallestCompressedBytes) return end(response, body, isLastUse);
  response.vary('Accept-Encoding');
  if (!response.req.acceptsEncodings('gzip')) return end(response, body, isLastUse);
  // If compression fails, such as out of memory, send the body as it is. An unhandled rejection would end the process.
  const compressed = await compress(body).catch(() => undefined);
  if (!compressed) return end(response, body, isLastUse);
  if (isLastUse) release(body);
  response.setHeader('content-encoding', 'gzip');
  end(response, compressed, true);
}

function end(response: Response, body: Buffer, isLastUse: boolean): void {
  const { socket } = response.req;
  response.setHeader('content-length', body.length);
  response.end(body, () => {
    // A connection within the process passes on the body itself. A destroyed socket may not have written it yet.
    if (isLastUse && socket instanceof Socket && !socket.destroyed) release(body);
  });
}

// Level 1 compresses JSON nearly as well as level 6, in a third of the time.
const options = { level: constants.Z_BEST_SPEED };

/** Compresses a stream. If either stream ends early, so does the other. */
export function compressStream(body: Readable): Readable {
  return pipeline(body, createGzip(options), () => undefined);
}

function compress(body: Buffer): Promise<Buffer> {
  return promisify(gzip)(body, options);
}
