import type { Server } from 'node:net';
import type { Logger } from 'pino';

/**
 * For a listening server. Failing to accept a connection, for example when file descriptors run out, is an error of the whole
 * server, and without a listener it ends the process. Open connections are not affected.
 */
export function outliveAcceptErrors(server: Server, logger: Pick<Logger, 'error'>): void {
  server.on('error', (error) => logger.error({ err: error }, 'failed to accept a connection'));
}
