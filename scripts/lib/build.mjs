// Compiles the workspaces with SWC (`npm run verify` checks types), bundles the dashboard with Vite, and builds and packs the
// clients.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { transformFile } from '@swc/core';
import { writeCommit } from './commit.mjs';
import { buildFingerprint, compiled, root, writeBuildStamp } from './freshness.mjs';

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
  // `dist` is replaced only when the new one is complete, so that a failed build leaves the last good one.
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

async function bundleDashboard() {
  // Other modes bundle React's development build, which is slower and half again as large.
  const words = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'];
  await run(process.execPath, words, 'apps/dashboard', { NODE_ENV: 'production' });
}

/** Packs the clients that an installation serves, under names without a version. */
async function packClients() {
  const downloads = join(root, 'apps/api/dist/downloads');
  await mkdir(downloads, { recursive: true });
  const options = ['--ignore-scripts', '--offline', '--loglevel=error', '--pack-destination', downloads];
  await run('npm', ['pack', '-w', '@loupe/client', '-w', '@loupe/cli', ...options], '.');
  for (const name of await readdir(downloads))
    await rename(join(downloads, name), join(downloads, name.replace(/-\d.*(?=\.tgz$)/, '')));
  await cp(join(root, 'libs/client-python/loupe.py'), join(downloads, 'loupe.py'));
}

async function run(program, words, directory, variables = {}) {
  const child = spawn(program, words, {
    cwd: join(root, directory),
    env: { ...process.env, ...variables },
    // Standard output belongs to the command that triggered the build, so only errors are shown.
    stdio: ['inherit', 'ignore', 2],
  });
  const [status] = await once(child, 'close');
  if (status !== 0) process.exit(status ?? 1);
}

export async function build() {
  const fingerprint = buildFingerprint();
  await Promise.all(compiled.map(compileWorkspace));
  await Promise.all([
    bundleDashboard(),
    run(process.execPath, ['scripts/build.mjs'], 'libs/client'),
    run(process.execPath, ['scripts/build.mjs'], 'apps/cli'),
  ]);
  await packClients();
  writeCommit(root);
  writeBuildStamp(fingerprint);
}
