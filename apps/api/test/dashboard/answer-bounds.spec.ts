import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { openForLongStatements } from '../../src/platform/database/open-database';
import { declaredRoutes } from '../support/declared-routes';
import { type Browser, DashboardWorld, type OwnerOfAccount } from './dashboard-world';

const operations = JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')).paths;

/** Paths of the dashboard's API that answer GET with JSON. */
const routes = declaredRoutes('dashboard-openapi')
  .filter(({ method, responses }) => method === 'GET' && 'application/json' in (responses['200']?.content ?? {}))
  .map(({ path }) => path)
  // It has one text, and refuses to show a secret that was made since the last upgrade.
  .filter((path) => path !== '/webhooks/{id}/secret');

const maxBytes = 100_000;
const maxRows = 100;
/** One point for each day of a chart. */
const days = /\/overview by_day$/;

const wide = (length: number) => '€'.repeat(length);

/** Fills an account, and the lists of support, beyond what a page shows. Texts and lists are as large as allowed. */
async function fill(
  dataSource: DataSource,
  { accountId, userId, email }: OwnerOfAccount,
  staffId: number,
): Promise<void> {
  const query = (sql: string, ...values: unknown[]) => dataSource.query(sql, values);
  const ranges = `ARRAY (SELECT format('2001:db8:%s:1111:2222:3333:4444:5555/128', to_hex(n)) FROM generate_series(4096, 4195) AS n)`;
  await query(
    `INSERT INTO api_keys (account_id, name, prefix, hash, allowed_ips, revoked_at)
     SELECT $1, $2, 'filler00', sha256(convert_to(gen_random_uuid()::text, 'UTF8')), ${ranges}, CASE WHEN n > 50 THEN now() END
     FROM generate_series(1, 350) AS n`,
    accountId,
    wide(100),
  );
  const keys = `(SELECT id, row_number() OVER (ORDER BY id) AS place FROM api_keys WHERE account_id = $1)`;
  await query(
    `INSERT INTO rate_requests (account_id, key_id, key_family_id, requests_per_second, reason)
     SELECT $1, id, id, 20, $2 FROM ${keys} AS k WHERE place <= 150`,
    accountId,
    wide(1_000),
  );
  await query(
    `INSERT INTO ledger.usage_daily (day, account_id, shard, key_id, operation, code, requests, charged_requests, charged_micros,
       upstream_ms, response_bytes)
     SELECT current_date - ago, $1, shard_of($1), id, operation, CASE WHEN place % 3 = 0 THEN 'profile_not_found' ELSE '' END, 100000, 90000,
       54000000, 1, 1
     FROM generate_series(0, 366) AS ago, unnest($2::text[]) AS operation, ${keys} AS k WHERE place <= 120 AND (ago < 3 OR place < 3)`,
    accountId,
    Object.keys(operations).map((path) => path.slice(1, 40)),
  );
  await query(
    `WITH made AS (
       INSERT INTO ledger.usage_rows (request_id, account_id, shard, status, units, charged, key_id, price_micros, response_bytes,
         upstream_ms, total_ms, operation, code, problem)
       SELECT loupe_uuid_v7(), $1, shard_of($1), 401, 1, false, (SELECT max(id) FROM api_keys WHERE account_id = $1), 600, 1, 1, 1, 'users.by_id',
         'unauthorized', json_build_object('detail', n || $2::text) FROM generate_series(1, 150) AS n RETURNING request_id)
     INSERT INTO ledger.request_addresses (account_id, shard, second, request_ids, addresses)
     SELECT $1, shard_of($1), floor(extract(epoch FROM loupe_uuid_time(request_id))), array_agg(request_id), array_agg($3::text)
     FROM made GROUP BY 3`,
    accountId,
    wide(3_000),
    `/users/1001?fields=${'a'.repeat(2_000)}`,
  );
  await query(
    `WITH made AS (
       INSERT INTO ledger.transfers (account_id, shard, house_account_id, amount_micros, balance_after_micros, kind)
       SELECT $1, shard_of($1), 2, 1, n, 'top_up' FROM generate_series(1, 250) AS n RETURNING id)
     INSERT INTO transfer_notes (transfer_id, account_id, note) SELECT id, $1, $2 FROM made`,
    accountId,
    wide(500),
  );
  await query(
    `INSERT INTO payments (account_id, amount_micros, session_id, checkout_url, receipt_url)
     SELECT $1, 5000000, n, $2 || n, $2 || n FROM generate_series(1, 120) AS n`,
    accountId,
    `https://checkout.stripe.com/${'c'.repeat(400)}`,
  );
  const member = `lpad(n || $2::text, 254, 'm')`;
  await query(
    `INSERT INTO users (email, role, account_id) SELECT ${member}, 'owner', $1 FROM generate_series(1, 49) AS n`,
    accountId,
    `@${accountId}.example.com`,
  );
  await query(
    `INSERT INTO users (email, role) SELECT ${member}, 'support' FROM generate_series($1::int, 150) AS n`,
    1,
    `@staff-${accountId}.example.com`,
  );
  for (const id of [userId, staffId])
    await query(
      `INSERT INTO sessions (token_hash, user_id, address, user_agent)
       SELECT sha256(convert_to(gen_random_uuid()::text, 'UTF8')), $1, '2001:db8::1', $2 FROM generate_series(1, 49)`,
      id,
      wide(300),
    );
  await query(
    `INSERT INTO passkeys (user_id, host, credential_id, public_key, counter, transports, is_synced, name, user_agent)
     SELECT $1, repeat('h', 253), decode(lpad(n::text, 2, '0'), 'hex'), '', 0, '{}', true, $2, $3 FROM generate_series(1, 10) AS n`,
    userId,
    wide(100),
    wide(300),
  );
  await query(
    `INSERT INTO customer_notes (account_id, author, text) SELECT $1, $2, $3 FROM generate_series(1, 60)`,
    accountId,
    email,
    wide(1_000),
  );
  await query(
    `INSERT INTO notifications (account_id, event, subject, detail)
     SELECT $1, 'key.cap_near', n::text, jsonb_build_object('key_id', '1', 'key_name', $2::text, 'period', 'day', 'spent_usd', '1', 'cap_usd', '1')
     FROM generate_series(1, 120) AS n`,
    accountId,
    wide(100),
  );
  await query(
    `WITH endpoint AS (INSERT INTO webhook_endpoints (account_id, url, events) VALUES ($1, $2, '{}') RETURNING id)
     INSERT INTO webhook_deliveries (account_id, endpoint_id, type, message_id, body, response_body, last_error, next_attempt_at)
     SELECT $1, id, 'balance.low', 'msg_' || n, '{}', $2, $2, NULL FROM endpoint, generate_series(1, 120) AS n`,
    accountId,
    wide(1_000),
  );
  await query(
    `INSERT INTO audit_log (actor_label, action, account_id, target_type, target_id, detail)
     SELECT 'operator', 'key.create', $1, 'key', '1', jsonb_build_object('name', $2::text, 'allowed_ips', ${ranges})
     FROM generate_series(1, 150)`,
    accountId,
    wide(100),
  );
  await query(
    `WITH made AS (
       INSERT INTO management_tokens (account_id, owner_id, hash, prefix, name, allowed_ips)
       SELECT $1, $2, sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'filler00', $3, ${ranges} FROM generate_series(1, 120) RETURNING id)
     INSERT INTO audit_log (actor_label, actor_token_id, action, account_id, target_type, target_id, detail)
     SELECT 'token', (SELECT max(id) FROM made), 'key.create', $1, 'key', '1', jsonb_build_object('name', $3::text) FROM generate_series(1, 120)`,
    accountId,
    userId,
    wide(100),
  );
  await query(
    `INSERT INTO monitors (account_id, key_family_id, name, operation, parameters, kind, fields, every_minutes, paused_at, pause_reason, watched)
     SELECT $1, 1, $2, 'users.by_id', jsonb_build_object('user_id', $3::text), 'changed', ARRAY[$4::text], 15, now(), 'failing', jsonb_build_object($4::text, $5::text)
     FROM generate_series(1, 200)`,
    accountId,
    wide(100),
    wide(2_000),
    'a'.repeat(200),
    wide(340),
  );
  await query(
    `WITH last AS (SELECT max(id) AS id FROM monitors), e AS (
       INSERT INTO monitor_events (monitor_id, account_id, field, before, after)
       SELECT id, $1, $2, to_jsonb($3::text), to_jsonb(n || $3) FROM last, generate_series(1, 150) AS n)
     INSERT INTO monitor_runs (monitor_id, account_id, due_at, lease_id, leased_until, ended_at, outcome, reason)
     SELECT id, $1, now(), gen_random_uuid(), now(), now(), 'failed', $4 FROM last, generate_series(1, 120)`,
    accountId,
    'a'.repeat(200),
    wide(340),
    wide(500),
  );
  await query(
    `INSERT INTO pending_top_ups (account_id, amount_micros, note, idempotency_key, asked_by_id, asked_by)
     SELECT $1, 1, $2, n, $3, $4 FROM generate_series(1, 150) AS n`,
    accountId,
    wide(500),
    staffId,
    email,
  );
  await query(
    `INSERT INTO account_profiles (kind, name) SELECT 'customer', $1 FROM generate_series(1, 150)`,
    wide(200),
  );
  await query(
    `INSERT INTO ledger.accounts (account_id, shard, status, balance_micros)
     SELECT id, shard_of(id), 'active', 0 FROM account_profiles p WHERE NOT EXISTS (SELECT FROM ledger.accounts WHERE account_id = p.id)`,
  );
}

