import type { NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import type { Env } from './config/env';
import { OpenapiService } from './documentation/openapi.service';
import { createOpenapiDocument } from './documentation/openapi-document';
import { readExamples } from './documentation/operation-examples';
import { serveStaticPages } from './documentation/static-pages';
import { ProblemFilter } from './gateway/problem.filter';
import { RequestJournal } from './gateway/request-journal';
import { LoupeExpressAdapter } from './http/loupe-express-adapter';
import { methodGate } from './http/method-gate';
import { createLogger } from './observability/logger';
import { NestLog } from './observability/nest-log';

const options: NestApplicationOptions = {
  // No body is read but the dashboard's, which brings its own parser.
  bodyParser: false,
  // `/audio/trending` goes before `/audio/:audio_id` whatever the order of modules; two routes with one address stop the start.
  routeResolutionStrategy: 'specificity',
  routeConflictPolicy: { duplicate: 'error' },
  abortOnError: false,
};

/** The application as it is served and as it is tested: the one place where it is put together. */
export async function createApp(env: Env): Promise<NestExpressApplication> {
  const logger = createLogger(env);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(env, logger), new LoupeExpressAdapter(), {
    ...options,
    logger: new NestLog(logger),
  });
  app.disable('x-powered-by');
  // An ETag would hash every body, for answers that must not be cached anyway.
  app.disable('etag');
  app.use(methodGate);
  serveStaticPages(app);
  app.useGlobalFilters(new ProblemFilter(logger, app.get(RequestJournal)));
  app
    .get(OpenapiService)
    .makeFrom(() =>
      createOpenapiDocument(app, { examples: readExamples(), pricePerRequestMicros: env.PRICE_PER_REQUEST_USD }),
    );
  return app;
}
