import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { moveToLoadCore } from './cores.mjs';
import { Peer } from './peer.mjs';
import { api, moduleOf, thisCheckout } from './product.mjs';

/** More than a run can spend, and below what a top-up must confirm. */
const balanceMicros = 900_000_000n;

/** What every peer stands on, beside the servers' core: the upstream, a durable PostgreSQL, and two keys that are good for each. */
export class Platform {
  /** What `work` comes to on a platform that ends with it. This process leaves the servers' core. */
  static async use(work) {
    moveToLoadCore();
    const platform = await Platform.start();
    try {
      return await work(platform);
    } finally {
      await platform.stop();
    }
  }

  static async start() {
    const { EmbeddedPostgres } = api('platform/database/embedded/embedded-postgres');
    const platform = new Platform();
    platform.directory = mkdtempSync(join(tmpdir(), 'loupe-bench-'));
    platform.postgres = await EmbeddedPostgres.start(platform.directory);
    platform.upstream = await Peer.start(
      'the upstream',
      new URL('../peers/upstream.mjs', import.meta.url),
      {},
      { onLoadCore: true },
    );
    // The database would outlive an interrupted run; peers end with us.
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.once(signal, () => platform.postgres.stop().finally(() => process.exit(1)));
    }
    const { generateApiKey } = api('core/auth/api-key-format');
    platform.apiKeys = [generateApiKey(), generateApiKey()];
    return platform;
  }

  databaseCount = 0;

  /** Of its own for each start of a peer. */
  async createDatabase(prefix) {
    const name = `${prefix}_${++this.databaseCount}`;
    const client = new pg.Client({ connectionString: this.postgres.url });
    await client.connect();
    try {
      await client.query(`CREATE DATABASE ${name}`);
    } finally {
      await client.end();
    }
    const url = new URL(this.postgres.url);
    url.pathname = `/${name}`;
    return url.href;
  }

  /** A database for one Loupe, with an account that has the keys. With one in common, they would share the keys' rates. */
  async createLoupeDatabase(product = thisCheckout) {
    const url = await this.createDatabase('loupe');
    await createAccount(moduleOf(product), url, this.apiKeys);
    return url;
  }

  async stop() {
    await this.upstream.stop();
    await this.postgres.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

/** Each key may do as many requests a second as a key can be allowed. */
async function createAccount(ofProduct, url, keys) {
  const { openForLongStatements } = ofProduct('platform/database/open-database');
  const { apiKeyPrefix, hashApiKey } = ofProduct('core/auth/api-key-format');
  const { LedgerRepository } = ofProduct('core/billing/ledger.repository');
  const { TopUps } = ofProduct('core/billing/top-ups');
  const dataSource = await openForLongStatements(url, 2);
  const [{ id: accountId }] = await dataSource.query(
    `INSERT INTO accounts (kind, name) VALUES ('customer', 'Bench') RETURNING id`,
  );
  await new TopUps(dataSource, new LedgerRepository()).credit({
    accountId: Number(accountId),
    amountMicros: balanceMicros,
    note: 'bench',
    idempotencyKey: randomUUID(),
    actor: { userId: null, label: 'bench', address: null },
  });
  await dataSource.query(
    `INSERT INTO api_keys (account_id, name, hash, prefix, rate_per_second)
     SELECT $1, 'Bench', hash, prefix, 10000 FROM unnest($2::bytea[], $3::text[]) AS keys (hash, prefix)`,
    [accountId, keys.map(hashApiKey), keys.map(apiKeyPrefix)],
  );
  await dataSource.destroy();
}
