// A million API keys: memory beside none, time to read them all and a hundred changes, CPU time of a check of key and rate.
// Needs a build: `npm run build && node bench/keys.mjs`. Takes about a minute.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { api, withDatabase } from './harness/product.mjs';
import { printRows } from './harness/rows.mjs';

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
  const child = fork(script, [url], { execArgv: ['--expose-gc'] });
  child.send(keys);
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`the measuring process ended with ${code}`)));
  });
}

const database = { settings: ['fsync=off'], poolSize: 2 };
printRows(await withDatabase(database, async (dataSource, url) => measureApart(url, await fill(dataSource))));
