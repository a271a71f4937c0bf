import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findChromium } from './chromium';

const root = resolve(__dirname, '../../../..');
const startDeadlineMs = 120_000;

export interface RunningProduct {
  process: ChildProcess;
  dataDirectory: string;
}

/** Starts the product the way `npm start` does, on free ports and with data of its own. */
export default async function startProduct(): Promise<void> {
  if (!findChromium()) {
    if (process.env.CI) throw new Error('CI is set, but no Chromium is installed: the browser tests cannot run.');
    process.stderr.write(
      '\n*** No Chromium found: EVERY browser test is left out. Install chromium to run them. ***\n\n',
    );
    return;
  }
  const dataDirectory = mkdtempSync(join(tmpdir(), 'loupe-browser-'));
  const [port, managementPort] = await Promise.all([freePort(), freePort()]);
  const product = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATA_DIR: dataDirectory,
      PORT: String(port),
      MANAGEMENT_PORT: String(managementPort),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  (globalThis as { product?: RunningProduct }).product = { process: product, dataDirectory };
  await waitUntilReady(product, `http://127.0.0.1:${managementPort}/readyz`);
  process.env.LOUPE_DEMO_FILE = join(dataDirectory, 'demo.json');
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

function freePort(): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolvePort(address.port) : reject(new Error('no port')),
      );
    });
  });
}

/** What the product wrote about its demo account. */
export function readDemoFile(): DemoFile {
  const path = process.env.LOUPE_DEMO_FILE ?? '';
  if (!existsSync(path)) throw new Error('The product is not running.');
  return JSON.parse(readFileSync(path, 'utf8')) as DemoFile;
}

export interface Credentials {
  email: string;
  password: string;
}

export interface DemoFile {
  base_url: string;
  api_key: string;
  owner: Credentials;
  support: Credentials;
}
