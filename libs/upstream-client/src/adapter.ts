import axios, { type AxiosAdapter, AxiosError, type InternalAxiosRequestConfig } from 'axios';
import { type Dispatcher, Pool, ProxyAgent } from 'undici';
import { type Connection, NotConnected, type RequestOptions, reasonOf, TrackedClient } from './connection';
import { UpstreamFailure } from './failure';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** URL of the HTTP proxy that the request goes through. */
    throughProxy?: string | undefined;
    /** Counts bytes of the body as they arrive; throws where there is no memory for them. */
    hold?: (bytes: number) => void;
  }
}

/** Of an AxiosError: the request was never sent. */
export const notConnected = 'ERR_NOT_CONNECTED';
/** Of an AxiosError: the body is longer than `maxContentLength`. */
export const tooLong = 'ERR_TOO_LONG';

const maxHeaderSize = 32 * 1_024;
/** A server that drops a request after more than that has worked on it. */
const unansweredMs = 1_000;
const closedCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** Sends what axios is asked for through undici, one request at a time on a connection: straight, or through a proxy for each that is named. */
export class UndiciAdapter {
  private readonly byProxy = new Map<string | undefined, Dispatcher>();

  constructor(
    private readonly origin: string,
    private readonly connectTimeoutMs: number,
  ) {}

  /** Closes what goes through any other proxy, once its requests have ended. */
  keepOnly(proxies: ReadonlySet<string | undefined>): void {
    for (const [proxy, dispatcher] of this.byProxy) {
      if (proxy === undefined || proxies.has(proxy)) continue;
      this.byProxy.delete(proxy);
      void dispatcher.close();
    }
  }

  close(): void {
    for (const dispatcher of this.byProxy.values()) void dispatcher.close();
    this.byProxy.clear();
  }

  readonly send: AxiosAdapter = async (config) => {
    let connection: Connection | undefined;
    const options: RequestOptions = {
      origin: this.origin,
      path: axios.getUri(config).slice(this.origin.length),
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
      const { statusCode, statusText, headers, body } = await this.request(
        config.throughProxy,
        options,
        () => connection,
      );
      connection!.responses += 1;
      const isEmpty = statusCode === 204 || statusCode === 304;
      // Some servers send a body all the same: whatever comes next on this connection is no answer to the next request.
      if (isEmpty) connection!.destroy('a response without a body');
      if (isEmpty && announcesBody(headers)) throw new Error(`a body with status ${statusCode}`);
      const data = await bytesOf(body, Number(headers['content-length'] ?? 0), config);
      return { data, status: statusCode, statusText, headers: headers as never, config, request: connection };
    } catch (error) {
      throw this.failureOf(error, config);
    }
  };

  private async request(
    proxy: string | undefined,
    options: RequestOptions,
    connection: () => Connection | undefined,
  ): Promise<Dispatcher.ResponseData> {
    const sentAtMs = performance.now();
    try {
      return await this.dispatcherOf(proxy).request(options);
    } catch (error) {
      const wasKept = (connection()?.responses ?? 0) > 0;
      const isClosed = closedCodes.has((error as NodeJS.ErrnoException).code ?? '');
      if (!wasKept || !isClosed || performance.now() - sentAtMs > unansweredMs) throw error;
      // The server had closed the connection before the request came there, most often: once more, on one of its own.
      const fresh = this.open(proxy);
      try {
        return await fresh.request({ ...options, reset: true });
      } finally {
        void fresh.close();
      }
    }
  }

  private failureOf(error: unknown, config: InternalAxiosRequestConfig): unknown {
    if (error instanceof AxiosError || error instanceof UpstreamFailure || config.signal?.aborted) return error;
    return new AxiosError(reasonOf(error), error instanceof NotConnected ? notConnected : 'ERR_NETWORK', config);
  }

  private dispatcherOf(proxy: string | undefined): Dispatcher {
    let dispatcher = this.byProxy.get(proxy);
    if (!dispatcher) {
      dispatcher = this.open(proxy);
      this.byProxy.set(proxy, dispatcher);
    }
    return dispatcher;
  }

  private open(proxy: string | undefined): Dispatcher {
    const { connectTimeoutMs } = this;
    const timeout = { timeout: connectTimeoutMs };
    const factory = (origin: URL, options: object) => new TrackedClient(origin, options, connectTimeoutMs);
    const options = { pipelining: 1, maxHeaderSize };
    if (proxy === undefined) return new Pool(this.origin, { ...options, factory, connect: timeout });
    return new ProxyAgent({
      ...options,
      ...credentialsOf(new URL(proxy)),
      uri: proxy,
      factory: (origin: string | URL, ofPool: object) => new Pool(origin, { ...ofPool, factory }),
      requestTls: timeout,
      proxyTls: timeout,
    });
  }
}

/** @throws what `hold` throws, and an AxiosError for a body that is too long or does not come to its end. */
async function bytesOf(body: Dispatcher.ResponseData['body'], announced: number, config: InternalAxiosRequestConfig) {
  const { maxContentLength, hold } = config;
  let chunks: Buffer[] = [];
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (Math.max(length, announced) > maxContentLength!)
      throw new AxiosError(`the body is longer than ${maxContentLength} bytes`, tooLong, config);
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

/** A proxy may want a name without a password. */
function credentialsOf({ username, password }: URL): { token?: string } {
  if (username === '') return {};
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return { token: `Basic ${credentials.toString('base64')}` };
}
