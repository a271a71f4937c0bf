import type { Server } from 'node:net';
import type { Logger } from 'pino';

/**
 * Keeps a listening server alive after accept errors, such as too many open files. Without a listener they end the
 * process.
 */
export function outliveAcceptErrors(server: Server, logger: Pick<Logger, 'error'>): void {
  server.on('error', (error) => logger.error({ err: error }, 'failed to accept a connection'));
}
