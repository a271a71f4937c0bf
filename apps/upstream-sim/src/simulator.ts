import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FaultRules } from './faults/fault-rules';
import { HeldAnswers } from './faults/held-answers';
import { operations } from './routes/operations';
import { control } from './server/control';
import { mediaFile } from './server/media-server';
import { Platform } from './server/platform';
import { RequestLog } from './server/request-log';
import { hourlyView } from './wire/view';

export const defaultSession = 'loupe-sim-session';
export const defaultSeed = 'loupe';
const maxBodyBytes = 1024 * 1024;
// Lets pages of any origin show the pictures, as a CDN does.
const openToPages = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

export interface SimulatorOptions {
  readonly port?: number;
  readonly host?: string;
  readonly seed?: string;
  /** Accepted session tokens, separated by commas. */
  readonly sessionToken?: string;
  /** Base of media URLs, without a trailing slash, if clients reach the simulator at another address. */
  readonly publicUrl?: string;
  /** Clock in milliseconds. With a fixed clock, responses are constant. Default: `Date.now`. */
  readonly now?: () => number;
}

export interface Simulator {
  readonly baseUrl: string;
  readonly port: number;
  readonly faults: FaultRules;
  readonly held: HeldAnswers;
  readonly requests: RequestLog;
  /** Closes open connections. Resolves when the port is free. */
  close(): Promise<void>;
}

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const host = options.host ?? '127.0.0.1';
  const server = createServer();
  await once(server.listen(options.port ?? 0, host), 'listening');
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const faults = new FaultRules(operations.map(({ name }) => name));
  const held = new HeldAnswers();
  const requests = new RequestLog();
  const seed = options.seed ?? defaultSeed;
  const clock = { aheadMs: 0 };
  const now = () => (options.now ?? Date.now)() + clock.aheadMs;
  const view = hourlyView(seed, now, options.publicUrl ?? baseUrl);
  const { world } = view();
  const sessions = (options.sessionToken ?? defaultSession).split(',');
  const platform = new Platform({ faults, held, requests, sessions, view });
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    const { method = 'GET', url: target = '/' } = request;
    const [path = '', ...rest] = target.split('?');
    const search = rest.join('?');
    const isControl = path.startsWith('/_sim/');
    if (!isControl && !path.startsWith('/media/')) {
      platform.serve({ request, response, path, search, body });
      return;
    }
    const answer = isControl
      ? control({ clock, faults, held, requests, world, now }, `${method} ${path}`, search, body)
      : mediaFile(world, seed, now(), target);
    response.writeHead(answer.status, { 'content-type': answer.contentType, ...openToPages }).end(answer.body);
  };
  server.on('request', (request, response) => {
    serve(request, response).catch((error: Error) => fail(response, error));
  });
  return { baseUrl, port, faults, held, requests, close: () => close(server) };
}

/** Reports a bug of the simulator as plain text, so that it does not look like a platform error. */
function fail(response: ServerResponse, error: Error): void {
  if (response.headersSent || response.destroyed) response.destroy();
  else response.writeHead(500, { 'content-type': 'text/plain' }).end(`Simulator error: ${error.stack}\n`);
}

/** Reads the body as text. Discards what exceeds one megabyte. */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
