import { type IncomingMessage, request, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import type { DataApiAnswer } from '@loupe/mcp';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

/**
 * Asks the data API of this very process, over HTTP in memory: whatever a request passes through on its way from a socket to
 * the ledger, these pass through, in the same order, and come from the same address as whoever they are made for.
 */
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
      // The other end must notification, too: nobody is charged for an answer that nobody waits for.
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
