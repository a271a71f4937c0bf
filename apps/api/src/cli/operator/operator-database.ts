import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import type { Env } from '../../platform/config/env';
import { countPendingMigrations } from '../../platform/database/data-source';
import { findRunningServer } from '../../platform/database/embedded/embedded-postgres';
import { startFailure } from '../../platform/database/failures';
import { openDatabase, startupTimeouts } from '../../platform/database/open-database';
import { counted } from './command';

/** One for long work, and a few for what it asks beside. */
const poolSize = 4;

interface FoundDatabase {
  readonly url: string;
  /** What people call it: neither its user nor its password is in it. */
  readonly name: string;
}

/**
 * The database that a command works on: the configured one, or the one that `npm start` runs at the moment.
 * @throws {Error} one line, when there is neither. A command never starts or creates a database: it would look at an empty one.
 */
export function findDatabase({ DATABASE_URL, DATA_DIR }: Env): FoundDatabase {
  if (DATABASE_URL) return { url: DATABASE_URL, name: databaseName(DATABASE_URL) };
  const url = findRunningServer(DATA_DIR);
  if (url) return { url, name: `${databaseName(url)} (of npm start in ${DATA_DIR})` };
  throw new Error(
    `there is no database: DATABASE_URL is not set, and no npm start runs one in DATA_DIR ${DATA_DIR}; ` +
      'set DATABASE_URL, or run npm start',
  );
}

/** Name, host and port as the driver understands the URL; the host of a Unix socket is its folder. */
export function databaseName(url: string): string {
  const { database = '(unnamed)', host, port } = new Client({ connectionString: url });
  return `${database} at ${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Does some work on a database.
 * @param migrates whether the work is to migrate it; all other work needs an up-to-date schema.
 * @throws {Error} with one plain line when the database is out of reach or behind; whatever the work throws.
 */
export async function withDatabase<T>(
  url: string,
  env: Env,
  migrates: boolean,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  let dataSource: DataSource | undefined;
  try {
    dataSource = await openDatabase(url, poolSize, {
      ...startupTimeouts,
      prepare: migrates ? leaveSchema : requireSchema,
    });
    return await work(dataSource);
  } catch (error) {
    throw startFailure(error, env);
  } finally {
    await dataSource?.destroy();
  }
}

async function leaveSchema(): Promise<void> {}

/** A schema that a newer version has migrated is good enough: the API of this version runs on it during an upgrade. */
async function requireSchema(dataSource: DataSource): Promise<void> {
  const pending = await countPendingMigrations(dataSource);
  if (pending > 0) throw new Error(`the database is ${counted(pending, 'migration')} behind: run loupe migrate`);
}
