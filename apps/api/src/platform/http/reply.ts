import type { Response } from 'express';
import { compress } from './compression';

export class Reply {
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
export async function sendReply(response: Response, { body, status, contentType }: Reply): Promise<void> {
  response.statusCode = status;
  response.setHeader('content-type', contentType);
  if (body.length < smallestCompressedBytes) return end(response, body);
  response.vary('Accept-Encoding');
  if (!response.req.acceptsEncodings('gzip')) return end(response, body);
  // On failure, such as out of memory, send it uncompressed. An unhandled rejection would end the process.
  const compressed = await compress(body).catch(() => undefined);
  if (!compressed) return end(response, body);
  response.setHeader('content-encoding', 'gzip');
  end(response, compressed);
}

function end(response: Response, body: Buffer): void {
  response.setHeader('content-length', body.length);
  response.end(body);
}
