import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import type { Env } from '../../platform/config/env';
import { countPendingMigrations } from '../../platform/database/data-source';
import { findRunningServer } from '../../platform/database/embedded/embedded-postgres';
import { databaseAddress, startFailure } from '../../platform/database/failures';
import { openDatabase, startupTimeouts } from '../../platform/database/open-database';
import { counted } from './command';

const poolSize = 4;

interface FoundDatabase {
  readonly url: string;
  readonly name: string;
}

/** The configured database, or that of a running `npm start`. @throws {Error} when there is neither */
export function findDatabase({ DATABASE_URL, DATA_DIR }: Env): FoundDatabase {
  if (DATABASE_URL) return { url: DATABASE_URL, name: databaseName(DATABASE_URL) };
  const url = findRunningServer(DATA_DIR);
  if (url) return { url, name: `${databaseName(url)} (of npm start in ${DATA_DIR})` };
  throw new Error(
    `there is no database: DATABASE_URL is not set, and no npm start runs one in DATA_DIR ${DATA_DIR}; ` +
      'set DATABASE_URL, or run npm start',
  );
}

export function databaseName(url: string): string {
  const { database = '(unnamed)' } = new Client({ connectionString: url });
  return `${database} at ${databaseAddress(url)}`;
}

/** Opens a database for `work`. @throws {Error} when it is unreachable, outdated without `migrates`, or `work` fails */
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

/** A schema of a newer version is accepted, because both versions run during an upgrade. */
async function requireSchema(dataSource: DataSource): Promise<void> {
  const pending = await countPendingMigrations(dataSource);
  if (pending > 0) throw new Error(`the database is ${counted(pending, 'migration')} behind: run loupe migrate`);
}
