// `npm run release`: makes in `release/` all that an installation needs without a checkout, from the commit that is checked out. It
// needs Docker, git and Python, and publishes nothing. `--with-dependencies` adds the other images. Other words go to `docker build`.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { root } from './lib/freshness.mjs';

/** What the archive of an installation has beside docker-compose.yml. */
const pages = ['operations', 'alerts.md', 'configuration.md', 'scaling.md'].map((name) => `docs/${name}`);
const ofInstallation = ['.env.example', 'CHANGELOG.md', 'apps/api/monitoring', ...pages];

const folder = join(root, 'release');
const fileOf = (name) => join(folder, name);
const read = (path) => readFileSync(join(root, path), 'utf8');
const say = (text) => process.stdout.write(`${text}\n`);

function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

/** @returns the standard output of a program, or undefined if it fails and may. Otherwise, a failure ends the release. */
function run(program, words, mayFail = false) {
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', mayFail ? 'ignore' : 'inherit'] };
  const { status, stdout, error } = spawnSync(program, words, options);
  if (error) fail(`A release needs ${program}: ${error.message}`);
  if (status === 0) return stdout.trim();
  if (!mayFail) fail(`${program} ${words[0]} ended with ${status}.`);
}

const docker = (...words) => run('docker', words);

async function saveImages(images, name) {
  const child = spawn('docker', ['save', ...images], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  await pipeline(child.stdout, createGzip(), createWriteStream(fileOf(name)));
  const [status] = await closed;
  if (status !== 0) fail(`docker save ended with ${status}.`);
}

/** The address of the repository, without a user's name and password. */
function sourceUrl() {
  const remote = run('git', ['config', '--get', 'remote.origin.url'], true) ?? '';
  const url = remote.replace(/^[^/@]+@([^/:]+):/, 'https://$1/');
  return /^\w+:\/\/[^/]/.test(url) ? url.replace(/\/\/[^/]*@/, '//') : 'unknown';
}

function buildImage() {
  const label = (name, value) => `--label=org.opencontainers.image.${name}=${value}`;
  const labels = [label('version', version), label('revision', commit), label('source', sourceUrl())];
  // BuildKit gives the image this time.
  const time = `--build-arg=SOURCE_DATE_EPOCH=${run('git', ['log', '-1', '--format=%ct'])}`;
  const words = [...labels, time, `--build-arg=LOUPE_COMMIT=${commit}`, ...buildWords];
  docker('build', '--quiet', '--provenance=false', '--tag', image, ...words, '.');
}

/** The packages that the image serves, and its SBOM. */
function copyFromImage() {
  const container = docker('create', image);
  const copy = (path, name) => docker('cp', '--quiet', `${container}:/app/${path}`, fileOf(name));
  copy('sbom.cdx.json', `loupe-${version}-sbom.cdx.json`);
  for (const name of ['loupe-client', 'loupe-cli'])
    copy(`apps/api/dist/downloads/${name}.tgz`, `${name}-${version}.tgz`);
  docker('rm', container);
}

/** The Compose file of an installation builds nothing, and its image is that of this version. */
function archiveInstallation(name) {
  const compose = read('docker-compose.yml')
    .replace('LOUPE_IMAGE:-loupe:local', `LOUPE_IMAGE:-${image}`)
    .replace(/\n {4}# Only this service builds .*\n {4}build: .*/, '')
    .replaceAll('\n    pull_policy: never', '')
    .replace('up --build', 'up');
  const words = [
    `--output=${fileOf(name)}`,
    '--prefix=loupe/',
    `--add-virtual-file=loupe/docker-compose.yml:${compose}`,
  ];
  run('git', ['archive', ...words, 'HEAD', ...ofInstallation]);
}

/** The section of this version in the changelog, and what stands above it: the changes since the last release. */
function notes() {
  const [, ...sections] = read('CHANGELOG.md').split(/^(?=## )/m);
  const own = sections.findIndex((section) => section.startsWith(`## [${version}]`));
  if (own < 0) fail(`CHANGELOG.md has no section of the version ${version}, which stands in package.json.`);
  return `# Loupe ${version}\n\nCommit ${commit}\n\n${sections.slice(0, own + 1).join('')}`;
}

/** Saves the images that docker-compose.yml pulls by digest, under their tags: `docker load` does not restore digests. */
async function saveDependencies(name) {
  const named = read('docker-compose.yml').match(/(?<=^ +image: (?:&\w+ )?)[\w./-]+:[\d.]+(?:@\S+)?$/gm);
  const tags = named.map((image) => {
    const tag = image.replace(/@.*/, '');
    if (run('docker', ['image', 'inspect', image], true) === undefined) docker('pull', '--quiet', image);
    docker('tag', image, tag);
    return tag;
  });
  await saveImages(tags, name);
}

const words = process.argv.slice(2);
const buildWords = words.filter((word) => word !== '--with-dependencies');
const { version } = JSON.parse(read('package.json'));
const image = `loupe:${version}`;
if (!/^\d+\.\d+\.\d+$/.test(version)) fail(`The version ${version} in package.json is not of the form 1.2.3.`);
if (run('git', ['status', '--porcelain']))
  fail('A release is made from a commit. `git status` shows what is not in one.');
const commit = run('git', ['rev-parse', 'HEAD']);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
writeFileSync(fileOf(`loupe-${version}-notes.md`), notes());

say(`Building ${image} from ${commit} …`);
buildImage();
const platform = docker('image', 'inspect', '--format', '{{.Architecture}}', image);
copyFromImage();
run('python3', ['libs/client-python/build_package.py', folder]);
archiveInstallation(`loupe-${version}-compose.tar.gz`);
await saveImages([image], `loupe-${version}-image-${platform}.tar.gz`);
if (words.length > buildWords.length) await saveDependencies(`loupe-${version}-dependencies-${platform}.tar.gz`);

const sums = readdirSync(folder)
  .sort()
  .map((name) => {
    const content = readFileSync(fileOf(name));
    say(`${(content.length / 1e6).toFixed(1).padStart(8)} MB  release/${name}`);
    return `${createHash('sha256').update(content).digest('hex')}  ${name}\n`;
  });
// Written last, so that an interrupted release has none.
writeFileSync(fileOf('SHA256SUMS'), sums.join(''));
