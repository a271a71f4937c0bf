import type { IncomingHttpHeaders } from 'node:http';
import { release } from '@loupe/lossless-json';
import type { Dispatcher } from 'undici';
import { type Connection, type RequestOptions, reasonOf } from './connection';
import type { Dispatchers } from './dispatchers';
import { LimitExceeded, UpstreamFailure } from './failure';

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
// Each Buffer costs about 100 bytes beside its content, so many small chunks are merged.
const maxLatest = 1_000;
const closedCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** @throws {UpstreamFailure} `unavailable`, `unusable` for a long body, the error of `hold`, or the signal's reason */
export async function sendHttp(dispatchers: Dispatchers, request: HttpRequest): Promise<HttpResponse> {
  try {
    const { status, headers, chunks, connection } = await respond(dispatchers, request);
    const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    // undici has parsed them, and shares them with nobody else.
    if (chunks.length > 1) chunks.forEach(release);
    return { status, headers, body, connection };
  } catch (error) {
    if (request.signal.aborted) throw request.signal.reason;
    throw error instanceof UpstreamFailure ? error : new UpstreamFailure('unavailable', reasonOf(error));
  }
}

async function respond(dispatchers: Dispatchers, request: HttpRequest): Promise<Receiver> {
  const { origin } = dispatchers;
  const sentAtMs = performance.now();
  const first = new Receiver(request);
  try {
    return await first.dispatch(dispatchers.of(request.proxy), { origin });
  } catch (error) {
    const isReused = first.status === 0 && (first.connection?.responses ?? 0) > 0;
    const isClosed = closedCodes.has((error as NodeJS.ErrnoException).code ?? '');
    if (!isReused || !isClosed || performance.now() - sentAtMs > unansweredMs) throw error;
    // The server most likely closed the idle connection before the request arrived: repeat once on a new connection.
    const unpooled = dispatchers.open(request.proxy);
    try {
      return await new Receiver(request).dispatch(unpooled, { origin, reset: true });
    } finally {
      void unpooled.close();
    }
  }
}

/** Receives one response. undici calls it while it parses, and aborts the request if it throws. */
class Receiver implements Dispatcher.DispatchHandler {
  connection!: Connection;
  /** 0 until the head of the response has arrived. */
  status = 0;
  headers: IncomingHttpHeaders = {};
  /** The body, after the end of the response. */
  readonly chunks: Buffer[] = [];
  private readonly latest: Buffer[] = [];
  private length = 0;
  private isEmpty = false;
  private resolve!: (received: this) => void;
  private reject!: (error: Error) => void;

  constructor(private readonly request: HttpRequest) {}

  dispatch(dispatcher: Dispatcher, options: Pick<RequestOptions, 'origin' | 'reset'>): Promise<this> {
    const { method, path, headers, body, timeoutMs } = this.request;
    const onConnection = (used: Connection) => {
      this.connection = used;
    };
    const timeouts = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
    const all: RequestOptions = { ...options, method, path, headers, body: body ?? null, ...timeouts, onConnection };
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
      dispatcher.dispatch(all, this);
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { signal } = this.request;
    const abort = () => controller.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  }

  onResponseStart(_controller: unknown, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    this.status = status;
    this.headers = headers;
    this.connection.responses += 1;
    // undici bounds the bytes of names and values.
    if (linesOf(headers) > maxHeadLines) this.fail(new Error(`more than ${maxHeadLines} header lines`));
    this.isEmpty = status === 204 || status === 304;
    if (this.isEmpty && announcesBody(headers)) this.fail(new Error(`a body with status ${status}`));
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    const { maxBodyBytes, hold } = this.request;
    this.length += chunk.length;
    if (Math.max(this.length, Number(this.headers['content-length'] ?? 0)) > maxBodyBytes)
      this.fail(new LimitExceeded('answer_bytes', `the body is longer than ${maxBodyBytes} bytes`));
    try {
      hold(chunk.length);
    } catch (error) {
      this.fail(error as Error);
    }
    if (this.latest.push(chunk) === maxLatest) this.chunks.push(Buffer.concat(this.latest.splice(0)));
  }

  onResponseEnd(): void {
    // Some servers send a body regardless, which the next request on this connection would receive as its response.
    if (this.isEmpty) this.connection.destroy('a response without a body');
    this.chunks.push(...this.latest);
    this.resolve(this);
  }

  /** undici aborts the request, but would connect again for it if the connection were not closed before. */
  private fail(error: Error): never {
    this.connection.destroy(error.message);
    throw error;
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.reject(error);
  }
}

function linesOf(headers: IncomingHttpHeaders): number {
  return Object.values(headers).reduce<number>((lines, value) => lines + (Array.isArray(value) ? value.length : 1), 0);
}

function announcesBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
