import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const load = createRequire(import.meta.url);

/** A module of the built product, for example `core/billing/charge-queue`. */
export const api = (path) => load(`../../apps/api/dist/${path}.js`);

/** What `work` comes to on an embedded PostgreSQL with the product's tables, which ends with it. */
export async function withDatabase({ settings, poolSize }, work) {
  const { EmbeddedPostgres } = api('platform/database/embedded/embedded-postgres');
  const directory = mkdtempSync(join(tmpdir(), 'loupe-bench-'));
  const postgres = await EmbeddedPostgres.start(directory, settings);
  try {
    const dataSource = await api('platform/database/open-database').openUnhurried(postgres.url, poolSize);
    try {
      return await work(dataSource, postgres.url);
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
