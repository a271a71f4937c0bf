import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { type Connection, type RequestOptions, reasonOf } from './connection';
import type { Dispatchers } from './dispatchers';
import { BoundPassed, UpstreamFailure } from './failure';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** With its query, and with the path of the base URL in front. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** URL of the HTTP proxy that it goes through. */
  readonly proxy: string | undefined;
  /** How long the upstream may send nothing, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  /** Ends the request; its reason is what {@link sendHttp} throws then. */
  readonly signal: AbortSignal;
  /** Counts bytes of the body as they arrive; throws where there is no memory for them. */
  hold(bytes: number): void;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As it came, not decompressed. */
  readonly body: Buffer;
  readonly connection: Connection;
}

/** A server that drops a request after more than that has worked on it. */
const unansweredMs = 1_000;
const closedCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/**
 * Sends a request through undici and reads all of the response.
 * @throws {UpstreamFailure} of kind `unavailable` when there is no whole response; what `hold` throws; the signal's reason
 */
export async function sendHttp(dispatchers: Dispatchers, request: HttpRequest): Promise<HttpResponse> {
  try {
    const [{ statusCode: status, headers, body }, connection] = await respond(dispatchers, request);
    connection.responses += 1;
    const isEmpty = status === 204 || status === 304;
    // Some servers send a body all the same: whatever comes next on this connection is no answer to the next request.
    if (isEmpty) connection.destroy('a response without a body');
    if (isEmpty && announcesBody(headers)) throw new Error(`a body with status ${status}`);
    return { status, headers, body: await bytesOf(body, Number(headers['content-length'] ?? 0), request), connection };
  } catch (error) {
    if (request.signal.aborted) throw request.signal.reason;
    throw error instanceof UpstreamFailure ? error : new UpstreamFailure('unavailable', reasonOf(error));
  }
}

async function respond(
  dispatchers: Dispatchers,
  { method, path, headers, body, signal, timeoutMs, proxy }: HttpRequest,
): Promise<[Dispatcher.ResponseData, Connection]> {
  let connection: Connection | undefined;
  const options: RequestOptions = {
    origin: dispatchers.origin,
    method,
    path,
    headers,
    body: body ?? null,
    signal,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    onConnection: (used) => {
      connection = used;
    },
  };
  const sentAtMs = performance.now();
  try {
    return [await dispatchers.of(proxy).request(options), connection!];
  } catch (error) {
    const wasKept = (connection?.responses ?? 0) > 0;
    const isClosed = closedCodes.has((error as NodeJS.ErrnoException).code ?? '');
    if (!wasKept || !isClosed || performance.now() - sentAtMs > unansweredMs) throw error;
    // Most often the server had closed the connection before the request came there: once more, on a new connection.
    const fresh = dispatchers.open(proxy);
    try {
      return [await fresh.request({ ...options, reset: true }), connection!];
    } finally {
      void fresh.close();
    }
  }
}

/** @throws {UpstreamFailure} what `hold` throws, and for a body that is too long; whatever ends a body before its end. */
async function bytesOf(
  body: Dispatcher.ResponseData['body'],
  announced: number,
  { maxBodyBytes, hold }: HttpRequest,
): Promise<Buffer> {
  let chunks: Buffer[] = [];
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (Math.max(length, announced) > maxBodyBytes)
      throw new BoundPassed('answer_bytes', `the body is longer than ${maxBodyBytes} bytes`);
    hold(chunk.length);
    // A Buffer takes a hundred bytes, however few are in it.
    if (chunks.push(chunk) < 1_000) continue;
    pieces.push(Buffer.concat(chunks));
    chunks = [];
  }
  return Buffer.concat([...pieces, ...chunks]);
}

function announcesBody(headers: Dispatcher.ResponseData['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
