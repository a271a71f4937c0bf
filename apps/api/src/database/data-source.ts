import { DataSource, MigrationExecutor } from 'typeorm';
import { migrations } from './migrations';

/** Any fixed number: the advisory lock that lets one process migrate while its siblings wait. */
const migrationLock = 7_305_011;

/** A connection pool on `url`; not connected until `initialize()`. Statements are SQL: no entity is mapped. */
export function createDataSource(url: string, poolSize: number): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    poolSize,
    migrations,
    migrationsTransactionMode: 'each',
    applicationName: 'loupe',
    connectTimeoutMS: 5_000,
    extra: { keepAlive: true },
  });
}

/** How many migrations of this version the database lacks. It only reads: an empty database stays empty. */
export async function countPendingMigrations(dataSource: DataSource): Promise<number> {
  return (await new MigrationExecutor(dataSource).getPendingMigrations()).length;
}

/**
 * Brings the schema up to date. Processes that start together wait for the first.
 * @returns how many migrations it applied.
 */
export async function migrate(dataSource: DataSource): Promise<number> {
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    return (await dataSource.runMigrations()).length;
  } finally {
    await lock.query('SELECT pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined);
    await lock.release();
  }
}
