import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { DemoService } from './cli/demo/demo.service';
import { readEnvOfStart, warnAtStart } from './cli/start/start-checks';
import { createApp } from './configure-app';
import { clock } from './platform/clock';
import { type Env, lastRequestsMs, publicUrlOf } from './platform/config/env';
import { isComingBack, startFailure } from './platform/database/failures';
import { startupTimeouts } from './platform/database/open-database';
import { createLogger, LOGGER } from './platform/observability/logger';
import { ManagementServer, outliveAcceptErrors } from './platform/observability/management-server';
import { commit, version } from './platform/version';
import { shutDown } from './shutdown';

/** Pause between attempts to start while the database is coming back. */
const retryMs = 500;

export interface RunningServer {
  app: NestExpressApplication;
  env: Env;
  /** Waits up to `requestsMs` for requests in progress, then closes everything. Safe to call twice. */
  stop(requestsMs?: number): Promise<void>;
}

/**
 * Starts the API: the database, then the management port, and last the public port, when all is ready.
 * @throws {Error} with plain text for the operator, one line per error.
 */
export async function startServer(source: NodeJS.ProcessEnv = process.env): Promise<RunningServer> {
  const env = await readEnvOfStart(source, true);
  warnAtStart(env, source, createLogger(env));
  const app = await startApp(env);
  app.get<Logger>(LOGGER).info({ port: env.PORT, version, commit }, 'listening');
  let stopping: Promise<void> | undefined;
  return { app, env, stop: (requestsMs = lastRequestsMs(env)) => (stopping ??= shutDown(app, env, requestsMs)) };
}

/** Starts over when the database goes away, or runs out of connections, during the start. */
async function startApp(env: Env): Promise<NestExpressApplication> {
  const giveUpMs = clock.nowMs() + startupTimeouts.restartMs;
  for (let attempt = 1; ; attempt++) {
    let app: NestExpressApplication | undefined;
    try {
      app = await createApp(env);
      await app.init();
      await app.get(ManagementServer).listen();
      if (env.DEMO) await app.get(DemoService).ensure(env.DATA_DIR, addressesOf(env));
      await app.listen(env.PORT, env.HOST);
      outliveAcceptErrors(app.getHttpServer() as Server, app.get<Logger>(LOGGER));
      return app;
    } catch (error) {
      if (attempt === 1 && isComingBack(error))
        createLogger(env).warn({ reason: String(error) }, 'the database went away during the start: starting over');
      await app?.get(ManagementServer).close();
      await app?.close().catch(() => undefined);
      if (!isComingBack(error) || clock.nowMs() > giveUpMs) throw startFailure(error, env);
      await sleep(retryMs);
    }
  }
}

function addressesOf(env: Env) {
  const { MANAGEMENT_HOST, MANAGEMENT_PORT } = env;
  const base = publicUrlOf(env);
  return {
    base_url: base,
    dashboard_url: `${base}/dashboard/`,
    management_url: `http://${MANAGEMENT_HOST}:${MANAGEMENT_PORT}`,
  };
}
