import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { longStatementMs } from '../../src/platform/database/bounded-client';
import { openDatabase, startupTimeouts } from '../../src/platform/database/open-database';
import './per-worker/patient-product';
import { until } from './until';

export interface TestDatabase {
  url: string;
  superuserUrl: string;
  dataSource: DataSource;
  /** Closes the pool and drops the database, even if others are still connected. */
  drop(): Promise<void>;
}

export const isDistributed = process.env.TEST_DATABASE_SERVERS !== undefined;

/** A fresh, migrated database: a clone of the template of the global setup. Call it once per test file. */
export async function createTestDatabase(poolSize = 8): Promise<TestDatabase> {
  const template = new URL(process.env.TEST_DATABASE_URL!);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(
    `CREATE DATABASE ${name} TEMPLATE ${template.pathname.slice(1)} OWNER ${decodeURIComponent(template.username)}`,
  );
  const url = new URL(template);
  url.pathname = `/${name}`;
  const dataSource = await openUnmigrated(url.href, poolSize);
  return {
    url: url.href,
    superuserUrl: Object.assign(new URL(servers()[0]!), { pathname: url.pathname }).href,
    dataSource,
    async drop() {
      if (dataSource.isInitialized) await dataSource.destroy();
      await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, isBusy);
    },
  };
}

/** Opens a pool and runs no migrations. Its statements have the long timeout that migrations have. */
export function openUnmigrated(url: string, poolSize: number): Promise<DataSource> {
  return openDatabase(url, poolSize, {
    ...startupTimeouts,
    statementMs: longStatementMs,
    prepare: async () => undefined,
  });
}

/** Waits until a statement in this database waits for a lock. */
export async function untilBlocked(dataSource: DataSource): Promise<void> {
  const waiting = isDistributed
    ? 'SELECT FROM citus_lock_waits'
    : `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await until('a statement waits for a lock', async () => (await dataSource.query(waiting)).length > 0);
}

function servers(): string[] {
  const { TEST_DATABASE_URL, TEST_DATABASE_SERVERS = TEST_DATABASE_URL! } = process.env;
  return TEST_DATABASE_SERVERS.split(',');
}

const isBusy = (error: unknown) => isDistributed && (error as { code?: string }).code === '55006';

/** Runs a statement as a superuser on every server of a cluster, because Citus manages databases per server. */
async function administer(sql: string, mayRepeat = (_error: unknown) => false): Promise<void> {
  await Promise.all(
    servers().map(async (server) => {
      for (;;) {
        try {
          return await administerServer(server, sql);
        } catch (error) {
          if (!mayRepeat(error)) throw error;
        }
      }
    }),
  );
}

async function administerServer(server: string, sql: string): Promise<void> {
  const url = new URL(server);
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
