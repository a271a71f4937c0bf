import { KeyUses } from '../../src/core/auth/key-uses';
import { RequestAddresses } from '../../src/core/usage/request-addresses';
import { UsageLog } from '../../src/core/usage/usage-log';
import { UsageTotals } from '../../src/core/usage/usage-totals';
import { declaredRoutes } from '../support/declared-routes';
import { until } from '../support/until';
import { enableSecondFactor } from './authenticator';
import { type Browser, DashboardWorld, type OwnerOfAccount } from './dashboard-world';
import { addPasskey, PasskeyDevice } from './passkey-device';

const routes = declaredRoutes('dashboard-openapi');
const closed = routes.filter(({ security }) => security);
const supportRoutes = closed.filter(({ path }) => path.startsWith('/support/'));

type Ids = Record<string, string>;

const filled = (path: string, ids: Ids) => path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? `{${name}}`);

const bodies: Record<string, unknown> = {
  'Keys.change': { name: 'taken' },
  'Keys.rotate': { overlap_seconds: 0 },
  'Customers.addNote': { text: 'mine now' },
  'Playground.call': { path: '/users/1001' },
  'Members.changeRole': { role: 'viewer' },
  'Keys.requestRate': { requests_per_second: 100, reason: 'mine now' },
  'Webhooks.change': { enabled: false },
  'Payments.create': { amount_usd: '5' },
  'Monitors.change': { name: 'mine now' },
};

/** Columns by which a row belongs to an account, and their values for the account $1. */
const owningColumns: Record<string, string> = {
  account_id: 'SELECT $1::bigint',
  user_id: 'SELECT id FROM users WHERE account_id = $1',
  endpoint_id: 'SELECT id FROM webhook_endpoints WHERE account_id = $1',
  key_id: 'SELECT id FROM api_keys WHERE account_id = $1',
  key_family_id: 'SELECT key_family_id FROM api_keys WHERE account_id = $1',
  transfer_id: 'SELECT id FROM transfers WHERE account_id = $1',
  payment_id: 'SELECT id FROM payments WHERE account_id = $1',
  owner: `SELECT format('user %s of account %s', id, $1::bigint) FROM users WHERE account_id = $1`,
};
/** Tables of the whole installation, and the queues of usage and notifications, which are empty once processed. */
const globalTables = [
  'closed_months',
  'installation_secrets',
  'ledger.low_balance_notifications',
  'ledger.repeats_uncounted',
  'ledger.usage_uncounted',
  'migrations',
  'operation_quality',
  'payment_sweeps',
  'quality_figures',
  'reconcile_parts',
  'reconcile_runs',
  'sent_emails',
  'staff_credits',
  'sign_in_attempts',
  'sign_in_throttles',
];

