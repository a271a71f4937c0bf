// Loupe as an operator installs it from the files of a release, on a machine without a checkout.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { root } from '../../../../scripts/lib/freshness.mjs';
import { cache } from './engine.mjs';
import { runProgram } from './run-program.mjs';

const domain = 'loupe.localhost';
export const processes = ['api-1', 'api-2'];
export const permanent = [...processes, 'postgres', 'proxy', 'upstream-sim', 'valkey'];

/** @returns what a process says of itself */
export async function runningVersion(loupe) {
  const { version, commit } = JSON.parse((await loupe.call('/system/health')).body);
  return [version, commit];
}

export class Installation {
  /** Where the operator has put the files of a release. */
  #downloads = join(cache, 'installation');
  folder = join(this.#downloads, 'loupe');
  #engine;
  #topUps = 0;

  constructor(engine, releases) {
    this.#engine = engine;
    this.releases = releases;
  }

  /** Follows the first steps of the installation guide. */
  async unpack() {
    await this.#takeDown();
    rmSync(this.#downloads, { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true });
    this.receive('first');
    const inDownloads = (commands) => `cd .. && rmdir loupe\n${commands}`;
    await this.follow('install', 'From a release', inDownloads);
    await this.follow('install', 'Without the internet', (commands) => `cd ..\n${commands}`);
    await this.follow('install', 'Try it in five minutes', (all) =>
      all.slice(0, all.indexOf('docker')).replaceAll('sudo ', ''),
    );
  }

  #takeDown() {
    return this.docker('compose', '--project-name', 'loupe', 'down', '--volumes', '--timeout', '5');
  }

  /** Copies the files of a release to the server. */
  receive(release) {
    cpSync(join(this.releases.folder, release), this.#downloads, { recursive: true });
  }

  /** Changes `.env`. */
  configure(change) {
    const file = join(this.folder, '.env');
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  }

  docker(...words) {
    return this.#engine.docker(...words);
  }

  compose(words) {
    return this.#run('docker', ['compose', '--profile', 'simulator', ...words]);
  }

  /** Runs the first block of commands in a section of the operator's guide. */
  async follow(page, section, change = (commands) => commands) {
    const [, text] = readFileSync(join(root, `docs/operations/${page}.md`), 'utf8').split(`\n## ${section}\n`);
    const [, commands] = /```sh\n([^`]+)```/.exec(text);
    return this.#run('bash', ['-euo', 'pipefail', '-c', change(commands)]);
  }

  #run(command, words) {
    return runProgram(command, words, { cwd: this.folder, env: this.#engine.env });
  }

  loupe(...words) {
    return this.compose(['exec', '-T', 'api-1', 'loupe', ...words]);
  }

  /** @returns one value from the database. */
  async query(sql) {
    const words = ['exec', '-T', 'postgres', 'psql', '--username=postgres', '--dbname=loupe', '-Atc', sql];
    return (await this.compose(words)).trim();
  }

  /** @returns the process id of a container on this machine. For a service with `init: true`, the id of init's child. */
  async pidOf(service, isChild = processes.includes(service)) {
    const id = (await this.compose(['ps', '--quiet', service])).trim();
    const pid = (await this.docker('inspect', '--format', '{{.State.Pid}}', id)).trim();
    return Number(isChild ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0] : pid);
  }

  async containers() {
    const lines = (await this.compose(['ps', '--format', '{{.Service}} {{.ID}}'])).trim().split('\n');
    return Object.fromEntries(lines.map((line) => line.split(' ')).filter(([name]) => permanent.includes(name)));
  }

  async trustProxy() {
    const ca = await this.compose(['exec', '-T', 'proxy', 'cat', '/data/caddy/pki/authorities/local/root.crt']);
    if (this.ca === ca) return;
    this.ca = ca;
    this.agent = new Agent({ ca, servername: domain, keepAlive: true });
  }

  /** @returns `{status, headers, body, startedMs, tookMs}`; status 0 without a response. */
  call(path, { key, body, method = body ? 'POST' : 'GET', address = '127.0.0.1' } = {}) {
    const startedMs = performance.now();
    const headers = {
      host: domain,
      ...(key && { 'x-api-key': key }),
      ...(body && { 'content-type': 'application/json' }),
    };
    return new Promise((resolve) => {
      const done = (answer) => resolve({ ...answer, startedMs, tookMs: performance.now() - startedMs });
      const failed = (error) => done({ status: 0, headers: {}, body: `${error}` });
      request({ host: address, path, method, headers, agent: this.agent }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk));
        response.on('error', failed);
        response.on('end', () => done({ status: response.statusCode, headers: response.headers, body: text }));
      })
        .on('error', failed)
        .end(body && JSON.stringify(body));
    });
  }

  /** @returns `{id, keys}` of an account with 100 USD. */
  async createCustomer(keys) {
    const [, id] = /account_id: (\d+)/.exec(await this.loupe('create-account', '--name', 'Example Ltd'));
    const words = [
      '--account',
      id,
      '--amount-usd',
      '100.00',
      '--note',
      'Invoice',
      '--idempotency-key',
      `${this.#topUps++}`,
    ];
    await this.loupe('top-up', ...words);
    const made = [];
    for (let turn = 0; turn < keys; turn++) {
      const text = await this.loupe('create-key', '--account', id, '--name', `Server ${turn}`);
      made.push(/^key: (\S+)/m.exec(text)[1]);
    }
    return { id, keys: made };
  }

  async balanceMicros({ id }) {
    return BigInt(await this.query(`SELECT balance_micros FROM ledger.accounts WHERE account_id = ${id}`));
  }

  async remove() {
    this.agent?.destroy();
    await this.#takeDown();
    for (const folder of [this.#downloads, this.releases.folder]) rmSync(folder, { recursive: true, force: true });
  }
}
