// Parts of every world: API processes, the simulated upstream, and Redis without persistence.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../../scripts/lib/free-port.cjs';
import { root } from '../../../../scripts/lib/freshness.mjs';
import { Part, probe } from './part.mjs';
import { api, Redis } from './product.mjs';

const { createSimulatorSession, sandboxSession } = api('cli/launcher/launch');

export class ApiProcess extends Part {
  static async make(folder, name, variables) {
    const [port, managementPort, own] = [await freePort(), await freePort(), folder.of(name)];
    const ports = { PORT: `${port}`, MANAGEMENT_PORT: `${managementPort}` };
    const env = { ...process.env, DATA_DIR: own, ...variables, ...ports };
    const args = [join(root, 'apps/api/dist/main.js')];
    const program = { command: process.execPath, args, env, stopDeadlineMs: 60_000 };
    return new ApiProcess({ name, folder: own, port, managementPort, ...program });
  }

  isReady = async () => (await this.readiness()).status === 200;

  readiness() {
    return this.#health('readyz');
  }

  liveness() {
    return this.#health('livez');
  }

  async #health(path) {
    const startedMs = performance.now();
    const { status, text } = await this.#manage(path);
    return { status, body: text.trim(), ms: performance.now() - startedMs };
  }

  /** The metrics without labels, by name. */
  async metrics() {
    const { text } = await this.#manage('metrics');
    return Object.fromEntries([...text.matchAll(/^(\w+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]));
  }

  /** Open file descriptors, and resident memory in MiB. */
  get resources() {
    const descriptors = readdirSync(`/proc/${this.pid}/fd`).length;
    const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'));
    return { descriptors, memoryMib: Math.round(kib / 1_024) };
  }

  /** Waits up to ten seconds. @returns what is wrong if more descriptors stay open */
  async leaksDescriptors(allowed) {
    for (let round = 0; round < 100 && this.resources.descriptors > allowed; round++) await sleep(100);
    const { descriptors } = this.resources;
    return descriptors > allowed && `${descriptors} descriptors are open, allowed ${allowed}`;
  }

  #manage(path) {
    return probe(`http://127.0.0.1:${this.managementPort}/${path}`, 10_000);
  }
}

export class Simulator extends Part {
  static async start(folder) {
    const [port, own] = [await freePort(), folder.of('simulator')];
    const { token, file: sessionsFile } = createSimulatorSession(own);
    const env = { ...process.env, UPSTREAM_SIM_SESSION: `${token},${sandboxSession}`, UPSTREAM_SIM_PORT: `${port}` };
    const args = [join(root, 'apps/upstream-sim/dist/main.js')];
    const url = `http://127.0.0.1:${port}`;
    const program = { folder: own, command: process.execPath, args, env };
    return new Simulator({ name: 'simulator', port, url, sessionsFile, ...program }).start();
  }

  isReady = async () => (await probe(`${this.url}/_sim/requests?limit=1`)).status === 200;

  /** Point the API at this simulator. */
  get variables() {
    const { url, sessionsFile } = this;
    return { UPSTREAM_BASE_URL: url, SANDBOX_UPSTREAM_URL: url, UPSTREAM_SESSIONS_FILE: sessionsFile };
  }

  async total() {
    return (await this.seen(1)).total;
  }

  async seen(latest) {
    return this.get(`requests?limit=${latest}`);
  }

  async get(what) {
    return (await fetch(`${this.url}/_sim/${what}`)).json();
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
}

/** @param settings further ones than those of a Redis on a free port without persistence */
export async function startRedis(folder, name, settings = {}) {
  const [port, own] = [await freePort(), folder.of(name)];
  const all = { bind: '127.0.0.1', port, dir: own, save: '', appendonly: 'no', ...settings };
  const args = Object.entries(all).flatMap(([setting, value]) => [`--${setting}`, `${value}`]);
  const url = `redis://127.0.0.1:${port}`;
  const isReady = () => answersPing(port);
  return new Part({ name, folder: own, port, url, command: 'redis-server', args, isReady }).start();
}

async function answersPing(port) {
  const patience = { retryStrategy: null, connectTimeout: 1_000, commandTimeout: 1_000 };
  const client = new Redis({ port, lazyConnect: true, ...patience }).on('error', () => undefined);
  try {
    await client.connect();
    return (await client.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}
