// Runs a script of this repository, or a program of its packages, and installs and builds first what that needs and misses:
// `node scripts/run.mjs bench/ledger.mjs`, `node scripts/run.mjs biome check .`
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/freshness.mjs';
import { installPackages, prepare } from './lib/prepare.mjs';

const [name, ...words] = process.argv.slice(2);
if (name.endsWith('.mjs')) {
  await prepare();
  const script = join(root, name);
  process.argv.splice(1, 2, script);
  await import(pathToFileURL(script).href);
} else {
  await installPackages('all');
  const program = spawn(join(root, 'node_modules/.bin', name), words, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const [status] = await once(program, 'close');
  process.exitCode = status ?? 1;
}
