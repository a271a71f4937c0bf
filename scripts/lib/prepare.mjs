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
  // No dependency needs an install script. Dev dependencies are needed to build, in production too.
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

/** Installs and builds what is missing or outdated. Concurrent processes wait for one of them to do it. */
export async function prepare() {
  if (major < 20 || (major === 20 && minor < 19)) fail(`Node.js 20.19 or newer is needed; this is ${process.version}`);
  if (isInstalled() && isBuilt()) return;
  await withLock(prepareLock, async () => {
    if (!isInstalled()) install();
    if (!isBuilt()) await build();
  });
}
