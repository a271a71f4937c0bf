import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FaultRules } from './faults/fault-rules';
import { OPERATIONS } from './routes/operations';
import { control } from './server/control';
import { close, serveWith } from './server/http-server';
import { mediaFile } from './server/media-server';
import { Platform } from './server/platform';
import { RequestLog } from './server/request-log';
import { hourlyView } from './wire/view';

export const DEFAULT_SESSION = 'loupe-sim-session';
export const DEFAULT_SEED = 'loupe';

export interface SimulatorOptions {
  readonly port?: number;
  readonly host?: string;
  readonly seed?: string;
  /** The session token that requests must carry, or several, separated by commas. */
  readonly sessionToken?: string;
  /** How links of pictures begin, without a trailing slash, when they are reached by another address. */
  readonly publicUrl?: string;
  /** The clock in milliseconds. With a fixed one, every answer of a port is constant. Default `Date.now`. */
  readonly now?: () => number;
}

export interface Simulator {
  /** `http://host:port`, without a trailing slash. */
  readonly baseUrl: string;
  readonly port: number;
  readonly faults: FaultRules;
  readonly requests: RequestLog;
  /** Closes open connections, and resolves when the port is free again. */
  close(): Promise<void>;
}

/** Rejects with the system's error when the port is taken. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const host = options.host ?? '127.0.0.1';
  const server = createServer();
  await once(server.listen(options.port ?? 0, host), 'listening');
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const faults = new FaultRules(OPERATIONS.map(({ name }) => name));
  const requests = new RequestLog();
  const seed = options.seed ?? DEFAULT_SEED;
  const now = options.now ?? Date.now;
  const view = hourlyView(seed, now, options.publicUrl ?? baseUrl);
  const { world } = view();
  const sessions = (options.sessionToken ?? DEFAULT_SESSION).split(',');
  const platform = new Platform({ faults, requests, sessions, view });
  serveWith(server, {
    platform: (inbound) => platform.serve(inbound),
    media: (target) => mediaFile(world, seed, now(), target),
    control: (call, search, body) => control({ faults, requests, world }, call, search, body),
  });
  return { baseUrl, port, faults, requests, close: () => close(server) };
}
