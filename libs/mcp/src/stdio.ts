import { serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import { createServer, type ServerSettings } from './server';

/** Serves the one client at standard input and output, until it closes the input. */
export function serveStdio(settings: ServerSettings, onError: (error: Error) => void): void {
  // Tools never change: there is nothing to subscribe to.
  serve(() => createServer(settings), { maxSubscriptions: 0, onerror: onError });
}
