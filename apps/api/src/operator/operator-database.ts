import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import type { Env } from '../config/env';
import { createDataSource, migrate } from '../database/data-source';
import { EmbeddedPostgres, findRunningServer } from '../database/embedded/embedded-postgres';
import { claimDataDirectory } from '../launcher/data-directory';
import { startFailure } from '../start-failure';

/** Migrating takes one connection beside the one that holds the lock. */
const poolSize = 4;
/** A command that checks the books of a large installation takes its time; the next one waits. */
const turnMs = 600_000;

interface Database {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Does some work on the installation's database, migrated as every start of the server does it.
 * @throws {Error} with one plain line when the database is out of reach; whatever the work throws.
 */
export async function withDatabase<T>(env: Env, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const database = await openDatabase(env);
  const dataSource = createDataSource(database.url, poolSize);
  try {
    await dataSource.initialize();
    await migrate(dataSource);
    return await work(dataSource);
  } catch (error) {
    throw startFailure(error, env);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await database.close();
  }
}

async function openDatabase({ DATABASE_URL, DATA_DIR }: Env): Promise<Database> {
  if (DATABASE_URL) return alreadyOpen(DATABASE_URL);
  // One command at a time looks for a server: it then finds that of `npm start`, never one of another command that
  // would end under it.
  const endTurn = await claimDataDirectory(join(DATA_DIR, 'operator'), turnMs);
  const running = findRunningServer(DATA_DIR);
  if (running === undefined) return startDatabase(DATA_DIR, endTurn);
  endTurn();
  return alreadyOpen(running);
}

function alreadyOpen(url: string): Database {
  return { url, close: async () => undefined };
}

/** Starts the embedded server for the time of one command. */
async function startDatabase(directory: string, endTurn: () => void): Promise<Database> {
  let giveBack: () => void = () => undefined;
  let starting: Promise<EmbeddedPostgres> | undefined;
  const close = async () => {
    const postgres = await starting?.catch(() => undefined);
    await postgres?.stop();
    giveBack();
    endTurn();
  };
  // The server is detached from the terminal: Ctrl-C would leave it running.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => close().then(() => process.exit(130)));
  try {
    giveBack = await claimDataDirectory(directory);
    starting = EmbeddedPostgres.start(directory);
    return { url: (await starting).url, close };
  } catch (error) {
    await close();
    // `npm start` had the claim while its server was not ready yet; by now it is.
    const running = findRunningServer(directory);
    if (running !== undefined) return alreadyOpen(running);
    throw error;
  }
}
