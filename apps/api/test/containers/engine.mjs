// Unpacks Debian's Docker and Compose in .cache and runs them there. Installs nothing but the programs in `needed`.
// As a script, it prints in one line what this machine lacks to test the containers, or nothing.
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../../scripts/lib/freshness.mjs';
import { until } from '../harness/part.mjs';
import { runProgram } from './run-program.mjs';

export const cache = join(root, '.cache/containers');
/** The release of the packages below and of the test images: it has PostgreSQL 18, Valkey 9 and Caddy 2. */
export const release = 'forky';
const unpacked = join(cache, 'engine');
const aptConfig = join(cache, 'apt.conf');
const packages = ['docker.io', 'docker-cli', 'docker-compose', 'docker-buildx', 'containerd', 'tini-static'];
/** What must succeed, and the package that makes it. The test of `pip install` needs a virtual environment. */
const needed = {
  'command -v runc': 'runc',
  'command -v iptables': 'iptables',
  'command -v ip': 'iproute2',
  'command -v debootstrap': 'debootstrap',
  'python3 -m ensurepip --version': 'python3-venv',
};
const path = [join(unpacked, 'usr/bin'), join(unpacked, 'usr/sbin'), '/usr/sbin', '/sbin', process.env.PATH].join(':');
const ports = [80, 443, 4000];

function reasonNotToRun() {
  if (process.getuid?.() !== 0) return 'root';
  if (!existsSync('/etc/debian_version')) return 'Debian';
  if (existsSync('/run/docker.pid')) return 'a machine on which no Docker runs';
  const listening = readFileSync('/proc/net/tcp', 'utf8') + readFileSync('/proc/net/tcp6', 'utf8');
  const taken = ports.filter((port) => {
    const hexadecimal = port.toString(16).toUpperCase().padStart(4, '0');
    return new RegExp(`:${hexadecimal} [0-9A-F]+:0000 0A`).test(listening);
  });
  return taken.length > 0 ? `the free ports 80, 443 and 4000 (in use: ${taken.join(' and ')})` : '';
}

export async function debianMirror() {
  const filter = ['Created-By: Packages', 'Origin: Debian', 'Label: Debian'];
  const sites = await runProgram('apt-get', ['indextargets', '--format', '$(SITE)', ...filter]);
  return sites.split('\n')[0];
}

/** Configures apt for another release than the machine's. Ignores expiry dates, because a mirror may be outdated. */
async function writeAptConfig() {
  for (const folder of ['lists/partial', 'archives/partial']) mkdirSync(join(cache, folder), { recursive: true });
  writeFileSync(
    join(cache, 'sources.list'),
    `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${await debianMirror()} ${release} main\n`,
  );
  const settings = {
    'Dir::Etc::SourceList': join(cache, 'sources.list'),
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::State::Lists': join(cache, 'lists'),
    'Dir::Cache': cache,
    'Acquire::Check-Valid-Until': 'false',
    'Acquire::Check-Date': 'false',
    'Acquire::Languages': 'none',
    'APT::Sandbox::User': 'root',
  };
  writeFileSync(
    aptConfig,
    Object.entries(settings)
      .map(([name, value]) => `${name} "${value}";\n`)
      .join(''),
  );
}

async function installNeeded() {
  const has = (command) => spawnSync('sh', ['-c', command], { env: { PATH: path } }).status === 0;
  const missing = Object.keys(needed).filter((command) => !has(command));
  if (missing.length === 0) return;
  await runProgram('apt-get', ['update', '-qq']);
  const words = ['install', '--yes', '-qq', '--no-install-recommends', ...missing.map((command) => needed[command])];
  await runProgram('apt-get', words, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}

export async function getEngine() {
  await installNeeded();
  if (existsSync(join(unpacked, 'complete'))) return;
  rmSync(unpacked, { recursive: true, force: true });
  const downloads = join(unpacked, 'packages');
  mkdirSync(downloads, { recursive: true });
  await writeAptConfig();
  const options = { env: { ...process.env, APT_CONFIG: aptConfig }, cwd: downloads };
  await runProgram('apt-get', ['update', '-qq'], options);
  await runProgram('apt-get', ['download', ...packages], options);
  await runProgram('sh', ['-c', `for file in *.deb; do dpkg -x "$file" ..; done`], options);
  mkdirSync(join(unpacked, 'client'));
  symlinkSync('../usr/libexec/docker/cli-plugins', join(unpacked, 'client/cli-plugins'));
  rmSync(downloads, { recursive: true });
  writeFileSync(join(unpacked, 'complete'), '');
}

/** A separate Docker, whose images and build cache stay below .cache for the next run. */
export class Engine {
  #daemon;
  #scratch = mkdtempSync(join(tmpdir(), 'loupe-docker-'));
  #socket = `unix://${join(this.#scratch, 'docker.sock')}`;
  env = { ...process.env, PATH: path, DOCKER_HOST: this.#socket, DOCKER_CONFIG: join(unpacked, 'client') };

  docker(...args) {
    return runProgram('docker', args, { env: this.env });
  }

  async start() {
    const log = join(cache, 'dockerd.log');
    const file = openSync(log, 'w');
    const args = {
      'data-root': join(cache, 'docker'),
      'exec-root': join(this.#scratch, 'run'),
      pidfile: '/run/docker.pid',
      host: this.#socket,
      'init-path': join(unpacked, 'usr/bin/tini-static'),
      'userland-proxy-path': join(unpacked, 'usr/sbin/docker-proxy'),
    };
    const words = Object.entries(args).map(([name, value]) => `--${name}=${value}`);
    this.#daemon = spawn('dockerd', words, { env: this.env, detached: true, stdio: ['ignore', file, file] });
    await until(`Docker to run (its log is ${log})`, async () => {
      if (this.#daemon.exitCode !== null)
        throw new Error(`dockerd ended with ${this.#daemon.exitCode}; its log is ${log}`);
      return this.docker('version').catch(() => undefined);
    });
  }

  async stop() {
    if (this.#daemon?.exitCode === null) {
      // Removes images that a newer one has replaced; their layers stay in the cache.
      await this.docker('image', 'prune', '--force').catch(() => undefined);
      this.#daemon.kill('SIGTERM');
      await until('Docker to end', () => this.#daemon.exitCode !== null || this.#daemon.signalCode !== null);
    }
    rmSync(this.#scratch, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) process.stdout.write(reasonNotToRun());
