import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import type { CallRequest } from './gateway/call-progress';
import { clock } from './platform/clock';
import type { Env } from './platform/config/env';
import type { Connections } from './platform/http/connections';
import type { LoupeExpressAdapter } from './platform/http/loupe-express-adapter';
import { LOGGER } from './platform/observability/logger';
import { ManagementServer } from './platform/observability/management-server';

/** How long a request that was already being sent when the port closed may take to arrive. */
const arrivingMs = 1_000;
/** Longer than a charge waits for its outcome, so that a request that is being charged still gets its response. */
const givenUpMs = 5_000;
const lookEveryMs = 50;

/**
 * Ends a process. First, `/readyz` and `Connection: close` on every response tell the proxy to use other processes. The
 * proxy has the lame-duck time to change over. Then the port closes, and requests in progress get time to complete.
 * @param requestsMs how long requests in progress may take after the port has closed.
 */
export async function shutDown(app: NestExpressApplication, env: Env, requestsMs: number): Promise<void> {
  const logger = app.get<Logger>(LOGGER);
  const management = app.get(ManagementServer);
  const { connections } = app.getHttpAdapter() as unknown as LoupeExpressAdapter;
  const underWay = () => ({ under_way: connections.unanswered.length });
  logger.info({ ...underWay(), lame_duck_seconds: env.LAME_DUCK_SECONDS }, 'draining: /readyz returns 503');
  management.drain();
  connections.announceClose();
  if (env.LAME_DUCK_SECONDS > 0) await sleep(env.LAME_DUCK_SECONDS * 1_000);
  logger.info({ ...underWay(), shutdown_seconds: requestsMs / 1_000 }, 'the port is closed');
  const server = app.getHttpServer() as Server;
  if (!(await closePort(server, connections, requestsMs))) {
    logger.warn(underWay(), 'requests are still in progress; requests that wait for the upstream get 503');
    await giveUp(connections);
    if (connections.unanswered.length > 0) logger.warn(underWay(), 'connections are cut');
  }
  server.closeAllConnections();
  await app.close();
  await management.close();
  logger.info('stopped');
}

/** @returns whether all requests that had arrived were answered in time. */
async function closePort(server: Server, connections: Connections, withinMs: number): Promise<boolean> {
  let isClosed = false;
  server.close(() => {
    isClosed = true;
  });
  const closedAtMs = clock.nowMs();
  // An idle connection delays the end only for as long as a request may take to arrive.
  const isDone = () => isClosed || (connections.unanswered.length === 0 && clock.nowMs() - closedAtMs > arrivingMs);
  return until(isDone, withinMs, () => server.closeIdleConnections());
}

async function giveUp(connections: Connections): Promise<void> {
  for (const { req } of connections.unanswered) (req as CallRequest).progress?.giveUp();
  await until(() => connections.unanswered.length === 0, givenUpMs);
}

async function until(isDone: () => boolean, withinMs: number, meanwhile = () => {}): Promise<boolean> {
  const endMs = clock.nowMs() + withinMs;
  while (!isDone()) {
    if (clock.nowMs() > endMs) return false;
    await sleep(lookEveryMs);
    meanwhile();
  }
  return true;
}
