import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import type { Env } from '../config/env';
import { EmbeddedPostgres, findRunningServer } from '../database/embedded/embedded-postgres';
import { openDatabase } from '../database/open-database';
import { claimDataDirectory } from '../launcher/data-directory';
import { startFailure } from '../start-failure';

/** Migrating takes one connection beside the one that holds the lock. */
const poolSize = 4;
/** A command that checks the books of a large installation takes its time; the next one waits. */
const turnMs = 600_000;

interface Server {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Does some work on the installation's database, migrated as every start of the server does it.
 * @throws {Error} with one plain line when the database is out of reach; whatever the work throws.
 */
export async function withDatabase<T>(env: Env, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const server = await findServer(env);
  let dataSource: DataSource | undefined;
  try {
    dataSource = await openDatabase(server.url, poolSize);
    return await work(dataSource);
  } catch (error) {
    throw startFailure(error, env);
  } finally {
    await dataSource?.destroy();
    await server.close();
  }
}

async function findServer({ DATABASE_URL, DATA_DIR }: Env): Promise<Server> {
  if (DATABASE_URL) return alreadyRunning(DATABASE_URL);
  // One command at a time looks for a server: it then finds that of `npm start`, never one of another command that
  // would end under it.
  const endTurn = await claimDataDirectory(join(DATA_DIR, 'operator'), turnMs);
  const running = findRunningServer(DATA_DIR);
  if (running === undefined) return startServer(DATA_DIR, endTurn);
  endTurn();
  return alreadyRunning(running);
}

function alreadyRunning(url: string): Server {
  return { url, close: async () => undefined };
}

/** Starts the embedded server for the time of one command. */
async function startServer(directory: string, endTurn: () => void): Promise<Server> {
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
    if (running !== undefined) return alreadyRunning(running);
    throw error;
  }
}
