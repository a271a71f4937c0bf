import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FaultBook } from './faults/fault-book';
import { Gallery } from './pictures/gallery';
import { OPERATIONS } from './routes/operations';
import { catalogueOf } from './server/catalogue';
import { Control } from './server/control';
import { MediaServer } from './server/media-server';
import { Platform } from './server/platform';
import { RequestLog } from './server/request-log';
import { Router } from './server/router';
import { MediaLinks } from './wire/media-links';
import type { View } from './wire/view';
import { World } from './world/world';

export const DEFAULT_SESSION = 'loupe-sim-session';
export const DEFAULT_SEED = 'loupe';
const MAX_BODY_BYTES = 1024 * 1024;
const HOUR_SECONDS = 3600;

export interface SimulatorOptions {
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Equal seeds give equal worlds. */
  readonly seed?: string;
  /** The session token that requests must carry, or several, separated by commas. */
  readonly sessionToken?: string;
  /** The clock, in milliseconds; a fixed one makes every body of a port constant. Default `Date.now`. */
  readonly now?: () => number;
}

export interface Simulator {
  /** `http://host:port`, without a slash at the end. */
  readonly baseUrl: string;
  readonly port: number;
  readonly faults: FaultBook;
  readonly requests: RequestLog;
  /** Resolves when the port is free again; open connections are cut. */
  close(): Promise<void>;
}

/** Starts a simulated platform. Rejects with the system's error when the port is taken. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const host = options.host ?? '127.0.0.1';
  const server = createServer();
  await listen(server, options.port ?? 0, host);
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const faults = new FaultBook(OPERATIONS.map(({ name }) => name));
  const requests = new RequestLog();
  const seed = options.seed ?? DEFAULT_SEED;
  const view = hourlyView(seed, options.now ?? Date.now, baseUrl);
  const platform = new Platform({
    router: new Router(OPERATIONS),
    faults,
    log: requests,
    sessions: (options.sessionToken ?? DEFAULT_SESSION).split(','),
    view,
  });
  const media = new MediaServer(new Gallery(view().world), seed, options.now ?? Date.now);
  const control = new Control({
    faults,
    log: requests,
    operations: OPERATIONS,
    catalogue: () => catalogueOf(view().world),
  });
  server.on('request', (request, response) => {
    serve({ request, response, platform, control, media }).catch((error: Error) => fail(response, error));
  });
  return { baseUrl, port, faults, requests, close: () => close(server) };
}

/** The view changes at full hours only; between them equal requests get equal bytes. */
function hourlyView(seed: string, now: () => number, baseUrl: string): () => View {
  const world = new World(seed);
  let current: View | undefined;
  return () => {
    const hour = Math.floor(now() / 1000 / HOUR_SECONDS);
    const nowSeconds = hour * HOUR_SECONDS;
    if (current?.nowSeconds !== nowSeconds) current = { world, links: new MediaLinks(baseUrl, seed, hour), nowSeconds };
    return current;
  };
}

/** Pages of any origin may show the pictures, as with a CDN. */
const OPEN_TO_PAGES = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly platform: Platform;
  readonly control: Control;
  readonly media: MediaServer;
}

async function serve({ request, response, platform, control, media }: Exchange): Promise<void> {
  const body = await readBody(request);
  const [path = '', search = ''] = splitTarget(request.url ?? '/');
  const isControl = path.startsWith('/_sim/');
  if (!isControl && !path.startsWith('/media/')) {
    platform.serve({ request, response, path, search, body });
    return;
  }
  const answer = isControl
    ? control.answer(request.method ?? 'GET', path, new URLSearchParams(search), body)
    : media.answer(path, request.url ?? '/');
  response.writeHead(answer.status, { 'content-type': answer.contentType, ...OPEN_TO_PAGES }).end(answer.body);
}

/** A caller that went away, or a mistake of the simulator's own; the latter must not look like the platform's. */
function fail(response: ServerResponse, error: Error): void {
  if (response.headersSent || response.destroyed) response.destroy();
  else response.writeHead(500, { 'content-type': 'text/plain' }).end(`Simulator error: ${error.stack}\n`);
}

function splitTarget(target: string): [path: string, search: string] {
  const at = target.indexOf('?');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
}

/** The body as text; what exceeds a megabyte is left out: no operation takes that much. */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