describe('every JSON answer of the dashboard’s API', () => {
  let world: DashboardWorld;
  let owner: Browser & OwnerOfAccount;
  let support: Browser;
  let ids: Record<string, string>;
  beforeAll(async () => {
    world = await DashboardWorld.start({ SANDBOX_UPSTREAM_URL: 'http://127.0.0.1:9' });
    owner = await world.ownerBrowser();
    const staff = await world.supportBrowser();
    support = staff;
    const forFilling = await openForLongStatements(world.api.database.url, 1);
    await fill(forFilling, owner, staff.userId).finally(() => forFilling.destroy());
    const [{ key, request, endpoint, token, payment_id, monitor }] = await world.dataSource.query(
      `SELECT (SELECT max(id) FROM api_keys) AS key, (SELECT max(id) FROM monitors) AS monitor, (SELECT max(id) FROM webhook_endpoints) AS endpoint,
         (SELECT max(id) FROM management_tokens) AS token, (SELECT max(id::text) FROM payments) AS payment_id,
         (SELECT max(request_id::text) FROM ledger.usage_rows) AS request`,
    );
    const [account_id, idempotency_key] = [`${owner.accountId}`, randomUUID()];
    ids = { account_id, idempotency_key, id: key, request_id: request, endpoint, token, payment_id, monitor };
  });
  afterAll(() => world.stop());

  it.each(routes)('at %s has at most 100 rows and 100 KB, also for the fullest account', async (route) => {
    const path = route
      .replace('/webhooks/{id}', '/webhooks/{endpoint}')
      .replace('/monitors/{id}', '/monitors/{monitor}')
      .replace('/management-tokens/{id}', '/management-tokens/{token}')
      .replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? `no value for ${name}`);
    const by = route.startsWith('/support') ? support : owner;
    const { status, text, json } = await by.get(`${path}?limit=200&days=366`);
    expect(status).toBe(200);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
    // The account has more than a page of everything. A list that is empty or ends is one that `fill` does not know.
    if ('has_more' in json) expect(json.has_more).toBe(true);
    const lists = Object.entries<unknown>(json).flatMap(([name, rows]) =>
      Array.isArray(rows) ? [{ name, rows }] : [],
    );
    for (const { name, rows } of lists) {
      expect({ name, isEmpty: rows.length === 0 }).toEqual({ name, isEmpty: false });
      if (!days.test(`${route} ${name}`)) expect(rows.length).toBeLessThanOrEqual(maxRows);
    }
  });
});
