import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { moveToLoadCore } from './cores.mjs';
import { Peer } from './peer.mjs';
import { api } from './product.mjs';

export async function withPostgres(work) {
  const { EmbeddedPostgres } = api('platform/database/embedded/embedded-postgres');
  const directory = mkdtempSync(join(tmpdir(), 'loupe-bench-'));
  const postgres = await EmbeddedPostgres.start(directory);
  const stop = async () => {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  // PostgreSQL is detached and would outlive an interrupted run. Peers end with this process.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop().finally(() => process.exit(1)));
  try {
    return await work(postgres);
  } finally {
    await stop();
  }
}

/** Runs `work` with an upstream and a PostgreSQL on the load core. */
export function withPlatform(work) {
  moveToLoadCore();
  return withPostgres(async (postgres) => {
    const script = new URL('../peers/upstream.mjs', import.meta.url);
    const upstream = await Peer.start('the upstream', script, {}, { onLoadCore: true });
    try {
      return await work({ upstreamUrl: `http://127.0.0.1:${upstream.port}`, postgresUrl: postgres.url });
    } finally {
      await upstream.stop();
    }
  });
}

let databases = 0;

export async function createDatabase({ postgresUrl }) {
  const name = `bench_${++databases}`;
  await query(postgresUrl, `CREATE DATABASE ${name}`);
  return Object.assign(new URL(postgresUrl), { pathname: `/${name}` }).href;
}

/** Creates a database with an account and two keys through the `loupe` command, which the build of every commit has. */
export async function createLoupeDatabase(platform, product) {
  const url = await createDatabase(platform);
  const command = fileURLToPath(new URL('apps/api/dist/cli/operator/main.js', product));
  const options = { env: { ...process.env, DATABASE_URL: url }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
  const loupe = (...parameters) => execFileSync(process.execPath, [command, ...parameters], options);
  loupe('migrate');
  const account = /^account_id: (\d+)$/m.exec(loupe('create-account', '--name', 'Bench'))[1];
  // More than a run can spend, and less than the amount that must be confirmed.
  loupe('top-up', '--account', account, '--amount-usd', '900', '--note', 'bench', '--idempotency-key', 'bench-top-up');
  const createKey = (name) => /^key: (\S+)$/m.exec(loupe('create-key', '--account', account, '--name', name))[1];
  const apiKeys = ['first', 'second'].map(createKey);
  await query(url, 'UPDATE api_keys SET rate_per_second = 10000');
  return { url, apiKeys };
}

async function query(connectionString, sql) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
