// Installs the tools of this folder below .cache, once for each lockfile, and prints their path. The tools are
// large, so only the tests that need them install them.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../../../../scripts/lib/freshness.mjs';
import { withLock } from '../../../../../scripts/lib/lock.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const inputs = ['package.json', 'package-lock.json'];
const hash = createHash('sha256');
for (const name of inputs) hash.update(readFileSync(join(here, name)));
const parent = join(root, '.cache', 'openapi-tools');
const directory = join(parent, hash.digest('hex').slice(0, 16));
const ready = join(directory, 'ready');

function install() {
  const earlier = existsSync(parent) ? readdirSync(parent) : [];
  for (const name of earlier) rmSync(join(parent, name), { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  for (const name of inputs) cpSync(join(here, name), join(directory, name));
  process.stderr.write('Installing the linters and generators of the OpenAPI tests (once) …\n');
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(1);
  writeFileSync(ready, '');
}

await withLock(join(root, '.cache', 'openapi-tools.lock'), async () => {
  if (!existsSync(ready)) install();
});
process.stdout.write(directory);
