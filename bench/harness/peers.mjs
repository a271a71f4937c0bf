import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import { freePort } from '../../scripts/lib/free-port.cjs';
import { Peer } from './peer.mjs';
import { thisCheckout } from './product.mjs';

const script = (path) => new URL(`../${path}`, import.meta.url);

/** The product without a part of its request path: `charge` or `key` (the rate with it). */
export function startLoupeWithout(part, platform) {
  return startLoupe(`Loupe without ${part}`, platform, {
    script: script('peers/loupe-without.mjs'),
    parameters: [`--without=${part}`],
  });
}

/** Every other way to answer the same request, by the name it has in the results. Each takes the platform it stands on. */
export const peers = {
  'leanest node:http relay': relay('leanest node:http relay', 'peers/node-relay.mjs'),
  'node:http pipe': relay('node:http pipe', 'peers/node-pipe.mjs'),
  'Express + http-proxy-middleware': relay('Express + http-proxy-middleware', 'peers/express-proxy.mjs'),
  '@fastify/http-proxy': relay('@fastify/http-proxy', 'peers/fastify-proxy.mjs'),
  'textbook Nest': startTextbookNest,
  Loupe: (platform, options) => startLoupe('Loupe', platform, options),
};

export const baseline = 'leanest node:http relay';
export const pipe = 'node:http pipe';

/** What `work` comes to with running peers, by functions that start them; none outlives it. */
export async function withRunning(starts, platform, work) {
  const running = [];
  try {
    for (const start of starts) running.push(await start(platform));
    return await work(running);
  } finally {
    for (const peer of running) await peer.stop();
  }
}

function relay(name, path) {
  return (platform, options) => Peer.start(name, script(path), { UPSTREAM_BASE_URL: platform.upstream.url }, options);
}

/** The nearest of them on another Node.js, by the same names. @param runtime its program */
export function nearestOn(runtime) {
  return [baseline, pipe, 'Loupe'].map((name) => (platform) => peers[name](platform, { runtime }));
}

/** It has decorators, so it is compiled as the product is. */
async function startTextbookNest(platform) {
  const { code } = await transformFile(fileURLToPath(script('peers/textbook-nest.ts')), {
    configFile: fileURLToPath(script('../.swcrc')),
    sourceMaps: false,
  });
  mkdirSync(script('dist/'), { recursive: true });
  writeFileSync(script('dist/textbook-nest.cjs'), code);
  return Peer.start('textbook Nest', script('dist/textbook-nest.cjs'), {
    UPSTREAM_BASE_URL: platform.upstream.url,
    DATABASE_URL: await platform.createDatabase('textbook'),
  });
}

/** The product as it is built in the folder `product`, and started. `nodeFlags` are for profiling, `environment` for whatever differs from its defaults. */
export async function startLoupe(name, platform, { environment = {}, ...options } = {}) {
  const { product = thisCheckout } = options;
  return Peer.start(
    name,
    options.script ?? new URL('apps/api/dist/main.js', product),
    {
      HOST: '127.0.0.1',
      MANAGEMENT_PORT: `${await freePort()}`,
      DATABASE_URL: await platform.createLoupeDatabase(options.product),
      UPSTREAM_BASE_URL: platform.upstream.url,
      CURSOR_SECRET: 'bench'.padEnd(32, '.'),
      SECRETS_KEY: 'bench too'.padEnd(32, '.'),
      PUBLIC_URL: 'http://127.0.0.1',
      DEMO: 'false',
      // Nothing is in front.
      LAME_DUCK_SECONDS: '0',
      ...environment,
    },
    options,
  );
}
