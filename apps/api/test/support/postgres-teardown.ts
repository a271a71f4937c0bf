import { rmSync } from 'node:fs';
import type { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres';

export default async function tearDownPostgres(): Promise<void> {
  if (process.env.TEST_DATABASE_SERVERS) return;
  await (globalThis as { endWorker?: () => Promise<void> }).endWorker?.();
  const { postgres, directory } = (globalThis as Record<string, unknown>).testPostgres as {
    postgres: EmbeddedPostgres;
    directory: string;
  };
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}
