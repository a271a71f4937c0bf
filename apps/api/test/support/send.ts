import { type IncomingHttpHeaders, request } from 'node:http';

// biome-ignore lint/suspicious/noExplicitAny: bodies have hundreds of members, of which a test reads a few
export type AnyJson = any;

export interface SentReply {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  /** Undefined if the body is compressed or is not JSON. */
  json: AnyJson;
}

export interface SendOptions {
  method?: string;
  key?: string | undefined;
  headers?: Record<string, string>;
  /** Aborts the request, like a caller who disconnects. */
  signal?: AbortSignal;
}

/** Sends one HTTP request. Unlike `fetch`, it sends the path unchanged, requests no compression and decompresses nothing. */
export function send(baseUrl: string, path: string, options: SendOptions = {}): Promise<SentReply> {
  const { hostname, port } = new URL(baseUrl);
  const { method = 'GET', key, headers, signal } = options;
  const sent = { ...(key === undefined ? {} : { 'x-api-key': key }), ...headers };
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path, headers: sent, ...(signal ? { signal } : {}) });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString();
        const { 'content-type': type = '', 'content-encoding': encoding } = response.headers;
        const isJson = /json/.test(type) && encoding === undefined && bytes.length > 0;
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          bytes,
          text,
          json: isJson ? JSON.parse(text) : undefined,
        });
      });
    });
    outgoing.end();
  });
}
