import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { problemCodes, problemRegistry } from '@loupe/dto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { maxConcurrentPerKey } from '../core/rate-limit/concurrent-requests';
import { PublishedQuality } from '../core/usage/published-quality';
import { type Env, publicUrlOf } from '../platform/config/env';
import { LoupeExpressAdapter } from '../platform/http/loupe-express-adapter';
import { errorPages } from './error-pages';
import { manageDocument } from './manage-document';
import { documentationPages, searchIndex } from './site/documentation';
import type { SiteFacts } from './site/facts';
import { type Frame, pageHtml, widePageHtml } from './site/layout';
import { llmsText } from './site/llms-text';
import { addressOf, markdownAddressOf } from './site/page';
import { daysHtml, statusMarkdown, statusSummary } from './site/status-page';
import { welcomeHtml, welcomeJson } from './site/welcome';
import { madeFile, readStaticFiles, type StaticFile, type StaticFiles, serveFiles } from './static-files';

const styleSheets = ['frame', 'writing', 'code', 'welcome'];
const dashboard = join(__dirname, '../../../dashboard/dist');
const downloads = join(__dirname, '../../dist/downloads');

/** No inline code. Images may come from anywhere, because the playground shows the images in responses. */
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
  // Only the proxy in front of Loupe knows whether there is TLS, and for which names.
  strictTransportSecurity: false,
});

export function serveStaticPages(app: NestExpressApplication, env: Env, openapi: () => OpenAPIObject): void {
  const manage = madeFile('openapi.json', () => JSON.stringify(manageDocument(app, publicUrlOf(env)), null, 2));
  const quality = app.get(PublishedQuality, { strict: false });
  const facts = factsOf(env, openapi, () => quality.latest);
  const built = readBuilt(dashboard);
  const pages = documentationPages(facts);
  const fontAddress = [...built.keys()].find((path) => path.startsWith('/assets/inter-latin-wght'));
  const frame = {
    pages,
    contact: env.CONTACT,
    fontAddress: fontAddress && `/dashboard${fontAddress}`,
    hasStatus: facts.quality !== undefined,
  };
  for (const path of ['/docs', '/errors', '/dashboard']) app.use(path, secured);
  app.use('/docs', serveDocumentation(facts, frame, built));
  app.use('/errors', varyByAccept, serveErrorPages(frame, env.PUBLIC_URL));
  app.use(serveRoot(facts, frame, env.PUBLIC_URL, manage));
  if (facts.quality) app.use('/status', secured, varyByAccept, serveStatus(facts.quality, frame));
  if (built.size > 0) app.use('/dashboard', serveDashboard(built));
  const adapter: unknown = app.getHttpAdapter();
  if (adapter instanceof LoupeExpressAdapter) adapter.notFoundPage = serveNotFound(frame);
}

/** Empty if the folder was not built. All other files are still served. */
function readBuilt(folder: string): StaticFiles {
  return existsSync(folder) ? readStaticFiles(folder) : new Map();
}

function factsOf(env: Env, openapi: () => OpenAPIObject, quality: SiteFacts['quality']): SiteFacts {
  return {
    baseUrl: publicUrlOf(env),
    pricePerRequestMicros: env.PRICE_PER_REQUEST_USD,
    requestsPerSecond: env.RATE_LIMIT_PER_SECOND,
    concurrentRequests: maxConcurrentPerKey(env),
    idempotencySeconds: env.IDEMPOTENCY_SECONDS,
    cachedPricePercent: env.CACHED_PRICE_PERCENT,
    agentBudgetMicros: env.MCP_SESSION_BUDGET_USD,
    contact: env.CONTACT,
    quality: env.PUBLIC_STATUS ? quality : undefined,
    openapi,
  };
}

function serveDocumentation(facts: SiteFacts, frame: Frame, built: StaticFiles): RequestHandler {
  const assets = readStaticFiles(join(__dirname, 'assets'));
  const clients = readBuilt(downloads);
  const titles = new Map(problemCodes.map((code) => [code, problemRegistry[code].title]));
  const styles = () =>
    [built.get('/look.css'), ...styleSheets.map((name) => assets.get(`/styles/${name}.css`))]
      .map((file) => file?.bytes ?? '')
      .join('\n');
  const files = new Map<string, () => StaticFile | undefined>([
    ['/pages.css', madeFile('pages.css', styles)],
    ['/pages.js', () => assets.get('/pages.js')],
    ['/favicon.svg', () => built.get('/favicon.svg')],
    ['/search.json', madeFile('search.json', () => searchIndex(frame.pages, titles))],
  ]);
  for (const page of frame.pages) {
    // Pages of operations have changing figures; other pages are generated once.
    const version = page.kind === 'operation' ? facts.quality : undefined;
    files.set(
      pathOf(addressOf(page)),
      madeFile('page.html', () => pageHtml(page, frame), version),
    );
    files.set(pathOf(markdownAddressOf(page)), madeFile('page.md', page.markdown, version));
  }
  return serveFiles(({ path }) => clients.get(path) ?? files.get(withoutSlash(path))?.());
}

