import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { errorPages } from './error-pages';
import { readStaticFiles, type StaticFile, serveFiles, staticFile } from './static-files';

export interface Documents {
  readonly llms: string;
  readonly openapi: () => object;
  readonly publicUrl: string | undefined;
}

const swaggerUi = dirname(createRequire(__filename).resolve('swagger-ui-dist/package.json'));
const dashboard = join(__dirname, '../../../dashboard/dist');

/** Nothing inline, and only pictures from elsewhere: the playground and the reference show pictures in answers. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:', 'http:', 'https:'],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    manifestSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
};

const secured = helmet({
  contentSecurityPolicy,
  crossOriginEmbedderPolicy: false,
  crossOriginResourcePolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'no-referrer' },
  // Only the proxy in front knows whether there is TLS, and for which names.
  strictTransportSecurity: false,
});

const swaggerUiFiles = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'favicon-32x32.png',
];

/** Everything that is served without a key or a session. */
export function serveStaticPages(app: NestExpressApplication, documents: Documents): void {
  for (const path of ['/docs', '/errors', '/dashboard']) app.use(path, secured);
  app.use('/docs', redirectToFolder, serveReference());
  app.use('/errors', varyByAccept, serveErrorPages(documents));
  app.use(serveDocuments(documents));
  if (existsSync(dashboard)) app.use('/dashboard', serveDashboard());
}

function redirectToFolder(request: Request, response: Response, next: NextFunction): void {
  if (request.originalUrl === '/docs' && /^(GET|HEAD)$/.test(request.method)) response.redirect(301, '/docs/');
  else next();
}

function serveReference(): RequestHandler {
  const files = new Map([...readStaticFiles(join(__dirname, 'assets')), ...readStaticFiles(swaggerUi, swaggerUiFiles)]);
  return serveFiles(({ path }) => files.get(path === '/' ? '/index.html' : path));
}

function varyByAccept(_request: Request, response: Response, next: NextFunction): void {
  response.vary('Accept');
  next();
}

function serveErrorPages({ publicUrl }: Documents): RequestHandler {
  const pages = errorPages(publicUrl);
  return serveFiles((request) => {
    const page = pages.get(withoutSlash(request.path));
    return request.accepts(['json', 'html']) === 'html' ? page?.html : page?.json;
  });
}

/** The machine-readable description is made on the first request for it: most processes are never asked. */
function serveDocuments({ llms, openapi }: Documents): RequestHandler {
  const llmsFile = staticFile('llms.txt', Buffer.from(llms));
  let openapiFile: StaticFile | undefined;
  return serveFiles(({ path }) => {
    switch (withoutSlash(path)) {
      case '/llms.txt':
        return llmsFile;
      case '/openapi.json':
        openapiFile ??= staticFile('openapi.json', Buffer.from(JSON.stringify(openapi(), null, 2)));
        return openapiFile;
      default:
        return undefined;
    }
  });
}

function withoutSlash(path: string): string {
  return path.replace(/(.)\/$/, '$1');
}

/** Built files carry a hash in their name and never change; every other address below /dashboard is the page itself. */
function serveDashboard(): RequestHandler {
  const files = readStaticFiles(dashboard);
  return serveFiles(
    ({ path }) => files.get(path) ?? (/^\/(api|assets)(\/|$)/.test(path) ? undefined : files.get('/index.html')),
    ({ name }) => (name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
  );
}
