// Checks whether node_modules and the build match their inputs. If they do, a start neither installs nor builds.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Lock of the process that installs or builds. */
export const prepareLock = join(root, '.cache', 'prepare.lock');

export const compiled = [
  'libs/media-id',
  'libs/lossless-json',
  'libs/upstream-client',
  'libs/dto',
  'libs/mcp',
  'apps/api',
  'apps/upstream-sim',
];

const built = [...compiled, 'apps/cli', 'apps/dashboard', 'libs/client'].map((name) => join(root, name, 'dist'));
const buildStamp = join(root, '.cache', 'build-stamp');
const buildInputs = ['apps', 'libs', 'scripts/lib/build.mjs', '.swcrc', 'tsconfig.base.json', 'package-lock.json'];
const notInputs = new Set(['node_modules', 'dist', 'dist.new', 'dist.old', 'test', '.cache']);

const readOrEmpty = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

function* filesBelow(path) {
  if (statSync(path).isFile()) return yield path;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (!notInputs.has(entry.name)) yield* filesBelow(join(path, entry.name));
  }
}

/** Hashes content rather than modification times: a checkout of other content must rebuild, a `touch` must not. */
export function buildFingerprint() {
  const hash = createHash('sha256').update(process.version);
  for (const path of buildInputs) {
    for (const file of [...filesBelow(join(root, path))].sort())
      hash.update(relative(root, file)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

const lockfile = join(root, 'package-lock.json');

/** npm's record of the packages in node_modules. npm writes it last, so an interrupted installation leaves none. */
export const installedRecord = join(root, 'node_modules', '.package-lock.json');

const packagesOf = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {});

/**
 * Compares the lockfile with npm's record. Packages for other platforms may be absent.
 * @param wanted `run`: what running and building need (`dependencies`); `all`: also tests, linters and benchmarks (`devDependencies`)
 */
export function isInstalled(wanted) {
  const installed = packagesOf(installedRecord);
  return Object.entries(packagesOf(lockfile))
    .filter(([path, { optional, devOptional }]) => path.includes('node_modules/') && !optional && !devOptional)
    .filter(([, { dev }]) => wanted === 'all' || !dev)
    .every(([path, { version }]) => path in installed && installed[path].version === version);
}

/** Whether packages of tests, linters or benchmarks are installed. An installation that has them keeps them. */
export const hasTools = () => Object.values(packagesOf(installedRecord)).some(({ dev }) => dev);

export const isBuilt = () => built.every(existsSync) && readOrEmpty(buildStamp) === buildFingerprint();

/** @param fingerprint of the sources before the build, so that the next build includes changes made during this one */
export function writeBuildStamp(fingerprint) {
  mkdirSync(dirname(buildStamp), { recursive: true });
  writeFileSync(buildStamp, fingerprint);
}
