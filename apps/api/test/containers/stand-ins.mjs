// Images in place of those of docker-compose.yml, made of Debian's packages and of npm's Node.js, under the same names and tags.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../../../scripts/lib/freshness.mjs';
import { cache, debianMirror, release } from './engine.mjs';
import { runProgram } from './run-program.mjs';

const context = join(cache, 'stand-ins');
const withoutDigest = (image) => image.replace(/@.*/, '');
const nodeImage = withoutDigest(/^ARG NODE_IMAGE=(\S+)/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))[1]);
const [, nodeVersion] = /:([\d.]+)/.exec(nodeImage);
const { services } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true });
const pulled = Object.entries(services).filter(([, { image }]) => image.includes('@'));

/** What Compose is told beside docker-compose.yml: names of images without digests, and how this machine reaches npm's registry. */
export async function writeOverrides(file) {
  const npmrc = join(context, 'npmrc');
  writeFileSync(npmrc, `registry=${await runProgram('npm', ['config', 'get', 'registry'])}`);
  const ca = process.env.NODE_EXTRA_CA_CERTS;
  const secrets = { npmrc: { file: npmrc }, ...(ca && { ca: { file: ca } }) };
  const build = { args: { NODE_IMAGE: nodeImage }, secrets: Object.keys(secrets) };
  const images = pulled.map(([name, { image }]) => [name, { image: withoutDigest(image) }]);
  writeFileSync(file, JSON.stringify({ services: { ...Object.fromEntries(images), 'api-1': { build } }, secrets }));
}

export async function makeStandIns(engine) {
  mkdirSync(context, { recursive: true });
  if (!existsSync(join(context, 'base.tar'))) await makeBase();
  await pack(`node-linux-${process.arch}@${nodeVersion}`, `node-${nodeVersion}.tgz`, 'node.tgz');
  await pack('npm@11', 'npm-11.tgz', 'npm.tgz');
  cpSync(join(import.meta.dirname, 'stand-ins'), context, { recursive: true });
  const images = [nodeImage, ...new Set(pulled.map(([, { image }]) => withoutDigest(image)))];
  const build = (image) => {
    const [, target] = /([a-z]+):/.exec(image);
    return engine.docker('build', '--quiet', '--target', target, '--tag', image, context);
  };
  // One at a time: what they share is then built once.
  for (const image of images) await build(image);
}

/** Debian without what only people need, as an archive. */
async function makeBase() {
  const folder = join(cache, 'base');
  rmSync(folder, { recursive: true, force: true });
  // The name by which older versions of debootstrap know every release that is not out yet.
  const script = '/usr/share/debootstrap/scripts/sid';
  await runProgram('debootstrap', ['--variant=minbase', release, folder, await debianMirror(), script]);
  const tolerant = ['Check-Valid-Until "false"', 'Check-Date "false"', 'Languages "none"'];
  writeFileSync(join(folder, 'etc/apt/apt.conf.d/tests'), tolerant.map((line) => `Acquire::${line};\n`).join(''));
  const left = ['dev', 'proc', 'sys', 'var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man'];
  const words = [
    '-C',
    folder,
    ...left.map((path) => `--exclude=./${path}/*`),
    '-cf',
    join(context, 'base.tar.new'),
    '.',
  ];
  await runProgram('tar', words);
  renameSync(join(context, 'base.tar.new'), join(context, 'base.tar'));
  rmSync(folder, { recursive: true });
}

/** A package of npm, kept for the next run, under a name that its version does not change. */
async function pack(specifier, cachedName, name) {
  const file = join(cache, cachedName);
  if (!existsSync(file)) {
    const packed = await runProgram('npm', ['pack', '--silent', '--pack-destination', cache, specifier]);
    renameSync(join(cache, packed.trim()), file);
  }
  cpSync(file, join(context, name), { preserveTimestamps: true });
}