function pathOf(address: string): string {
  return address.slice('/docs'.length) || '/';
}

/** Browsers name HTML when they open a page; programs that accept anything get JSON. */
function isForPerson(request: Request): boolean {
  return request.accepts(['json', 'html']) === 'html';
}

function varyByAccept(_request: Request, response: Response, next: NextFunction): void {
  response.vary('Accept');
  next();
}

function serveErrorPages(frame: Frame, publicUrl: string | undefined): RequestHandler {
  const pages = errorPages(frame, publicUrl);
  return serveFiles((request) => {
    const page = pages.get(withoutSlash(request.path));
    return isForPerson(request) ? page?.html() : page?.json();
  });
}

/** A single handler, because every data request passes through it. */
function serveRoot(
  facts: SiteFacts,
  frame: Frame,
  publicUrl: string | undefined,
  manage: () => StaticFile | undefined,
): RequestHandler {
  const llms = madeFile('llms.txt', () => llmsText(frame.pages, facts, publicUrl));
  const openapi = madeFile('openapi.json', () => JSON.stringify(facts.openapi(), null, 2));
  const html = madeFile('welcome.html', () => welcomeHtml(facts, frame));
  const json = madeFile('welcome.json', () => welcomeJson(publicUrl));
  const serveWelcome = serveFiles((request) => {
    request.res!.vary('Accept');
    return isForPerson(request) ? html() : json();
  });
  const serveDocuments = serveFiles(({ path }) => {
    switch (withoutSlash(path)) {
      case '/llms.txt':
        return llms();
      case '/openapi.json':
        return openapi();
      case '/manage/openapi.json':
        return manage();
      default:
        return undefined;
    }
  });
  const moved: Readonly<Record<string, string>> = facts.quality ? { '/docs/status': '/status' } : {};
  return (request, response, next) => {
    const isOpened = request.path === '/mcp' && request.method === 'GET' && isForPerson(request);
    const target = isOpened ? '/docs/agents' : moved[request.path];
    if (target) response.vary('Accept').redirect(isOpened ? 303 : 301, target);
    else if (request.path === '/') secured(request, response, () => serveWelcome(request, response, next));
    else serveDocuments(request, response, next);
  };
}

function serveStatus(quality: NonNullable<SiteFacts['quality']>, frame: Frame): RequestHandler {
  const page = () => {
    const [markdown, figure] = [statusMarkdown(quality()), daysHtml(quality())];
    return widePageHtml({ title: 'Status', summary: statusSummary, markdown, section: 'Status', figure }, frame);
  };
  const html = madeFile('status.html', page, quality);
  const json = madeFile('status.json', () => JSON.stringify(quality()), quality);
  const find = (request: Request) => (isForPerson(request) ? html() : json());
  return serveFiles(
    (request) => (request.path === '/' ? find(request) : undefined),
    () => 'public, max-age=60',
  );
}

/** A page for people who mistyped an address. Programs get the problem, as from every unknown URL. */
function serveNotFound(frame: Frame): RequestHandler {
  const title = 'Page not found';
  const summary = 'There is nothing at this address.';
  const markdown = `# ${title}\n\n${summary} Search above, or begin with the [documentation](/docs/), the [error codes](/errors) or the [dashboard](/dashboard/).`;
  const html = madeFile('not-found.html', () => widePageHtml({ title, summary, markdown, section: '' }, frame));
  const serve = serveFiles(html, () => 'private, no-store');
  return (request, response, next) => {
    response.vary('Accept');
    if (!['GET', 'HEAD'].includes(request.method) || !isForPerson(request)) return next();
    response.status(404);
    secured(request, response, () => serve(request, response, next));
  };
}

function withoutSlash(path: string): string {
  return path.replace(/(.)\/$/, '$1');
}

/** Assets have a hash in their name and never change. A path outside /api and /assets without a file gets the page. */
function serveDashboard(files: StaticFiles): RequestHandler {
  return serveFiles(
    ({ path }) => files.get(path) ?? (/^\/(api|assets)(\/|$)/.test(path) ? undefined : files.get('/index.html')),
    ({ name }) => (name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
  );
}
