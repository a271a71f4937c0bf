import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import helmet from 'helmet';
import sirv from 'sirv';

const swaggerUi = dirname(createRequire(__filename).resolve('swagger-ui-dist/package.json'));
const dashboard = join(__dirname, '../../../dashboard/dist');

/** Nothing inline, nothing from elsewhere but pictures: the playground and the reference show those of answers. */
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
  // Whether there is TLS, and for which names, is known to the proxy in front alone.
  strictTransportSecurity: false,
});

/** Serves the reference below /docs and the dashboard's page below /dashboard. */
export function serveStaticPages(app: NestExpressApplication): void {
  for (const path of ['/docs', '/errors', '/dashboard']) app.use(path, secured);
  app.use('/docs', express.static(join(__dirname, 'assets')), express.static(swaggerUi, { index: false }));
  if (existsSync(dashboard)) serveDashboard(app);
}

/**
 * Built files carry a hash in their name and never change; every other address below /dashboard is the page itself.
 * The build has written a compressed copy beside every text file, which is sent to whoever takes it.
 */
function serveDashboard(app: NestExpressApplication): void {
  const files = sirv(dashboard, {
    brotli: true,
    gzip: true,
    single: true,
    ignores: [/^\/(api|assets)(\/|$)/],
    setHeaders: (response, path) =>
      response.setHeader(
        'cache-control',
        path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  });
  app.use('/dashboard', files);
}
