// The processes of the product: simulated upstream and several API processes, any of which can be killed and started again.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../../../scripts/lib/freshness.mjs';

const load = createRequire(join(root, 'apps/api/package.json'));

/** A built module of the API, by its path below `src`: the scripts drive the product, not a copy of it. */
export const api = (path) => load(join(root, 'apps/api/dist', `${path}.js`));

const { createSimulatorSession } = api('cli/launcher/launch');

/** Starts the simulator; gives the variables that point an API process at it, and a way to stop it. */
export async function startSimulator(directory) {
  const session = createSimulatorSession(directory);
  const child = fork(join(root, 'apps/upstream-sim/dist/main.js'), {
    stdio: 'ignore',
    env: { ...process.env, UPSTREAM_SIM_SESSION: session.token },
  });
  const [{ listening }] = await once(child, 'message');
  return {
    /** How many requests it has seen. */
    async total() {
      return (await (await fetch(`${listening}/_sim/requests?limit=1`)).json()).total;
    },
    /** How many, and the latest of them. */
    async seen(latest) {
      const { total, requests } = await (await fetch(`${listening}/_sim/requests?limit=${latest}`)).json();
      return { total, requests };
    },
    /** Makes every answer of an operation late from now on; of none without one. */
    async delay(operation, delayMs) {
      const headers = { 'content-type': 'application/json' };
      const body = operation && JSON.stringify({ operation, fault: 'delay', mode: 'always', delay_ms: delayMs });
      await fetch(`${listening}/_sim/faults`, operation ? { method: 'POST', headers, body } : { method: 'DELETE' });
    },
    variables: { UPSTREAM_BASE_URL: listening, UPSTREAM_SESSIONS_FILE: session.file },
    stop: () => child.kill(),
  };
}

/** One API process on a port of its own. */
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

  /** Whether the process ended on its own. */
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

  /** `status` of the readiness probe and the milliseconds that it took. */
  async readiness() {
    const startedMs = performance.now();
    try {
      const response = await fetch(`http://127.0.0.1:${this.variables.MANAGEMENT_PORT}/readyz`);
      return { status: response.status, said: (await response.text()).trim(), ms: performance.now() - startedMs };
    } catch (error) {
      return { status: 0, said: `${error.cause}`, ms: performance.now() - startedMs };
    }
  }

  /** Open file descriptors, and resident memory in MiB. */
  get resources() {
    const descriptors = readdirSync(`/proc/${this.#child.pid}/fd`).length;
    const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.#child.pid}/status`, 'utf8'));
    return { descriptors, memoryMib: Math.round(kib / 1_024) };
  }

  async untilHealthy() {
    while (!this.hasDied) {
      const answer = await fetch(`http://127.0.0.1:${this.port}/system/health`).catch(() => undefined);
      if (answer?.ok) return;
      await sleep(50);
    }
    throw new Error(`${this.name} did not start; its log is ${this.log}`);
  }
}

export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}
