import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import { freePort } from '../../scripts/lib/free-port.cjs';
import { Peer } from './peer.mjs';
import { createDatabase, createLoupeDatabase } from './platform.mjs';
import { thisCheckout } from './product.mjs';

const script = (path) => new URL(`../${path}`, import.meta.url);

export const peers = {
  relay: startRelay('leanest node:http relay', 'peers/node-relay.mjs'),
  pipe: startRelay('node:http pipe', 'peers/node-pipe.mjs'),
  fastify: startRelay('@fastify/http-proxy', 'peers/fastify-proxy.mjs'),
  textbookNest: startTextbookNest,
  loupe: startLoupe,
};

export async function withRunning(starters, platform, work) {
  const running = [];
  try {
    for (const start of starters) running.push(await start(platform));
    return await work(running);
  } finally {
    for (const peer of running) await peer.stop();
  }
}

function startRelay(name, path) {
  return (platform) => Peer.start(name, script(path), { UPSTREAM_BASE_URL: platform.upstreamUrl });
}

async function startTextbookNest(platform) {
  const { code } = await transformFile(fileURLToPath(script('peers/textbook-nest.ts')), {
    configFile: fileURLToPath(script('../.swcrc')),
    sourceMaps: false,
  });
  mkdirSync(script('dist/'), { recursive: true });
  writeFileSync(script('dist/textbook-nest.cjs'), code);
  return Peer.start('textbook Nest', script('dist/textbook-nest.cjs'), {
    UPSTREAM_BASE_URL: platform.upstreamUrl,
    DATABASE_URL: await createDatabase(platform),
  });
}

/** @param product URL of the root folder of a built checkout */
async function startLoupe(platform, name = 'Loupe', product = thisCheckout) {
  const { url, apiKeys } = await createLoupeDatabase(platform, product);
  const loupe = await Peer.start(name, new URL('apps/api/dist/main.js', product), {
    HOST: '127.0.0.1',
    MANAGEMENT_PORT: `${await freePort()}`,
    DATABASE_URL: url,
    UPSTREAM_BASE_URL: platform.upstreamUrl,
    CURSOR_SECRET: 'bench'.padEnd(32, '.'),
    SECRETS_KEY: 'bench too'.padEnd(32, '.'),
    PUBLIC_URL: 'http://127.0.0.1',
    DEMO: 'false',
    // All requests come from two keys, and one key may use only a third of this limit.
    MAX_CONCURRENT_REQUESTS: '3000',
    // There is no proxy that has to notice the shutdown.
    LAME_DUCK_SECONDS: '0',
  });
  return Object.assign(loupe, { apiKeys, databaseUrl: url });
}
