import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres';
import { openForLongStatements } from '../../src/platform/database/open-database';

/**
 * Jest's global setup: one PostgreSQL for the whole run, with one migrated template database that test files clone.
 * `POSTGRES_PROGRAMS=/usr/lib/postgresql/15/bin npm test` runs the tests on another PostgreSQL than the embedded one.
 * `npm run test:distributed` provides a cluster with such a template.
 */
export default async function setUpPostgres(): Promise<void> {
  if (process.env.TEST_DATABASE_SERVERS) return;
  const directory = mkdtempSync(join(tmpdir(), 'loupe-test-'));
  // Speed over safety: this PostgreSQL is thrown away. Tests of durability start their own PostgreSQL.
  const settings = ['fsync=off', 'full_page_writes=off', 'max_connections=400'];
  const postgres = await EmbeddedPostgres.start(directory, settings, process.env.POSTGRES_PROGRAMS);
  const template = await openForLongStatements(postgres.url, 2);
  await template.destroy();
  process.env.TEST_DATABASE_URL = postgres.url;
  (globalThis as Record<string, unknown>).testPostgres = { postgres, directory };
}
