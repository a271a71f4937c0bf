import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UpstreamFailure } from '../src/failure';
import { userInfo } from '../src/requests/users';
import { UpstreamClient, type UpstreamOptions } from '../src/upstream-client';
import { UpstreamContext } from '../src/upstream-context';

type Handler = (request: IncomingMessage, response: ServerResponse, attempt: number) => void;

/** Starts an HTTP server before each test of a file; the test sets its handler. */
export function testUpstream() {
  const upstream = {
    handler: undefined as Handler | undefined,
    requests: [] as IncomingMessage[],
    clients: [] as UpstreamClient[],
    baseUrl: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientOf(options: Partial<UpstreamOptions> = {}): UpstreamClient {
      const client = new UpstreamClient({ baseUrl: upstream.baseUrl(), ...options });
      upstream.clients.push(client);
      return client;
    },
    send(
      timeoutMs = 60_000,
      options: Partial<UpstreamOptions> = {},
      context = new UpstreamContext(timeoutMs),
    ): Promise<Buffer> {
      return upstream.clientOf(options).send(userInfo('7'), context, 'user');
    },
  };
  const server = createServer((request, response) => {
    upstream.requests.push(request);
    upstream.handler!(request, response, upstream.requests.length);
  });

  beforeEach(async () => {
    upstream.requests = [];
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await Promise.all(upstream.clients.splice(0).map((client) => client.close()));
  });
  return upstream;
}

export async function failureOf(promise: Promise<unknown>): Promise<UpstreamFailure> {
  try {
    await promise;
  } catch (error) {
    return error as UpstreamFailure;
  }
  throw new Error('did not fail');
}
