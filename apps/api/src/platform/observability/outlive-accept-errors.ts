import type { Server } from 'node:net';
import type { Logger } from 'pino';

/**
 * For a server that listens. A connection that cannot be taken, say because descriptors have run out, is an error of the
 * whole server, which ends the process when nobody listens for it; those that it has go on.
 */
export function outliveAcceptErrors(server: Server, logger: Pick<Logger, 'error'>): void {
  server.on('error', (error) => logger.error({ err: error }, 'a connection could not be taken'));
}
