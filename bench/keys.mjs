// A million API keys: memory beside none, time to read them all and a hundred changes, CPU time of a check of key and rate.
// Needs a build: `npm run build && node bench/keys.mjs`.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { printRows } from './harness/report.mjs';

const load = createRequire(import.meta.url);
const api = (path) => load(`../apps/api/dist/${path}.js`);

const keyCount = 1_000_000;
/**
 * Keys whose plaintext is known, for checks that go through all of memory and not through one warm line of it. Their rate is
 * the highest, because a refusal is an error, which costs more than what is measured.
 */
const usableCount = 10_000;

async function fill(dataSource) {
  const { apiKeyPrefix, generateApiKey, hashApiKey } = api('core/auth/api-key-format');
  await dataSource.query(`INSERT INTO accounts (kind, name) SELECT 'customer', 'Bench' FROM generate_series(1, 1000)`);
  await dataSource.query(
    `INSERT INTO api_keys (account_id, hash, prefix, name)
     SELECT 1001 + i % 1000, sha256(i::text::bytea), 'Prefixed', 'Bench' FROM generate_series(1, $1::int) AS i`,
    [keyCount - usableCount],
  );
  const keys = Array.from({ length: usableCount }, generateApiKey);
  await dataSource.query(
    `INSERT INTO api_keys (account_id, hash, prefix, name, rate_per_second)
     SELECT 1001 + ordinality % 1000, hash, prefix, 'Bench', 10000 FROM unnest($1::bytea[], $2::text[]) WITH ORDINALITY AS k (hash, prefix)`,
    [keys.map(hashApiKey), keys.map(apiKeyPrefix)],
  );
  await dataSource.query('VACUUM ANALYZE api_keys');
  return keys;
}

/** In a process of its own, whose memory holds nothing else. */
function measureApart(url, keys) {
  const script = fileURLToPath(new URL('./keys-process.mjs', import.meta.url));
  const child = spawn(process.execPath, ['--expose-gc', script, url], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(keys);
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`the measuring process ended with ${code}`)));
  });
}

/** @returns rows `{name, unit, median, min, max}`; takes about a minute. */
export async function measureKeys() {
  const { EmbeddedPostgres } = api('platform/database/embedded/embedded-postgres');
  const { openUnhurried } = api('platform/database/open-database');
  const directory = mkdtempSync(join(tmpdir(), 'loupe-bench-'));
  const postgres = await EmbeddedPostgres.start(directory, ['fsync=off']);
  const dataSource = await openUnhurried(postgres.url, 2);
  try {
    return await measureApart(postgres.url, await fill(dataSource));
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) printRows(await measureKeys());
