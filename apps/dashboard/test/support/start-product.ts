import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserServer, chromium } from 'playwright-core';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { patience } from '../../../../scripts/lib/patience.cjs';
import { StripeStub } from '../../../../scripts/lib/stripe-stub.cjs';
import { browserEndpointVariable } from './browser';
import { findChromium } from './chromium';
import { demoFileVariable, providerPortVariable } from './demo-file';

const root = resolve(__dirname, '../../../..');
const startDeadlineMs = 180_000 * patience;

/** The port where the product expects Stripe. Tests of card payments listen on it. */
export const stripePortVariable = 'LOUPE_STRIPE_PORT';

export interface Running {
  product?: ChildProcess;
  dataDirectory?: string;
  browser?: BrowserServer;
}

// Set-up and teardown share the process, but not their modules.
const shared = globalThis as { browserTests?: Running };
shared.browserTests ??= {};
export const running: Running = shared.browserTests;

/** Starts the product like `npm start`, on free ports with data of its own, and one browser for all tests. */
export default async function startProduct(): Promise<void> {
  const executablePath = findChromium();
  if (!executablePath) return reportMissingChromium();
  const dataDirectory = mkdtempSync(join(tmpdir(), 'loupe-browser-'));
  const ports = [freePort(), freePort(), freePort(), freePort()] as const;
  const [port, managementPort, stripePort, providerPort] = await Promise.all(ports);
  process.env[providerPortVariable] = String(providerPort);
  const product = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATA_DIR: dataDirectory,
      PORT: String(port),
      MANAGEMENT_PORT: String(managementPort),
      LOG_LEVEL: 'error',
      // The calls of tests go on while the machine is slow.
      UPSTREAM_TIMEOUT_MS: `${Math.min(120_000, 15_000 * patience)}`,
      // The provider runs only in the tests of sign-in. Loupe is on localhost, which is another site.
      OIDC_ISSUER: `http://127.0.0.1:${providerPort}`,
      OIDC_CLIENT_ID: 'loupe',
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_NAME: 'Example ID',
      STAFF_DAILY_TOP_UP_USD: '20000',
      ...StripeStub.variablesOf(`http://127.0.0.1:${stripePort}`),
      NODE_OPTIONS: `--require ${join(__dirname, 'webhook-detour.cjs')}`,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  Object.assign(running, { product, dataDirectory });
  running.browser = await chromium.launchServer({ executablePath, args: quietArguments, timeout: startDeadlineMs });
  await waitUntilReady(product, `http://127.0.0.1:${managementPort}/readyz`);
  process.env[stripePortVariable] = String(stripePort);
  process.env[demoFileVariable] = join(dataDirectory, 'demo.json');
  process.env[browserEndpointVariable] = running.browser.wsEndpoint();
}

/** Disables background traffic, and the sandbox, which Chromium cannot use as root in a container. */
const quietArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One process for all pages, so it starts and compiles the scripts once.
  '--renderer-process-limit=1',
];

function reportMissingChromium(): void {
  if (process.env.CI) throw new Error('CI is set, but no Chromium is installed: the browser tests cannot run.');
}

async function waitUntilReady(product: ChildProcess, readyUrl: string): Promise<void> {
  const deadline = Date.now() + startDeadlineMs;
  while (Date.now() < deadline && product.exitCode === null) {
    const answer = await fetch(readyUrl).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error('The product did not become ready.');
}
