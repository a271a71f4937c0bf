// Brings node_modules and the build up to date; says what it does, because on a fresh clone it takes a while.
import { spawnSync } from 'node:child_process';
import { isBuilt, isInstalled, prepareLock, root } from './freshness.mjs';
import { withLock } from './lock.mjs';

const [major, minor] = process.versions.node.split('.').map(Number);

function fail(message) {
  process.stderr.write(`loupe: ${message}\n`);
  process.exit(1);
}

function install() {
  process.stderr.write('Installing packages (first start, or they changed) …\n');
  // No dependency needs an install script, so none is run. In production, too, what is built with is needed.
  const { status } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0) fail('npm ci failed; see above');
}

async function build() {
  process.stderr.write('Building …\n');
  const { build } = await import('../build.mjs');
  await build();
}

/** Installs and builds what is missing or out of date. Of several processes at once, one does it and the others wait. */
export async function prepare() {
  if (major < 20 || (major === 20 && minor < 19)) fail(`Node.js 20.19 or newer is needed; this is ${process.version}`);
  if (isInstalled() && isBuilt()) return;
  await withLock(prepareLock, async () => {
    if (!isInstalled()) install();
    if (!isBuilt()) await build();
  });
}
