import type { INestApplication, NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import { createOpenapiDocument } from './api-docs/openapi-document';
import { readExamples } from './api-docs/operation-examples';
import { serveStaticPages } from './api-docs/static-pages';
import { AppModule } from './app.module';
import { LoadShedder } from './core/rate-limit/load-shedder';
import { AccessLog } from './gateway/access-log';
import { MoneyHeaders } from './gateway/money-headers';
import { ProblemFilter } from './gateway/problem.filter';
import { type Env, publicUrlOf } from './platform/config/env';
import { OutageLog } from './platform/database/outage-log';
import { openPool } from './platform/database/pool.module';
import { LoupeExpressAdapter } from './platform/http/loupe-express-adapter';
import { methodGate } from './platform/http/method-gate';
import { identify, requireHost, shedLoad } from './platform/http/request-middleware';
import { createLogger, NestLog } from './platform/observability/logger';

const options: NestApplicationOptions = {
  // The dashboard and MCP read request bodies with their own parsers. No other route reads a body.
  bodyParser: false,
  // Duplicate routes fail the start. Express matches in declaration order: put `/audio/trending` before `/audio/:audio_id`.
  routeConflictPolicy: { duplicate: 'error' },
  abortOnError: false,
};

/** Creates the application for its documents only, without providers or a database. */
export function createPreview(env: Env): Promise<INestApplication> {
  return NestFactory.create(AppModule.with(env, createLogger({ LOG_LEVEL: 'silent' })), {
    preview: true,
    logger: ['error'],
    abortOnError: false,
  });
}

/** Creates the application for a process or a test. */
export async function createApp(env: Env): Promise<NestExpressApplication> {
  const logger = createLogger(env);
  const adapter = new LoupeExpressAdapter(env.PUBLIC_URL);
  const dataSource = await openPool(env, logger);
  const module = AppModule.with(env, logger, dataSource);
  const made = NestFactory.create<NestExpressApplication>(module, adapter, { ...options, logger: new NestLog(logger) });
  const app = await made.catch(async (error) => {
    await dataSource.destroy().catch(() => undefined);
    throw error;
  });
  app.disable('x-powered-by');
  // An ETag would hash every body, although callers must not cache responses.
  app.disable('etag');
  app.use(identify(env.PUBLIC_URL), shedLoad(app.get(LoadShedder)), requireHost, methodGate);
  let openapi: OpenAPIObject | undefined;
  const facts = {
    baseUrl: publicUrlOf(env),
    examples: readExamples(),
    pricePerRequestMicros: env.PRICE_PER_REQUEST_USD,
    contact: env.CONTACT,
    publicStatus: env.PUBLIC_STATUS,
  };
  // Created on first use, because most processes never serve it.
  serveStaticPages(app, env, () => (openapi ??= createOpenapiDocument(app, facts)));
  app.useGlobalFilters(new ProblemFilter(logger, app.get(OutageLog), app.get(AccessLog), app.get(MoneyHeaders)));
  return app;
}
