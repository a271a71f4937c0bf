import { type IncomingHttpHeaders, type IncomingMessage, request, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { Injectable, Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

export interface LoopbackAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Who calls from within Loupe. It belongs to the in-memory connection, so no caller from outside can claim to be it. */
export interface InternalCaller {
  /** The API key that pays, of which only the hash is known. */
  readonly key: { readonly hash: Buffer; readonly prefix: string };
  /** Contains a space, which no key of a caller may contain. */
  readonly idempotencyKey: `${string} ${string}`;
}

const internalCallers = new WeakMap<object, InternalCaller>();

export const internalCallerOf = ({ socket }: Pick<IncomingMessage, 'socket'>): InternalCaller | undefined =>
  internalCallers.get(socket);

interface Origin {
  readonly headers?: Record<string, string>;
  readonly remoteAddress?: string | undefined;
  readonly internal?: InternalCaller;
}

/** Calls this process's data API over an in-memory connection. */
@Injectable()
export class Loopback {
  constructor(private readonly adapter: HttpAdapterHost) {}

  /** @param remoteAddress the client IP of the request on whose behalf this calls */
  get(
    address: string,
    { headers = {}, remoteAddress, internal }: Origin,
    signal: AbortSignal,
  ): Promise<LoopbackAnswer> {
    const [near, far] = duplexPair();
    Object.defineProperty(far, 'remoteAddress', { value: remoteAddress });
    if (internal) internalCallers.set(far, internal);
    (this.adapter.httpAdapter.getHttpServer() as Server).emit('connection', far);
    return new Promise((resolve, reject) => {
      const createConnection = () => near as Socket;
      const outgoing = request({ createConnection, path: address, headers: { host: 'loupe', ...headers }, signal });
      // Destroys the server's end too, so that nobody is charged after the caller has left.
      outgoing.on('close', () => far.destroy());
      outgoing.on('error', reject);
      outgoing.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status, headers: received } = response;
          resolve({ status: status!, headers: received, body: Buffer.concat(chunks).toString() });
        });
      });
      outgoing.end();
    });
  }
}

@Module({ providers: [Loopback], exports: [Loopback] })
export class LoopbackModule {}
