import { join } from 'node:path';
import { type Env, EnvError, readEnv } from '../../platform/config/env';
import { EmbeddedPostgres } from '../../platform/database/embedded/embedded-postgres';
import { bannerOf } from './banner';
import { Child, ChildFailed } from './child';
import { claimDataDirectory } from './data-directory';
import { nodeFlags } from './node-flags';
import { requireFreePort } from './ports';
import { createSimulatorSession } from './simulator-session';

const apps = join(__dirname, '../../../..');
const simulatorScript = join(apps, 'upstream-sim/dist/main.js');
const apiScript = join(apps, 'api/dist/main.js');

interface Part {
  name: string;
  exited: Promise<void>;
  stop(): Promise<void>;
}

/** What `npm start` runs: whatever is not configured is started here, then the API; all of it ends together. */
class Launch {
  /** In the order they were started in; they are stopped the other way round. */
  private readonly parts: Part[] = [];
  private giveBack: () => void = () => undefined;
  private stopped: Promise<void> | undefined;

  /** @returns what to tell the operator. */
  async start(): Promise<string> {
    const env = readEnv();
    await requireFreePort('PORT', env.PORT, env.HOST);
    await requireFreePort('MANAGEMENT_PORT', env.MANAGEMENT_PORT, env.MANAGEMENT_HOST);
    const variables = { ...process.env };
    let clusterDir: string | undefined;
    if (!env.DATABASE_URL || !env.UPSTREAM_BASE_URL || env.DEMO) this.giveBack = await claimDataDirectory(env.DATA_DIR);
    if (!env.DATABASE_URL) {
      const postgres = await EmbeddedPostgres.start(env.DATA_DIR);
      this.parts.push({ name: 'the database', exited: postgres.exited, stop: () => postgres.stop() });
      variables.DATABASE_URL = postgres.url;
      clusterDir = postgres.clusterDir;
    }
    if (!env.UPSTREAM_BASE_URL) Object.assign(variables, await this.startSimulator(env));
    const parameters = clusterDir === undefined ? [] : [`--cluster=${clusterDir}`];
    const api = new Child('the API', apiScript, parameters, variables, nodeFlags, 'inherit');
    this.parts.push(api);
    await api.ready();
    for (const part of this.parts) void part.exited.then(() => this.stopAfter(part));
    return bannerOf(env, clusterDir);
  }

  /** Ends everything, the API first: it still has charges to commit. A Ctrl-C comes twice, once from npm: both wait for the end. */
  stop(): Promise<void> {
    this.stopped ??= this.stopParts();
    return this.stopped;
  }

  private async stopParts(): Promise<void> {
    for (const part of [...this.parts].reverse()) await part.stop();
    this.giveBack();
  }

  private async startSimulator(env: Env): Promise<NodeJS.ProcessEnv> {
    const session = createSimulatorSession(env.DATA_DIR);
    const settings = { ...process.env, UPSTREAM_SIM_SESSION: session.token };
    const simulator = new Child('the simulated upstream', simulatorScript, [], settings, [], 'ignore');
    this.parts.push(simulator);
    const { listening } = await simulator.ready<{ listening: string }>();
    return { UPSTREAM_BASE_URL: listening, UPSTREAM_SESSIONS_FILE: session.file };
  }

  private async stopAfter(part: Part): Promise<void> {
    if (this.stopped) return;
    process.stderr.write(`loupe: ${new ChildFailed(part.name).message}\n`);
    await this.stop();
    process.exit(1);
  }
}

/** Runs until it is told to end. Exit code 0 after Ctrl-C or SIGTERM, 1 when it could not start or a part of it died. */
export async function launch(): Promise<void> {
  const all = new Launch();
  const end = async () => {
    await all.stop();
    process.exit(0);
  };
  // Whoever read what is printed may be gone; that ends nothing.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  endWithNpm(end);
  try {
    process.stdout.write(await all.start());
  } catch (error) {
    await all.stop();
    for (const line of linesOf(error)) process.stderr.write(`loupe: ${line}\n`);
    process.exit(1);
  }
}

/** A child that could not start has said why itself. */
function linesOf(error: unknown): string[] {
  if (error instanceof ChildFailed) return [];
  return error instanceof EnvError ? error.faults : [(error as Error).message];
}

/** npm passes signals on, but cannot when it is killed outright: then we have a new parent, and end. */
function endWithNpm(end: () => void): void {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const npm = process.ppid;
  setInterval(() => process.ppid === npm || end(), 500).unref();
}
