// Shared by lighthouse.mjs and screenshots.mjs: the demo account of a running product, some traffic and a browser.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

const demoFile = join(process.env.DATA_DIR ?? join(root, '.data'), 'demo.json');
if (!existsSync(demoFile)) {
  process.stderr.write('loupe: no product is running. Start it with npm start.\n');
  process.exit(1);
}

export const demo = JSON.parse(readFileSync(demoFile, 'utf8'));

const calls = [
  '/users/1001',
  '/users/1002/followers',
  '/users/username/marta.trails',
  '/hashtags/trail',
  '/users/1005',
];

/** Stays below the demo key's rate limit. */
export async function makeTraffic() {
  for (const path of [...calls, ...calls]) {
    await (await fetch(demo.base_url + path, { headers: { 'x-api-key': demo.api_key } })).arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}

export async function signIn(credentials) {
  const response = await fetch(`${demo.base_url}/dashboard/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  if (!response.ok) throw new Error(`Sign-in failed: ${await response.text()}`);
  return response.headers.get('set-cookie').split(';')[0];
}

/** CHROMIUM_PATH overrides /usr/bin/chromium. */
export const launchBrowser = (...more) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', ...more],
  });
