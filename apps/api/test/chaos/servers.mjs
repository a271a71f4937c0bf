// The simulated upstream, a Redis without persistence, and API processes that can be killed and restarted.
import { fork, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { openSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { root } from '../../../../scripts/lib/freshness.mjs';

const load = createRequire(join(root, 'apps/api/package.json'));

/** Loads a built module of the API by its path below `src`, so that scripts use the product's own code. */
export const api = (path) => load(join(root, 'apps/api/dist', `${path}.js`));

const { Redis } = load('ioredis');
const { createSimulatorSession, sandboxSession } = api('cli/launcher/launch');

export class Simulator {
  constructor(url, sessionsFile) {
    Object.assign(this, { url, sessionsFile });
    this.variables = { UPSTREAM_BASE_URL: url, UPSTREAM_SESSIONS_FILE: sessionsFile };
  }

  async total() {
    return (await this.#get('requests?limit=1')).total;
  }

  async seen(latest) {
    return this.#get(`requests?limit=${latest}`);
  }

  /** The active rules with how often each applied, and the names of all faults. */
  async faults() {
    return this.#get('faults');
  }

  /** Sets a fault rule (see the simulator's README). Without a rule, removes all faults. */
  async misbehave(rule) {
    const headers = { 'content-type': 'application/json' };
    const body = rule && JSON.stringify({ operation: '*', mode: 'always', ...rule });
    await fetch(`${this.url}/_sim/faults`, rule ? { method: 'POST', headers, body } : { method: 'DELETE' });
  }

  /** Replaces the sessions in the file, as an operator would. The new sessions differ only in their user agent. */
  renewSessions(count) {
    const [{ cookie }] = JSON.parse(readFileSync(this.sessionsFile, 'utf8'));
    const sessions = Array.from({ length: count }, () => ({ cookie, 'user-agent': randomUUID() }));
    writeFileSync(`${this.sessionsFile}.new`, JSON.stringify(sessions), { mode: 0o600 });
    renameSync(`${this.sessionsFile}.new`, this.sessionsFile);
  }

  async #get(what) {
    return (await fetch(`${this.url}/_sim/${what}`)).json();
  }
}

export async function startSimulator(directory) {
  const session = createSimulatorSession(directory);
  const child = fork(join(root, 'apps/upstream-sim/dist/main.js'), {
    stdio: 'ignore',
    env: { ...process.env, UPSTREAM_SIM_SESSION: `${session.token},${sandboxSession}` },
  });
  const [{ listening }] = await once(child, 'message');
  return Object.assign(new Simulator(listening, session.file), { stop: () => child.kill() });
}

/** Starts a Redis without persistence. @returns undefined if the program is missing. */
export async function startRedis(directory) {
  const port = await freePort();
  const files = ['--dir', directory, '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', ['--bind', '127.0.0.1', '--port', port, ...files], { stdio: 'ignore' });
  if (!(await once(child, 'spawn').catch(() => undefined))) return undefined;
  const client = new Redis(port).on('error', () => undefined);
  const stop = () => {
    client.disconnect();
    child.kill();
  };
  return { url: `redis://127.0.0.1:${port}`, client, stop };
}

export class ApiServer {
  #child;

  constructor(name, port, variables, directory) {
    this.name = name;
    this.port = port;
    this.variables = { ...process.env, ...variables, PORT: port };
    this.log = join(directory, `${name}.log`);
  }

  async start() {
    const log = openSync(this.log, 'a');
    this.#child = spawn(process.execPath, [join(root, 'apps/api/dist/main.js')], {
      env: this.variables,
      stdio: ['ignore', log, log],
    });
    await this.untilHealthy();
  }

  async kill() {
    this.#child.kill('SIGKILL');
    await this.exited();
    await this.start();
  }

  signal(name) {
    this.#child.kill(name);
  }

  get hasDied() {
    return this.#child.exitCode !== null;
  }

  async stop() {
    this.#child?.kill('SIGTERM');
    await this.exited();
  }

  async exited() {
    if (this.#child?.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
  }

  readiness() {
    return this.#health('/readyz');
  }

  liveness() {
    return this.#health('/livez');
  }

  async #health(path) {
    const startedMs = performance.now();
    try {
      const response = await this.#manage(path);
      return { status: response.status, body: (await response.text()).trim(), ms: performance.now() - startedMs };
    } catch (error) {
      return { status: 0, body: `${error.cause}`, ms: performance.now() - startedMs };
    }
  }

  async metrics() {
    const text = await (await this.#manage('/metrics')).text();
    return Object.fromEntries([...text.matchAll(/^(\w+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]));
  }

  /** Uses a new connection, because an idle one may be closing. */
  #manage(path) {
    const headers = { connection: 'close' };
    return fetch(`http://127.0.0.1:${this.variables.MANAGEMENT_PORT}${path}`, { headers });
  }

  get pid() {
    return this.#child.pid;
  }

  get resources() {
    return resourcesOf(this.#child.pid);
  }

  async untilHealthy() {
    while (!this.hasDied) {
      const answer = await fetch(`http://127.0.0.1:${this.port}/system/health`).catch(() => undefined);
      if (answer?.ok) return;
      await sleep(50);
    }
    throw new Error(`${this.name} did not start: ${readFileSync(this.log, 'utf8').slice(-1_000)}`);
  }
}

/** Open file descriptors, and resident memory in MiB. */
export function resourcesOf(pid) {
  const descriptors = readdirSync(`/proc/${pid}/fd`).length;
  const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return { descriptors, memoryMib: Math.round(kib / 1_024) };
}
