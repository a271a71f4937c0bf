import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Env, EnvError, endWithinMs } from '../../platform/config/env';
import { EmbeddedPostgres } from '../../platform/database/embedded/embedded-postgres';
import { readEnvOfStart } from '../start/start-checks';
import { bannerOf } from './banner';
import { Child, ChildFailed } from './child';
import { claimDataDirectory, type Lock } from './data-directory';

const apps = join(__dirname, '../../../..');
const simulatorScript = join(apps, 'upstream-sim/dist/main.js');
const apiScript = join(apps, 'api/dist/main.js');

/** The session of test keys, as in `upstreams.ts`. */
export const sandboxSession = 'loupe-sim-session';

/** npm sends a second SIGINT right after Ctrl-C. A later signal means that the user does not want to wait. */
const sameSignalMs = 1_000;

/** Shows the name of a step and how long it takes. `isAlone`: nothing else writes to the terminal meanwhile. */
type ShowStep = <T>(name: string, work: () => Promise<T>, isAlone?: boolean) => Promise<T>;

interface Part {
  name: string;
  exited: Promise<void>;
  stop(): Promise<void>;
  hurry?(): void;
}

/** Runs `npm start`: the API, and the database and simulator if they are not configured. All parts end together. */
class Launch {
  private readonly parts: Part[] = [];
  private releaseDataDirectory: () => void = () => undefined;
  private stopped: Promise<void> | undefined;

  constructor(
    private readonly showStep: ShowStep,
    private readonly lock: Lock,
  ) {}

  async start(): Promise<string> {
    const env = await readEnvOfStart(process.env, false);
    const more: NodeJS.ProcessEnv = {};
    let clusterDir: string | undefined;
    if (!env.DATABASE_URL || !env.UPSTREAM_BASE_URL || env.DEMO)
      this.releaseDataDirectory = await claimDataDirectory(env.DATA_DIR, this.lock);
    if (!env.DATABASE_URL) {
      const postgres = await this.showStep('Starting the database', () => EmbeddedPostgres.start(env.DATA_DIR));
      this.parts.push({ name: 'the database', exited: postgres.exited, stop: () => postgres.stop() });
      more.DATABASE_URL = postgres.serviceUrl;
      clusterDir = postgres.clusterDir;
    }
    if (!env.UPSTREAM_BASE_URL)
      Object.assign(more, await this.showStep('Starting the simulated upstream', () => this.startSimulator(env)));
    const parameters = clusterDir === undefined ? [] : [`--cluster=${clusterDir}`];
    const api = new Child('the API', apiScript, parameters, { ...process.env, ...more }, 'inherit');
    const { name, exited } = api;
    this.parts.push({ name, exited, stop: () => api.stop(endWithinMs(env)), hurry: () => api.hurry() });
    const step = `Starting the API: tables${env.DEMO ? ', demo account' : ''}, server`;
    await this.showStep(step, () => api.ready(), false);
    for (const part of this.parts) void part.exited.then(() => this.stopAfter(part));
    return bannerOf(env, clusterDir);
  }

  /** Stops all parts, the API first, because it still has charges to commit. */
  stop(): Promise<void> {
    this.stopped ??= this.stopParts();
    return this.stopped;
  }

  hurry(): void {
    for (const part of this.parts) part.hurry?.();
  }

  private async stopParts(): Promise<void> {
    for (const part of [...this.parts].reverse()) await part.stop();
    this.releaseDataDirectory();
  }

  private async startSimulator(env: Env): Promise<NodeJS.ProcessEnv> {
    const session = createSimulatorSession(env.DATA_DIR);
    const settings = { ...process.env, UPSTREAM_SIM_SESSION: `${session.token},${sandboxSession}` };
    const simulator = new Child('the simulated upstream', simulatorScript, [], settings, 'ignore');
    this.parts.push(simulator);
    const { listening } = await simulator.ready<{ listening: string }>();
    return {
      UPSTREAM_BASE_URL: listening,
      UPSTREAM_SESSIONS_FILE: session.file,
      SANDBOX_UPSTREAM_URL: env.SANDBOX_UPSTREAM_URL ?? listening,
    };
  }

  private async stopAfter(part: Part): Promise<void> {
    if (this.stopped) return;
    process.stderr.write(`loupe: ${new ChildFailed(part.name).message}\n`);
    await this.stop();
    process.exit(1);
  }
}

/**
 * Runs until stopped. Exits with 0 after Ctrl-C or SIGTERM, with 1 when the start or a part fails. The parameters come from `scripts/lib`,
 * which also installs and builds.
 */
export async function launch(showStep: ShowStep, lock: Lock): Promise<void> {
  const all = new Launch(showStep, lock);
  const end = async () => {
    await all.stop();
    process.exit(0);
  };
  let signalledAtMs: number | undefined;
  const endOrHurry = () => {
    signalledAtMs ??= performance.now();
    if (performance.now() - signalledAtMs > sameSignalMs) all.hurry();
    else void end();
  };
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, endOrHurry);
  endWithNpm(end);
  try {
    process.stdout.write(await all.start());
  } catch (error) {
    await all.stop();
    for (const line of linesOf(error)) process.stderr.write(`loupe: ${line}\n`);
    process.exit(1);
  }
}

function linesOf(error: unknown): string[] {
  if (error instanceof ChildFailed) return [];
  return error instanceof EnvError ? error.errors : [(error as Error).message];
}

/** npm forwards signals. If npm is killed, this process gets a new parent and ends, too. */
function endWithNpm(end: () => void): void {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const npm = process.ppid;
  setInterval(() => process.ppid === npm || end(), 500).unref();
}

export function createSimulatorSession(dataDirectory: string): { token: string; file: string } {
  const token = randomBytes(16).toString('hex');
  const file = join(dataDirectory, 'simulator-sessions.json');
  writeFileSync(file, JSON.stringify([{ cookie: `sessionid=${token}` }]), { mode: 0o600 });
  return { token, file };
}
