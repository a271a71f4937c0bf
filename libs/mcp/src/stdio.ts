import { serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import { type ServerSettings, serverFor } from './server';
import type { Caller } from './tool-run';

/** Serves one client on standard input and output until the input closes. */
export function serveStdio(settings: ServerSettings, caller: Caller, onError: (error: Error) => void): void {
  const createServer = serverFor(settings);
  serve(() => createServer(caller), { maxSubscriptions: 0, onerror: onError });
}
