import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { type Connection, type RequestOptions, reasonOf } from './connection';
import type { Dispatchers } from './dispatchers';
import { BoundPassed, UpstreamFailure } from './failure';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query, including the path of the base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly proxy: string | undefined;
  /** Longest silence of the upstream, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  /** Cancels the request; {@link sendHttp} then throws the signal's reason. */
  readonly signal: AbortSignal;
  /** Counts received bytes. @throws if a memory limit would be exceeded */
  hold(bytes: number): void;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly connection: Connection;
}

// After a longer wait the server has probably processed the request, so it is not repeated.
const unansweredMs = 1_000;
const maxHeadLines = 256;
const closedCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** @throws {UpstreamFailure} `unavailable`, `unusable` for a long body, the error of `hold`, or the signal's reason */
export async function sendHttp(dispatchers: Dispatchers, request: HttpRequest): Promise<HttpResponse> {
  try {
    const [{ statusCode: status, headers, body }, connection] = await respond(dispatchers, request);
    connection.responses += 1;
    // undici bounds the bytes of names and values.
    if (linesOf(headers) > maxHeadLines) {
      connection.destroy('too many header lines');
      throw new Error(`more than ${maxHeadLines} header lines`);
    }
    const isEmpty = status === 204 || status === 304;
    // Some servers send a body regardless, which the next request on this connection would receive as its response.
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
    const isReused = (connection?.responses ?? 0) > 0;
    const isClosed = closedCodes.has((error as NodeJS.ErrnoException).code ?? '');
    if (!isReused || !isClosed || performance.now() - sentAtMs > unansweredMs) throw error;
    // The server most likely closed the idle connection before the request arrived: repeat once on a new connection.
    const unpooled = dispatchers.open(proxy);
    try {
      return [await unpooled.request({ ...options, reset: true }), connection!];
    } finally {
      void unpooled.close();
    }
  }
}

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
    // Each Buffer costs about 100 bytes beside its content, so many small chunks are merged.
    if (chunks.push(chunk) < 1_000) continue;
    pieces.push(Buffer.concat(chunks));
    chunks = [];
  }
  return Buffer.concat([...pieces, ...chunks]);
}

function linesOf(headers: Dispatcher.ResponseData['headers']): number {
  return Object.values(headers).reduce<number>((lines, value) => lines + (Array.isArray(value) ? value.length : 1), 0);
}

function announcesBody(headers: Dispatcher.ResponseData['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
