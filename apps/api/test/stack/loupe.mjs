// Loupe's own parts: the API processes, in a production environment, and the simulated upstream.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../../scripts/lib/freshness.mjs';
import { api } from '../chaos/servers.mjs';
import { Part, probe } from './part.mjs';

export const deployed = join(root, 'deploy/high-availability');

const { createSimulatorSession } = api('cli/launcher/launch');

/** @returns the part, with `url` and the `variables` that point the API at it. */
export async function startSimulator(directory) {
  const folder = directory.folder('simulator');
  const session = createSimulatorSession(folder);
  const port = await directory.port();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...process.env, UPSTREAM_SIM_SESSION: session.token, UPSTREAM_SIM_PORT: `${port}` };
  const isReady = async () => (await probe(`${url}/_sim/requests?limit=1`)).status === 200;
  const args = [join(root, 'apps/upstream-sim/dist/main.js')];
  const part = new Part({ name: 'simulator', folder, url, env, command: process.execPath, args, isReady });
  part.variables = { UPSTREAM_BASE_URL: url, UPSTREAM_SESSIONS_FILE: session.file };
  return part.start();
}

/** Migrates once, before the processes start. */
export async function migrate(variables) {
  const script = join(root, 'apps/api/dist/cli/operator/main.js');
  await promisify(execFile)(process.execPath, [script, 'migrate'], {
    env: { ...process.env, ...variables },
    timeout: 120_000,
  });
}

export async function startProcesses(directory, variables, size = 3) {
  const processes = await Promise.all(
    Array.from({ length: size }, (_, index) => processOf(directory, `api-${index + 1}`, variables)),
  );
  await Promise.all(processes.map((one) => one.start()));
  return processes;
}

async function processOf(directory, name, variables) {
  const folder = directory.folder(name);
  const [port, managementPort] = [await directory.port(), await directory.port()];
  const own = { PORT: `${port}`, MANAGEMENT_PORT: `${managementPort}`, DATA_DIR: folder };
  return new ApiProcess({
    name,
    folder,
    port,
    managementPort,
    command: process.execPath,
    args: [join(root, 'apps/api/dist/main.js')],
    env: { ...process.env, ...variables, ...own },
    stopDeadlineMs: 60_000,
  });
}

class ApiProcess extends Part {
  isReady = async () => (await this.readiness()).status === 200;

  async readiness() {
    const startedMs = performance.now();
    const { status, text } = await probe(`http://127.0.0.1:${this.managementPort}/readyz`);
    return { status, body: text.trim(), ms: performance.now() - startedMs };
  }

  async metrics() {
    return (await probe(`http://127.0.0.1:${this.managementPort}/metrics`)).text;
  }

  get logLines() {
    return readFileSync(this.log, 'utf8').split('\n').filter(Boolean);
  }
}
