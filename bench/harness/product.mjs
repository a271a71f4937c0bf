import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Its folder, as a URL. */
export const thisCheckout = new URL('../../', import.meta.url);

/** Modules of the product that is built in this folder, for example `core/billing/charge-queue`. */
export function moduleOf(product) {
  const load = createRequire(new URL('apps/api/dist/', product));
  return (path) => load(`./${path}.js`);
}

export const api = moduleOf(thisCheckout);

/** What `work` comes to on an embedded PostgreSQL with the product's tables, which ends with it. */
export async function withDatabase({ settings, poolSize, programs }, work) {
  const { EmbeddedPostgres } = api('platform/database/embedded/embedded-postgres');
  const directory = mkdtempSync(join(tmpdir(), 'loupe-bench-'));
  const postgres = await EmbeddedPostgres.start(directory, settings, programs);
  try {
    const dataSource = await api('platform/database/open-database').openForLongStatements(postgres.url, poolSize);
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
