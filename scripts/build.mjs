// Compiles every TypeScript workspace with SWC (types are checked by `npm run verify`) and bundles the dashboard with Vite.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformFile } from '@swc/core';
import { buildFingerprint, preparing, root, writeBuildStamp } from './lib/freshness.mjs';
import { takeTurn } from './lib/turns.mjs';

const compiled = [
  'libs/media-id',
  'libs/lossless-json',
  'libs/upstream-client',
  'libs/dto',
  'libs/mcp',
  'apps/api',
  'apps/upstream-sim',
];

async function compileWorkspace(workspace) {
  const source = join(root, workspace, 'src');
  const dist = join(root, workspace, 'dist');
  const output = `${dist}.new`;
  await rm(output, { recursive: true, force: true });
  const files = (await readdir(source, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  for (const file of files) {
    const from = join(file.parentPath, file.name);
    const to = join(output, relative(source, from));
    if (/\.(spec|test)\.ts$|\.d\.ts$/.test(file.name)) continue;
    await mkdir(dirname(to), { recursive: true });
    if (!file.name.endsWith('.ts')) await cp(from, to);
    else await compileFile(from, to.replace(/\.ts$/, '.js'));
  }
  // Swapped when complete: a build that fails half-way leaves the last good one, and there is hardly a moment without any.
  const replaced = `${dist}.old`;
  await rm(replaced, { recursive: true, force: true });
  if (existsSync(dist)) await rename(dist, replaced);
  await rename(output, dist);
  await rm(replaced, { recursive: true, force: true });
}

async function compileFile(from, to) {
  const { code, map } = await transformFile(from, { configFile: join(root, '.swcrc') });
  await writeFile(to, `${code}\n//# sourceMappingURL=${relative(dirname(to), to)}.map\n`);
  await writeFile(`${to}.map`, map);
}

function bundleDashboard() {
  if (!existsSync(join(root, 'apps/dashboard/vite.config.ts'))) return;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'apps/dashboard'),
    // With any other mode the page would carry React's development build, which is slow and half as large again.
    env: { ...process.env, NODE_ENV: 'production' },
    // Everything goes to standard error: standard output belongs to the command that found the build out of date.
    stdio: ['inherit', 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
}

export async function build() {
  const fingerprint = buildFingerprint();
  await Promise.all(compiled.map(compileWorkspace));
  bundleDashboard();
  writeBuildStamp(fingerprint);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await takeTurn(preparing, build);
