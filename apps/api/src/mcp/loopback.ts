import { type IncomingMessage, request, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import type { DataApiAnswer } from '@loupe/mcp';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

/** Calls this process's data API over an in-memory connection, with the client IP of the original request. */
@Injectable()
export class Loopback {
  constructor(private readonly adapter: HttpAdapterHost) {}

  get(address: string, headers: Record<string, string>, { socket }: IncomingMessage, signal: AbortSignal) {
    const [near, far] = duplexPair();
    Object.defineProperty(far, 'remoteAddress', { value: socket.remoteAddress });
    (this.adapter.httpAdapter.getHttpServer() as Server).emit('connection', far);
    return new Promise<DataApiAnswer>((resolve, reject) => {
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
