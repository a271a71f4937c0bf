import axios, { type AxiosAdapter, AxiosError, type InternalAxiosRequestConfig } from 'axios';
import type { Dispatcher } from 'undici';
import { type Connection, type RequestOptions, reasonOf } from './connection';
import type { Dispatchers } from './dispatchers';
import { BoundPassed, UpstreamFailure } from './failure';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** URL of the HTTP proxy that the request goes through. */
    throughProxy?: string | undefined;
    /** Counts bytes of the body as they arrive; throws where there is no memory for them. */
    hold?: (bytes: number) => void;
  }
}

/** A server that drops a request after more than that has worked on it. */
const unansweredMs = 1_000;
const closedCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** Sends what axios is asked for through undici, and hands the body over as it came. */
export function undiciAdapter(dispatchers: Dispatchers): AxiosAdapter {
  const { origin } = dispatchers;
  return async (config) => {
    let connection: Connection | undefined;
    const options: RequestOptions = {
      origin,
      path: axios.getUri(config).slice(origin.length),
      method: config.method!.toUpperCase() as Dispatcher.HttpMethod,
      headers: config.headers.toJSON() as Record<string, string>,
      body: config.data ?? null,
      signal: config.signal as AbortSignal,
      headersTimeout: config.timeout!,
      bodyTimeout: config.timeout!,
      onConnection: (used) => {
        connection = used;
      },
    };
    try {
      const { statusCode, statusText, headers, body } = await request(
        dispatchers,
        config.throughProxy,
        options,
        () => connection!,
      );
      connection!.responses += 1;
      const isEmpty = statusCode === 204 || statusCode === 304;
      // Some servers send a body all the same: whatever comes next on this connection is no answer to the next request.
      if (isEmpty) connection!.destroy('a response without a body');
      if (isEmpty && announcesBody(headers)) throw new Error(`a body with status ${statusCode}`);
      const data = await bytesOf(body, Number(headers['content-length'] ?? 0), config);
      return { data, status: statusCode, statusText, headers: headers as never, config, request: connection };
    } catch (error) {
      throw failureOf(error, config);
    }
  };
}

async function request(
  dispatchers: Dispatchers,
  proxy: string | undefined,
  options: RequestOptions,
  connection: () => Connection | undefined,
): Promise<Dispatcher.ResponseData> {
  const sentAtMs = performance.now();
  try {
    return await dispatchers.of(proxy).request(options);
  } catch (error) {
    const wasKept = (connection()?.responses ?? 0) > 0;
    const isClosed = closedCodes.has((error as NodeJS.ErrnoException).code ?? '');
    if (!wasKept || !isClosed || performance.now() - sentAtMs > unansweredMs) throw error;
    // The server had closed the connection before the request came there, most often: once more, on one of its own.
    const fresh = dispatchers.open(proxy);
    try {
      return await fresh.request({ ...options, reset: true });
    } finally {
      void fresh.close();
    }
  }
}

function failureOf(error: unknown, config: InternalAxiosRequestConfig): unknown {
  if (error instanceof AxiosError || error instanceof UpstreamFailure || config.signal?.aborted) return error;
  return new AxiosError(reasonOf(error), 'ERR_NETWORK', config);
}

/** @throws {UpstreamFailure} what `hold` throws, and for a body that is too long; whatever ends a body before its end. */
async function bytesOf(body: Dispatcher.ResponseData['body'], announced: number, config: InternalAxiosRequestConfig) {
  const { maxContentLength, hold } = config;
  let chunks: Buffer[] = [];
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (Math.max(length, announced) > maxContentLength!)
      throw new BoundPassed('answer_bytes', `the body is longer than ${maxContentLength} bytes`);
    hold!(chunk.length);
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
