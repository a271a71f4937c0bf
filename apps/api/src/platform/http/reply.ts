import { bodyBuffers } from '@loupe/lossless-json';
import { compress, encodingFor } from './compression';
import type { LoupeRequest, LoupeResponse } from './messages';

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
export function sendReply(response: LoupeResponse, reply: Reply): void | Promise<void> {
  const { body } = reply;
  response.statusCode = reply.status;
  response.setField('content-type', reply.contentType);
  if (body.length < smallestCompressedBytes) return end(response, body);
  response.setField('vary', 'Accept-Encoding');
  const encoding = encodingFor((response.req as LoupeRequest).headers['accept-encoding']);
  if (!encoding) return end(response, body);
  return compress(body).then(
    (compressed) => endCompressed(response, body, compressed, encoding),
    // Out of memory, say. A problem is sent without anybody waiting for it: a rejection would end the process.
    () => end(response, body),
  );
}

function endCompressed(response: LoupeResponse, body: Buffer, compressed: Buffer, encoding: string): void {
  bodyBuffers.release(body);
  response.setField('content-encoding', encoding);
  end(response, compressed);
}

function end(response: LoupeResponse, body: Buffer): void {
  response.endWith(body, () => bodyBuffers.release(body));
}
