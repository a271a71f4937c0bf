import { serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import { type ServerSettings, serverFor } from './server';
import type { Caller } from './tool-run';

/** Serves the one client at standard input and output, until it closes the input. */
export function serveStdio(settings: ServerSettings, caller: Caller, onError: (error: Error) => void): void {
  const createServer = serverFor(settings);
  // Tools never change: there is nothing to subscribe to.
  serve(() => createServer(caller), { maxSubscriptions: 0, onerror: onError });
}
