// Releases of a copy of the checkout that only its owner may read, as `git clone` makes one with umask 077.
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../../../scripts/lib/freshness.mjs';
import { cache } from './engine.mjs';
import { runProgram } from './run-program.mjs';
import { buildWords, withoutDigests } from './stand-ins.mjs';

const checkout = join(cache, 'checkout');
const git = (...words) => runProgram('git', words, { cwd: checkout });

export class Releases {
  /** Each release is a folder here. */
  folder = join(cache, 'releases');
  version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
  nextVersion = this.version.replace(/\d+$/, (patch) => `${Number(patch) + 1}`);
  #engine;

  constructor(engine) {
    this.#engine = engine;
  }

  async checkOut() {
    for (const folder of [checkout, this.folder]) rmSync(folder, { recursive: true, force: true });
    const files = await runProgram('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
    const umask = process.umask(0o077);
    for (const file of files.trim().split('\n')) {
      const [from, to] = [join(root, file), join(checkout, file)];
      // Skips a file that was deleted without a commit.
      if (!statSync(from, { throwIfNoEntry: false })) continue;
      mkdirSync(dirname(to), { recursive: true });
      copyFileSync(from, to);
      chmodSync(to, statSync(from).mode & 0o700);
    }
    process.umask(umask);
    // The images of this machine have no digests.
    this.#change('docker-compose.yml', withoutDigests);
    await git('init', '--quiet');
    await git('remote', 'add', 'origin', 'https://somebody:secret@git.example.com/loupe.git');
    await this.#commit();
  }

  /** Names a new version, as CONTRIBUTING.md says. */
  async bump() {
    const name = (text) => text.replace(`"version": "${this.version}"`, `"version": "${this.nextVersion}"`);
    for (const file of ['package.json', 'apps/api/package.json']) this.#change(file, name);
    this.#change('CHANGELOG.md', (text) => text.replace('## [Unreleased]', `## [${this.nextVersion}]`));
    await this.#commit();
  }

  async make(name, ...words) {
    const all = ['run', '--silent', 'release', '--', ...(await buildWords()), ...words];
    await runProgram('npm', all, { cwd: checkout, env: this.#engine.env });
    cpSync(join(checkout, 'release'), join(this.folder, name), { recursive: true });
    return (await git('rev-parse', 'HEAD')).trim();
  }

  /** Leaves only the folders of the releases, as on a server that never built one. */
  async forget() {
    rmSync(checkout, { recursive: true, force: true });
    const images = (await this.#engine.docker('image', 'ls', '--quiet')).trim().split('\n');
    await this.#engine.docker('image', 'rm', '--force', ...new Set(images));
  }

  #change(file, change) {
    writeFileSync(join(checkout, file), change(readFileSync(join(checkout, file), 'utf8')));
  }

  async #commit() {
    await git('add', '--all');
    await git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--message', 'Release');
  }
}
