// Loupe as an operator installs it with Docker Compose, from a checkout that only its owner may read.
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { Agent, request } from 'node:https';
import { dirname, join } from 'node:path';
import { root } from '../../../../scripts/lib/freshness.mjs';
import { cache } from './engine.mjs';
import { runProgram } from './run-program.mjs';
import { writeOverrides } from './stand-ins.mjs';

const domain = 'loupe.localhost';
export const processes = ['api-1', 'api-2'];
export const permanent = [...processes, 'postgres', 'proxy', 'upstream-sim', 'valkey'];

export class Installation {
  folder = join(cache, 'checkout');
  #engine;
  #topUps = 0;

  constructor(engine) {
    this.#engine = engine;
  }

  /** Copies the checkout, like `git clone` with umask 077, and follows the first steps of the installation guide. */
  async checkOut() {
    await this.#engine.docker('compose', '--project-name', 'loupe', 'down', '--volumes', '--timeout', '1');
    rmSync(this.folder, { recursive: true, force: true });
    const files = await runProgram('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
    const umask = process.umask(0o077);
    for (const file of files.trim().split('\n')) {
      const [from, to] = [join(root, file), join(this.folder, file)];
      // Skips a file that was deleted without a commit.
      if (!statSync(from, { throwIfNoEntry: false })) continue;
      mkdirSync(dirname(to), { recursive: true });
      copyFileSync(from, to);
      chmodSync(to, statSync(from).mode & 0o700);
    }
    await this.follow('install', 'Try it in five minutes', (all) =>
      all.slice(0, all.indexOf('docker')).replaceAll('sudo ', ''),
    );
    process.umask(umask);
    await writeOverrides(join(this.folder, 'stand-ins.json'));
  }

  /** Changes `.env`. */
  configure(change) {
    const file = join(this.folder, '.env');
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  }

  changeSource() {
    appendFileSync(join(this.folder, 'CHANGELOG.md'), `\n${randomBytes(4).toString('hex')}\n`);
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
    const env = { ...this.#engine.env, COMPOSE_FILE: 'docker-compose.yml:stand-ins.json' };
    return runProgram(command, words, { cwd: this.folder, env });
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
    const pid = (await this.#engine.docker('inspect', '--format', '{{.State.Pid}}', id)).trim();
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
    await this.compose(['down', '--volumes', '--timeout', '5']);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
