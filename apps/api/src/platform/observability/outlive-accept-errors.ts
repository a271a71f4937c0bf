import type { Server } from 'node:net';
import type { Logger } from 'pino';

/** Keeps a server alive after accept errors, such as too many open files. */
export function outliveAcceptErrors(server: Server, logger: Pick<Logger, 'error'>): void {
  server.on('error', (error) => logger.error({ err: error }, 'failed to accept a connection'));
}
