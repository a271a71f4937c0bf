import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Answer } from '../wire/answer';
import type { Inbound } from './platform';

const MAX_BODY_BYTES = 1024 * 1024;

/** Pages of any origin may show the pictures, as on a CDN. */
const OPEN_TO_PAGES = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

interface Handlers {
  readonly platform: (inbound: Inbound) => void;
  readonly media: (target: string) => Omit<Answer, 'body'> & { readonly body: Buffer | string };
  readonly control: (call: string, search: string, body: string) => Answer;
}

export function serveWith(server: Server, handlers: Handlers): void {
  server.on('request', (request, response) => {
    serve(handlers, request, response).catch((error: Error) => fail(response, error));
  });
}

async function serve(handlers: Handlers, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  const { method = 'GET', url: target = '/' } = request;
  const [path = '', ...rest] = target.split('?');
  const search = rest.join('?');
  const isControl = path.startsWith('/_sim/');
  if (!isControl && !path.startsWith('/media/')) {
    handlers.platform({ request, response, path, search, body });
    return;
  }
  const answer = isControl ? handlers.control(`${method} ${path}`, search, body) : handlers.media(target);
  response.writeHead(answer.status, { 'content-type': answer.contentType, ...OPEN_TO_PAGES }).end(answer.body);
}

/** The client has gone away, or the simulator has a bug, which must not look like an error of the platform. */
function fail(response: ServerResponse, error: Error): void {
  if (response.headersSent || response.destroyed) response.destroy();
  else response.writeHead(500, { 'content-type': 'text/plain' }).end(`Simulator error: ${error.stack}\n`);
}

/** The body as text without what exceeds a megabyte, which no operation takes. */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
