import type { Response } from 'express';
import { compress } from './compression';

/** A finished answer: bytes, and what they are. Endpoints of the data API return it; the adapter sends it as it is. */
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

/** Bodies shorter than this are sent as they are: the headers of compression would eat what it saves. */
export const smallestCompressedBytes = 1_024;

/** Sends a reply whose other headers are set already; compressed when it is worth it and the caller takes it. */
export async function sendReply(response: Response, { body, status, contentType }: Reply): Promise<void> {
  response.statusCode = status;
  response.setHeader('content-type', contentType);
  if (body.length < smallestCompressedBytes) return end(response, body);
  response.vary('Accept-Encoding');
  if (!response.req.acceptsEncodings('gzip')) return end(response, body);
  // Out of memory, say: it is sent as it is. A problem is sent without anybody waiting for it, and a rejection would end the process.
  const compressed = await compress(body).catch(() => undefined);
  if (!compressed) return end(response, body);
  response.setHeader('content-encoding', 'gzip');
  end(response, compressed);
}

function end(response: Response, body: Buffer): void {
  response.setHeader('content-length', body.length);
  response.end(body);
}
