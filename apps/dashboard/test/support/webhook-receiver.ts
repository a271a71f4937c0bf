import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a webhook was sent. */
export interface ReceivedCall {
  body: string;
  signature: string;
}

/** A server at an address that the product takes for one of the internet (see webhook-detour.cjs); it answers 204. */
export async function startReceiver(): Promise<{ url: string; next: Promise<ReceivedCall>; stop: () => void }> {
  const server = createServer();
  const next = new Promise<ReceivedCall>((resolve) => {
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      response.writeHead(204).end();
      resolve({ body: Buffer.concat(chunks).toString(), signature: String(request.headers['loupe-signature']) });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `https://receiver.example:${port}/loupe`, next, stop: () => server.close() };
}
