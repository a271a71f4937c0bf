import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { clock } from '../clock';
import { longStatementMs } from './bounded-client';
import { createDataSource, migrate } from './data-source';
import { isComingBack, isRefused } from './failures';

interface Opening {
  /** Total wait while the database starts, recovers, shuts down or cuts connections. */
  readonly restartMs: number;
  /** Wait while nothing listens on the port. Long enough for a restart, but a wrong address must not look like a hang. */
  readonly refusedMs: number;
  readonly onWait?: (error: unknown) => void;
  readonly statementMs?: number;
  readonly prepare?: (dataSource: DataSource) => Promise<unknown>;
}

export const startupTimeouts = { restartMs: 60_000, refusedMs: 3_000 };
const retryMs = 200;
const oldestVersion = 15;

/** Opens a pool and migrates the schema. @throws restart and ECONNREFUSED errors after a timeout, others at once */
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

/** @throws {Error} for an older version, on which a migration would fail with an obscure message */
async function requireVersion(dataSource: DataSource): Promise<void> {
  const [{ number, name }] = await dataSource.query(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name`,
  );
  if (number < oldestVersion * 10_000)
    throw new Error(`DATABASE_URL: this is PostgreSQL ${name}, and Loupe needs ${oldestVersion} or newer`);
}
