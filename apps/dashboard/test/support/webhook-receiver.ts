import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedCall {
  body: string;
  headers: Record<string, string>;
}

/** Collects calls, and answers them. The product treats the receiver's address as public (see webhook-detour.cjs). */
export async function startReceiver(status = 204, answer = '') {
  const calls: ReceivedCall[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    calls.push({ body: Buffer.concat(chunks).toString(), headers: textsOf(request.headers) });
    response.writeHead(status).end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `https://receiver.example:${port}/loupe`, calls, stop: () => server.close() };
}

const textsOf = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
