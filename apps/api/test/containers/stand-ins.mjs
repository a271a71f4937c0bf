// Builds images that replace those of docker-compose.yml, with the same names and tags, from Debian's packages and
// npm's Node.js.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../../../scripts/lib/freshness.mjs';
import { cache, debianMirror, release } from './engine.mjs';
import { runProgram } from './run-program.mjs';

const context = join(cache, 'stand-ins');
export const withoutDigests = (text) => text.replace(/@sha256:[0-9a-f]+/g, '');
const nodeImage = withoutDigests(/^ARG NODE_IMAGE=(\S+)/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))[1]);
const [, nodeVersion] = /:([\d.]+)/.exec(nodeImage);
const { services } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true });
const pulled = Object.values(services).filter(({ image }) => image.includes('@'));

/** Arguments of `docker build`: the base image, this machine's npm registry and its certificates. */
export async function buildWords() {
  const npmrc = join(context, 'npmrc');
  writeFileSync(npmrc, `registry=${await runProgram('npm', ['config', 'get', 'registry'])}`);
  const ca = process.env.NODE_EXTRA_CA_CERTS;
  const secrets = [`id=npmrc,src=${npmrc}`, ...(ca ? [`id=ca,src=${ca}`] : [])];
  return [`--build-arg=NODE_IMAGE=${nodeImage}`, ...secrets.map((secret) => `--secret=${secret}`)];
}

export async function makeStandIns(engine) {
  mkdirSync(context, { recursive: true });
  if (!existsSync(join(context, 'base.tar'))) await makeBase();
  await pack(`node-linux-${process.arch}@${nodeVersion}`, `node-${nodeVersion}.tgz`, 'node.tgz');
  await pack('npm@11', 'npm-11.tgz', 'npm.tgz');
  cpSync(join(import.meta.dirname, 'stand-ins'), context, { recursive: true });
  const images = [nodeImage, ...new Set(pulled.map(({ image }) => withoutDigests(image)))];
  const build = (image) => {
    const [, target] = /([a-z]+):/.exec(image);
    return engine.docker('build', '--quiet', '--target', target, '--tag', image, context);
  };
  for (const image of images) await build(image);
}

async function makeBase() {
  const folder = join(cache, 'base');
  rmSync(folder, { recursive: true, force: true });
  // Older versions of debootstrap know unreleased Debian versions only by this name.
  const script = '/usr/share/debootstrap/scripts/sid';
  await runProgram('debootstrap', ['--variant=minbase', release, folder, await debianMirror(), script]);
  const tolerant = ['Check-Valid-Until "false"', 'Check-Date "false"', 'Languages "none"'];
  writeFileSync(join(folder, 'etc/apt/apt.conf.d/tests'), tolerant.map((line) => `Acquire::${line};\n`).join(''));
  const excluded = ['dev', 'proc', 'sys', 'var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man'];
  const words = [
    '-C',
    folder,
    ...excluded.map((path) => `--exclude=./${path}/*`),
    '-cf',
    join(context, 'base.tar.new'),
    '.',
  ];
  await runProgram('tar', words);
  renameSync(join(context, 'base.tar.new'), join(context, 'base.tar'));
  rmSync(folder, { recursive: true });
}

/** Downloads an npm package, or uses the one that an earlier run has cached. */
async function pack(specifier, cachedName, name) {
  const file = join(cache, cachedName);
  if (!existsSync(file)) {
    const packed = await runProgram('npm', ['pack', '--silent', '--pack-destination', cache, specifier]);
    renameSync(join(cache, packed.trim()), file);
  }
  cpSync(file, join(context, name), { preserveTimestamps: true });
}