describe('the dashboard’s API', () => {
  let world: DashboardWorld;
  let victim: Browser & OwnerOfAccount;
  let stranger: Browser & OwnerOfAccount;
  let support: Browser;
  let secretKey: string;
  let ids: Record<string, Ids>;

  beforeAll(async () => {
    world = await DashboardWorld.start({});
    [victim, stranger, support] = await Promise.all([
      world.ownerBrowser(),
      world.ownerBrowser(),
      world.supportBrowser(),
    ]);
    const entry_id = await world.topUp(support, victim.accountId);
    const key = (await victim.post('/keys', { name: 'Victim', daily_cap_usd: '5' })).json;
    secretKey = key.key;
    const called = await world.api.get('/users/1001', secretKey, { 'idempotency-key': 'the-key-of-the-victim' });
    await world.api.app.get(UsageLog, { strict: false }).flush();
    const rateRequest = await victim.post(`/keys/${key.id}/rate-request`, { requests_per_second: 20, reason: 'more' });
    await enableSecondFactor(victim);
    await addPasskey(victim, new PasskeyDevice(), 'Victim');
    const [passkey] = (await victim.get('/passkeys')).json.items;
    await world.dataSource.query(`INSERT INTO user_identities VALUES ('https://id.example.com', 'Victim', $1)`, [
      victim.userId,
    ]);
    const hook = { url: 'https://victim.example.com/hook', events: ['key.expiring'] };
    const endpoint = (await victim.post('/webhooks', hook)).json;
    // Already delivered, because a pending delivery would change by itself.
    const [delivery] = await world.dataSource.query(
      `INSERT INTO webhook_deliveries (account_id, endpoint_id, type, message_id, body, next_attempt_at, delivered_at)
       VALUES ($1, $2, 'balance.low', 'msg_1', '{}', NULL, now()) RETURNING id`,
      [victim.accountId, endpoint.id],
    );
    await world.dataSource.query(
      'INSERT INTO ledger.reversals VALUES (loupe_uuid_v7(), $1, shard_of($1), loupe_uuid_v7())',
      [victim.accountId],
    );
    for (const row of [
      "accounts VALUES ($1, shard_of($1), '2026-01-01', 0, 0, 0, 0, '{}', '{}')",
      "usage VALUES ($1, shard_of($1), '2026-01-01', 1, 'users.by_id', 1, 1, 600)",
    ])
      await world.dataSource.query(`INSERT INTO ledger.month_${row}`, [victim.accountId]);
    await victim.send('PUT', '/notices/switches', { body: { event: 'key.expiring', channel: 'mail', on: false } });
    await world.dataSource.query(
      `INSERT INTO notifications (account_id, event, subject, detail, mail_due_at) VALUES ($1, 'balance.low', '1', '{}', NULL)`,
      [victim.accountId],
    );
    await world.dataSource.query(
      `INSERT INTO pending_top_ups (account_id, amount_micros, note, idempotency_key, asked_by_id, asked_by) VALUES ($1, 1, 'x', 'x', 1, 'x')`,
      [victim.accountId],
    );
    const [{ payment_id }] = await world.dataSource.query(
      `WITH payment AS (INSERT INTO payments (account_id, amount_micros) VALUES ($1, 5000000) RETURNING id), event AS (
         INSERT INTO payment_events (payment_id, kind, amount_micros) SELECT id, 'failed', 5000000 FROM payment
       ) INSERT INTO payment_entries SELECT loupe_uuid_v7(), id, $1, 1, true FROM payment RETURNING payment_id`,
      [victim.accountId],
    );
    await victim.post('/keys', { name: 'Victim again' }, { 'idempotency-key': 'the-victims-second-key' });
    await support.post(`/support/users/${victim.userId}/password-link`);
    await support.post(`/support/accounts/${victim.accountId}/notes`, { text: 'Pays by invoice' });
    const token = (await victim.post('/management-tokens', { name: 'Victim' })).json;
    // Paused, because a run would change rows by itself.
    const [monitor] = await world.dataSource.query(
      `WITH m AS (
         INSERT INTO monitors (account_id, key_family_id, name, operation, parameters, kind, fields, every_minutes, paused_at, pause_reason)
         VALUES ($1, $2, 'Victim', 'users.posts', '{"user_id":"1"}', 'new_items', '{}', 15, now(), 'member') RETURNING id
       ), r AS (
         INSERT INTO monitor_runs (monitor_id, account_id, due_at, lease_id, leased_until, ended_at, outcome)
         SELECT id, $1, now(), gen_random_uuid(), now(), now(), 'changed' FROM m
       ), e AS (
         INSERT INTO monitor_events (monitor_id, account_id, item_id) SELECT id, $1, '1' FROM m
       ), a AS (
         INSERT INTO monitor_allowances VALUES ($1, current_date, 1)
       ) SELECT id FROM m`,
      [victim.accountId, key.id],
    );
    const sessions = (await victim.get('/sessions')).json.items;
    const shared = {
      account_id: `${victim.accountId}`,
      user_id: `${victim.userId}`,
      entry_id,
      request_id: called.headers.get('x-request-id')!,
    };
    ids = {
      '/account/payments': { payment_id },
      '/keys': { id: key.id },
      '/management-tokens': { id: token.id },
      '/monitors': { id: monitor.id },
      '/webhooks': { id: endpoint.id, delivery_id: delivery.id },
      '/passkeys': { id: passkey.id },
      '/sessions': { id: sessions[0].id },
      '/members': { user_id: `${victim.userId}` },
      '/requests': shared,
      '/support/keys': { id: key.id },
      '/support/rate-requests': { id: rateRequest.json.id },
      '/support': shared,
    };
  });
  afterAll(() => world.stop());

  const idsOf = (path: string) => Object.entries(ids).find(([prefix]) => path.startsWith(prefix))?.[1] ?? {};

  const send = (browser: Browser, { method, path, operationId }: (typeof routes)[number], given = idsOf(path)) =>
    browser.send(method, filled(path, given), {
      headers: { 'idempotency-key': 'isolation-of-tenants' },
      ...(method !== 'GET' && { body: bodies[operationId] ?? {}, headers: { 'content-type': 'application/json' } }),
    });

  /** A request is logged after its response was sent, and possibly after the response arrived. */
  const untilLogged = async (requestId: string) => {
    const find = () => world.dataSource.query('SELECT FROM usage_rows WHERE request_id = $1', [requestId]);
    await until('the request is in the log', async () => {
      await world.api.app.get(UsageLog, { strict: false }).flush();
      return (await find()).length > 0;
    });
  };

  const tables = async (): Promise<{ name: string; owning: string[] }[]> => {
    const columns: { name: string; column: string }[] = await world.dataSource.query(
      `SELECT t.oid::regclass::text AS name, attname AS column FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid
       WHERE relnamespace::regnamespace::text IN ('public', 'ledger') AND relkind IN ('r', 'p') AND NOT relispartition
         AND attnum > 0 AND NOT attisdropped ORDER BY 1`,
    );
    return [...new Set(columns.map(({ name }) => name))].map((name) => ({
      name,
      owning: columns.filter((one) => one.name === name && one.column in owningColumns).map(({ column }) => column),
    }));
  };

  const victimsRows = async () => {
    for (const writer of [UsageLog, KeyUses, RequestAddresses])
      await world.api.app.get<UsageLog | KeyUses | RequestAddresses>(writer, { strict: false }).flush();
    await world.api.app.get(UsageTotals, { strict: false }).count();
    const rows: Record<string, string[]> = {};
    for (const { name, owning } of await tables()) {
      const isVictims = owning.map((column) => `${column} IN (${owningColumns[column]})`);
      if (name === 'account_profiles') isVictims.push('id = $1');
      if (isVictims.length === 0 || globalTables.includes(name)) continue;
      const sql = `SELECT t::text AS row FROM ${name} t WHERE ${isVictims.join(' OR ')} ORDER BY 1`;
      const found: { row: string }[] = await world.dataSource.query(sql, [victim.accountId]);
      rows[name] = found.map(({ row }) => row);
    }
    return rows;
  };

  it('is tested with rows of the victim in every tenant table, so that any change would be noticed', async () => {
    const rows = await victimsRows();
    expect((await tables()).map(({ name }) => name)).toEqual([...Object.keys(rows), ...globalTables].sort());
    expect(Object.keys(rows).filter((name) => rows[name]!.length === 0)).toEqual([]);
  });

  it.each(closed)('returns 401 for $method $path without a session', async (route) => {
    const { json, headers } = await send(world.browser(), route);
    expect(json).toMatchObject({ status: 401, code: 'unauthorized' });
    expect(headers.get('www-authenticate')).toBe('ApiKey realm="loupe"');
  });

  it.each(supportRoutes)('returns 403 for $method $path to an owner, even of the same account', async (route) => {
    // The last use of a session is recorded at most once a minute, so the request under test does not record it.
    await world.dataSource.query(
      'UPDATE sessions SET last_seen_at = now() WHERE user_id IN (SELECT id FROM users WHERE account_id = $1)',
      [victim.accountId],
    );
    const before = await victimsRows();
    for (const owner of [victim, stranger]) {
      expect((await send(owner, route)).json).toMatchObject({ status: 403, code: 'forbidden' });
    }
    expect(await victimsRows()).toEqual(before);
  });

  // What became of a change is no secret row: an unknown key is a valid answer, as sent-again.spec.ts shows.
  const withIds = closed.filter(({ path }) => path.includes('{') && !/^\/(support|answers)\//.test(path));

  it.each(withIds)(
    'returns 404 and changes nothing for $method $path with the id of another account',
    async (route) => {
      expect(filled(route.path, idsOf(route.path))).not.toContain('{');
      const before = await victimsRows();
      expect((await send(stranger, route)).json).toMatchObject({ status: 404, code: 'not_found' });
      expect(await victimsRows()).toEqual(before);
      const { status, headers } = await world.api.get('/system/balance', secretKey);
      expect(status).toBe(200);
      await untilLogged(headers.get('x-request-id')!);
    },
  );

  it.each(withIds)('returns the same 404 for $method $path with an id that does not exist', async (route) => {
    const nobodys = {
      id: '999999999',
      delivery_id: '999999999',
      user_id: '999999999',
      request_id: '0190a6e0-7c1e-7d3a-9f2b-6c5d4e3f2a1b',
      payment_id: '0190a6e0-7c1e-7d3a-9f2b-6c5d4e3f2a1b',
    };
    const [others, missing] = await Promise.all([send(stranger, route), send(stranger, route, nobodys)]);
    expect(missing.json).toMatchObject({ status: 404, detail: others.json.detail });
  });

  const ownLists = closed.filter(
    ({ method, path }) => method === 'GET' && !path.includes('{') && !path.startsWith('/support/'),
  );

  it.each(ownLists)(
    'returns 200 without another account’s data for GET $path, whatever the query says',
    async (route) => {
      const { id } = ids['/keys']!;
      const filters = `?key_id=${id}&account_id=${victim.accountId}&user_id=${victim.userId}`;
      const answers = await Promise.all([stranger.get(route.path), stranger.get(`${route.path}${filters}`)]);
      for (const { status, text } of answers) {
        expect(status).toBe(200);
        for (const trace of ['Victim', victim.email, ids['/requests']!.request_id!, secretKey]) {
          expect(text).not.toContain(trace);
        }
      }
    },
  );

  it('ignores an account id in the query of an owner’s request', async () => {
    const { json } = await stranger.get(`/account?account_id=${victim.accountId}`);
    expect(json.id).toBe(`${stranger.accountId}`);
  });

  const ownersOnly = closed.filter(({ operationId }) =>
    /^(Account|Webhooks|KeyList|Keys|Usage|Requests|Ledger|ManagementTokens|Members|Monitors|MonitorView|Payments|Playground)\./.test(
      operationId,
    ),
  );

  it.each(ownersOnly)('returns 403 for $method $path to support, who have no account', async (route) => {
    expect((await send(support, route)).json).toMatchObject({ status: 403, code: 'forbidden' });
  });

  const supportedViews = supportRoutes.filter(({ path }) => path.includes('{account_id}'));

  it.each(supportedViews)('returns 404 for $method $path of a missing or a system account', async (route) => {
    const body = { amount_usd: '1', note: 'x' };
    for (const account_id of ['999999', '1', 'x']) {
      const path = filled(route.path, { ...idsOf(route.path), account_id });
      const headers = { 'idempotency-key': `nobody-at-all-${account_id}-${route.operationId}` };
      const sent = route.operationId === 'Money.topUp' ? body : (bodies[route.operationId] ?? {});
      const { status } =
        route.method === 'GET'
          ? await support.get(path)
          : await support.send(route.method, path, { headers, ...(route.method !== 'DELETE' && { body: sent }) });
      expect(status).toBe(404);
    }
  });
});
