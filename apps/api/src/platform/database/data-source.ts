import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { advisoryLocks } from './advisory-lock';
import { BoundedClient, deadlines, longStatementMs } from './bounded-client';
import { updateDistribution } from './distribution/distribution';
import { entities } from './entities';
import { SnakeCaseNames } from './entities/columns';
import { sqlState, sqlStates } from './failures';
import { migrations } from './migrations';

/** Creates a connection pool; `initialize()` connects. {@link withLongStatements} overrides `statementMs`. */
export function createDataSource(
  url: string,
  poolSize: number,
  statementMs: number = deadlines.statementMs,
): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    poolSize,
    migrations,
    entities,
    namingStrategy: new SnakeCaseNames(),
    applicationName: 'loupe',
    connectTimeoutMS: deadlines.connectMs,
    // The pool replaces a connection that was cut.
    extra: {
      Client: BoundedClient,
      statement_timeout: statementMs,
      onConnect: (client: BoundedClient) => client.setBounds(),
    },
  });
}

export function poolOf(dataSource: DataSource): Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'> {
  return (dataSource.driver as unknown as { master: Pool }).master;
}

export async function withLongStatements<T>(dataSource: DataSource, work: (db: QueryRunner) => Promise<T>): Promise<T> {
  const db = dataSource.createQueryRunner();
  try {
    const client: BoundedClient = await db.connect();
    return await client.allow(longStatementMs, () => work(db));
  } finally {
    await db.release();
  }
}

export async function countPendingMigrations(dataSource: DataSource): Promise<number> {
  return (await new MigrationExecutor(dataSource).getPendingMigrations()).length;
}

/** A migration that waits longer for a lock gives up and tries again, because charges queue behind it. */
const lockTimeoutMs = 300;
const maxLockAttempts = 1_000;

/** Migrates the schema and a distributed ledger, in one process at a time. @returns the number of migrations run */
export function migrate(dataSource: DataSource): Promise<number> {
  return withMigrationLock(dataSource, async (db) => {
    const executor = new MigrationExecutor(dataSource, db);
    executor.transaction = 'each';
    const { length } = await executor.getPendingMigrations();
    await db.query(`SET lock_timeout = ${lockTimeoutMs}`);
    try {
      await executePatiently(executor);
    } finally {
      await db.query('RESET lock_timeout').catch(() => undefined);
    }
    await updateDistribution(db, length > 0);
    return length;
  });
}

async function executePatiently(executor: MigrationExecutor): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await executor.executePendingMigrations();
      return;
    } catch (error) {
      if (sqlState(error) !== sqlStates.lockNotAvailable || attempt === maxLockAttempts) throw error;
      await sleep(lockTimeoutMs);
    }
  }
}

export function withMigrationLock<T>(dataSource: DataSource, work: (db: QueryRunner) => Promise<T>): Promise<T> {
  return withLongStatements(dataSource, async (db) => {
    await db.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migrate]);
    try {
      return await work(db);
    } finally {
      await db.query('SELECT pg_advisory_unlock($1)', [advisoryLocks.migrate]).catch(() => undefined);
    }
  });
}
