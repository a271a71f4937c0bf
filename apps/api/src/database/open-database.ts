import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { createDataSource, migrate } from './data-source';

/** How long a start bears with a database that is not there yet. */
export interface Patience {
  /** In all, while it says that it starts, recovers or shuts down, or cuts connections. */
  readonly restartMs: number;
  /** While nothing listens: as long as a restart keeps the port closed, not so long that a wrong address looks like a hang. */
  readonly refusedMs: number;
  /** Told once, when a database is found that is coming back. */
  readonly onWait?: (error: unknown) => void;
}

type Prepare = (dataSource: DataSource) => Promise<unknown>;

export const patience: Patience = { restartMs: 60_000, refusedMs: 3_000 };
const retryMs = 200;

/**
 * A connected pool on a schema that is up to date. A database that is just coming back is waited for.
 * @param prepare what the schema needs before the pool is handed out.
 * @throws what is wrong with any other, at once; of one that did not come back in time, the last failure.
 */
export async function openDatabase(
  url: string,
  poolSize: number,
  bears = patience,
  prepare: Prepare = migrate,
): Promise<DataSource> {
  const startedAtMs = performance.now();
  let lastSignAtMs: number | undefined;
  for (;;) {
    try {
      return await connect(url, poolSize, prepare);
    } catch (error) {
      const nowMs = performance.now();
      if (isComingBack(error)) {
        if (lastSignAtMs === undefined) bears.onWait?.(error);
        lastSignAtMs = nowMs;
      } else if (!isRefused(error) || nowMs - (lastSignAtMs ?? startedAtMs) > bears.refusedMs) throw error;
      if (nowMs - startedAtMs > bears.restartMs) throw error;
      await sleep(retryMs);
    }
  }
}

async function connect(url: string, poolSize: number, prepare: Prepare): Promise<DataSource> {
  const dataSource = createDataSource(url, poolSize);
  try {
    await dataSource.initialize();
    await prepare(dataSource);
    return dataSource;
  } catch (error) {
    if (dataSource.isInitialized) await dataSource.destroy().catch(() => undefined);
    throw error;
  }
}

/** Shutting down, crashed, starting or recovering (SQLSTATE 57P01 to 57P03), or a connection that was taken and then cut. */
function isComingBack(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return /^57P0[123]$|^ECONNRESET$|^EPIPE$/.test(code ?? '') || message === 'Connection terminated unexpectedly';
}

function isRefused(error: unknown): boolean {
  return (error as { code?: string }).code === 'ECONNREFUSED';
}
