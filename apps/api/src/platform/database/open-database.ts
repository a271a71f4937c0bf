import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { clock } from '../clock';
import { longStatementMs } from './bounded-client';
import { createDataSource, migrate } from './data-source';
import { isComingBack, isRefused } from './failures';

/** How a database is opened, and how long a start waits for one that is not there yet. */
interface Opening {
  /** In all, while it says that it starts, recovers or shuts down, or cuts connections. */
  readonly restartMs: number;
  /** While nothing listens: as long as a restart keeps the port closed, not so long that a wrong address looks like a hang. */
  readonly refusedMs: number;
  /** Told once, when a database is found that is coming back. */
  readonly onWait?: (error: unknown) => void;
  /** How long a statement may take once it is open; what {@link createDataSource} says when not given. */
  readonly statementMs?: number;
  /** What the schema needs before the pool is handed out; {@link migrate} when not given. */
  readonly prepare?: (dataSource: DataSource) => Promise<unknown>;
}

export const startupTimeouts = { restartMs: 60_000, refusedMs: 3_000 };
const retryMs = 200;
const oldestVersion = 15;

/**
 * A connected pool on a schema that is up to date. A database that is just coming back is waited for.
 * @throws what is wrong with any other, at once; of one that did not come back in time, the last failure.
 */
export async function openDatabase(
  url: string,
  poolSize: number,
  timeouts: Opening = startupTimeouts,
): Promise<DataSource> {
  const startedAtMs = clock.nowMs();
  let lastSignAtMs: number | undefined;
  for (;;) {
    try {
      return await connect(url, poolSize, timeouts);
    } catch (error) {
      const nowMs = clock.nowMs();
      if (isComingBack(error)) {
        if (lastSignAtMs === undefined) timeouts.onWait?.(error);
        lastSignAtMs = nowMs;
      } else if (!isRefused(error) || nowMs - (lastSignAtMs ?? startedAtMs) > timeouts.refusedMs) throw error;
      if (nowMs - startedAtMs > timeouts.restartMs) throw error;
      await sleep(retryMs);
    }
  }
}

/** The same for those whose statements may take their time. */
export function openForLongStatements(url: string, poolSize: number): Promise<DataSource> {
  return openDatabase(url, poolSize, { ...startupTimeouts, statementMs: longStatementMs });
}

async function connect(
  url: string,
  poolSize: number,
  { statementMs, prepare = migrate }: Opening,
): Promise<DataSource> {
  const dataSource = createDataSource(url, poolSize, statementMs);
  try {
    await dataSource.initialize();
    await requireVersion(dataSource);
    await prepare(dataSource);
    return dataSource;
  } catch (error) {
    if (dataSource.isInitialized) await dataSource.destroy().catch(() => undefined);
    throw error;
  }
}

/** @throws {Error} one line for the operator, before a migration fails half-way for a reason that nobody understands. */
async function requireVersion(dataSource: DataSource): Promise<void> {
  const [{ number, name }] = await dataSource.query(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name`,
  );
  if (number < oldestVersion * 10_000)
    throw new Error(`DATABASE_URL: this is PostgreSQL ${name}, and Loupe needs ${oldestVersion} or newer`);
}
