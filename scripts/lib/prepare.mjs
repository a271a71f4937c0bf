import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeCommit } from './commit.mjs';
import { hasTools, installedRecord, isBuilt, isInstalled, prepareLock, root } from './freshness.mjs';
import { holdFor, withLock } from './lock.mjs';
import { showStep } from './progress.mjs';

const [major, minor] = process.versions.node.split('.').map(Number);

function fail(message) {
  process.stderr.write(`loupe: ${message}\n`);
  process.exit(1);
}

/** @param words of npm. No dependency needs an install script. */
async function runNpm(words) {
  const child = spawn('npm', [...words, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  const release = holdFor(prepareLock, child.pid);
  const [status] = await once(child, 'close');
  release();
  return status === 0;
}

async function install(wanted) {
  const which = wanted === 'all' || hasTools() ? '--include=dev' : '--omit=dev';
  if (!existsSync(installedRecord)) return runNpm(['ci', which]);
  // Adds to what is there. Without its record, an interrupted installation is known as one, and the next start begins anew.
  const record = readFileSync(installedRecord);
  rmSync(installedRecord);
  const installed = await runNpm(['install', '--no-save', which]);
  if (!installed) writeFileSync(installedRecord, record);
  return installed;
}

async function installMissing(wanted) {
  if (isInstalled(wanted)) return;
  const what = wanted === 'all' ? 'packages, also those of the tests' : 'packages';
  if (!(await showStep(`Installing ${what}`, () => install(wanted)))) fail('npm could not install packages; see above');
}

/** Installs what is missing or outdated. @param wanted as in `isInstalled` */
export async function installPackages(wanted) {
  if (major < 20 || (major === 20 && minor < 19)) fail(`Node.js 20.19 or newer is needed; this is ${process.version}`);
  if (!isInstalled(wanted)) await withLock(prepareLock, () => installMissing(wanted));
}

/** Installs and builds what is missing or outdated. Concurrent processes wait for one of them to do it. */
export async function prepare(wanted = 'all') {
  await installPackages(wanted);
  if (isBuilt()) return writeCommit(root);
  await withLock(prepareLock, async () => {
    if (isBuilt()) return;
    const { build } = await import('./build.mjs');
    await showStep('Building', build);
  });
}
