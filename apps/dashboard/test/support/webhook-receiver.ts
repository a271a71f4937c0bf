import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedCall {
  body: string;
  signature: string;
}

/** Responds with 204. The product treats the receiver's address as public (see webhook-detour.cjs). */
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
