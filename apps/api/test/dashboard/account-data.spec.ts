import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { KeySetRefresher } from '../../src/core/auth/key-set.refresher';
import { reconcile } from '../../src/core/billing/reconcile/reconcile';
import { Notifications } from '../../src/core/notifications/notifications';
import { UsageLog } from '../../src/core/usage/usage-log';
import { OperatorTerminal } from '../operator/operator-terminal';
import { type Browser, DashboardWorld, type OwnerOfAccount, type Person } from './dashboard-world';
import { addPasskey, PasskeyDevice } from './passkey-device';

/** Data that the account's people have entered, or data about them. None may remain once the account is erased. */
const personal = [
  'Ada Example',
  'Key of Ada',
  '203.0.113.77',
  'Because of Ada',
  'Invoice for Ada',
  'Ada has paid',
  'Ada paid twice',
  'Balance of Ada',
  'Subject of Ada',
  'Monitor of Ada',
  'Passkey of Ada',
];
const topUpKey = 'order-of-ada';
/** Support's own notes, which the export of an account leaves out. */
const internal = ['Ada pays late', 'Ada did not answer'];

const linesOf = (file: Buffer) =>
  gunzipSync(file)
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('the data export and erasure of an account', () => {
  const directory = mkdtempSync(join(tmpdir(), 'loupe-account-data-'));
  let world: DashboardWorld;
  let terminal: OperatorTerminal;
  let support: Browser & Person;
  let owner: Browser & OwnerOfAccount;
  let key: string;
  let bystander: Browser & OwnerOfAccount;
  beforeAll(async () => {
    world = await DashboardWorld.start({});
    terminal = new OperatorTerminal({ DATABASE_URL: world.api.database.url });
    support = await world.supportBrowser();
    bystander = await world.ownerBrowser();
    owner = await world.ownerBrowser();
    const { accountId } = owner;
    await query(`UPDATE account_profiles SET name = 'Ada Example' WHERE id = $1`, [accountId]);
    await query(
      `INSERT INTO user_identities (issuer, subject, user_id) VALUES ('https://login.example', 'Subject of Ada', $1)`,
      [owner.userId],
    );
    const { json: entry } = await topUp('Ada has paid');
    await support.post(`/support/entries/${entry.entry_id}/reversal`, { note: 'Ada paid twice' });
    await query(
      `WITH account AS (UPDATE ledger.accounts SET balance_micros = balance_micros + 5 WHERE account_id = $1 RETURNING *),
       entry AS (INSERT INTO ledger.transfers (account_id, shard, house_account_id, amount_micros, balance_after_micros, kind)
         SELECT account_id, shard, 3, 5, balance_micros, 'adjustment' FROM account RETURNING id, account_id)
       INSERT INTO transfer_notes (transfer_id, account_id, note) SELECT id, account_id, 'Balance of Ada' FROM entry`,
      [accountId],
    );
    await query(
      `WITH m AS (
         INSERT INTO monitors (account_id, key_family_id, name, operation, parameters, kind, fields, every_minutes, paused_at, pause_reason)
         VALUES ($1, 1, 'Monitor of Ada', 'users.posts', '{}', 'new_items', '{}', 15, now(), 'member') RETURNING id)
       INSERT INTO monitor_events (monitor_id, account_id, item_id) SELECT id, $1, '1' FROM m`,
      [accountId],
    );
    await world.topUp(support, accountId);
    await world.topUp(support, bystander.accountId);
    const memberId = await world.createUser({ email: leaver, role: 'viewer', accountId });
    await world.browser().post('/session', { email: leaver, password: 'wrong' });
    await owner.send('DELETE', `/members/${memberId}`);
    await support.post(`/support/accounts/${accountId}/notes`, { text: internal[0] });
    const { json: passing } = await support.post(`/support/accounts/${accountId}/notes`, { text: internal[0] });
    await support.send('DELETE', `/support/accounts/${accountId}/notes/${passing.id}`);
    for (const verb of ['suspend', 'resume'])
      await support.post(`/support/accounts/${accountId}/${verb}`, { note: internal[1] });
    const created = await owner.post('/keys', { name: 'Key of Ada', allowed_ips: ['203.0.113.77', '127.0.0.1'] });
    key = created.json.key;
    await owner.post(`/keys/${created.json.id}/rate-request`, { requests_per_second: 50, reason: 'Because of Ada' });
    await owner.post('/account/top-up-request', { note: 'Invoice for Ada' });
    await addPasskey(owner, new PasskeyDevice(), 'Passkey of Ada');
    await owner.send('PATCH', '/account', { body: { low_balance_threshold_usd: '20' } });
    await query(
      `WITH endpoint AS (
         INSERT INTO webhook_endpoints (account_id, url, events) VALUES ($1, 'https://example.com/Ada Example', '{}') RETURNING id
       ), secret AS (INSERT INTO webhook_secrets (endpoint_id, encrypted_secret) SELECT id, 'x' FROM endpoint)
       INSERT INTO webhook_deliveries (account_id, endpoint_id, type, message_id, body, response_body, next_attempt_at)
       SELECT $1, id, 'test', 'msg_1', '{"name":"Ada Example"}', 'Ada Example', NULL FROM endpoint`,
      [accountId],
    );
    await query(
      `INSERT INTO notifications (account_id, event, subject, detail) VALUES ($1, 'key.expiring', '1', '{"key_name":"Key of Ada"}')`,
      [accountId],
    );
    await query(
      `INSERT INTO audit_log (actor_user_id, actor_label, address, action, account_id, target_type, target_id)
       VALUES (999999, 'Ada Example, who has left', '203.0.113.77', 'key.create', $1, 'key', '1')`,
      [accountId],
    );
    await world.browser().post('/session', { email: owner.email, password: 'wrong' });
    await world.api.app.get(KeySetRefresher).refresh();
    for (const path of ['/users/1001', '/users/1002', '/users/Ada%20Example']) await world.api.get(path, key);
    await world.api.app.get(UsageLog, { strict: false }).flush();
    await query(`INSERT INTO api_key_uses (key_id, last_used_at, last_used_from) VALUES ($1, now(), '203.0.113.77')`, [
      created.json.id,
    ]);
  });
  afterAll(async () => {
    await world.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const leaver = 'left.ada@example.com';
  const topUp = (note: string) =>
    support.post(
      `/support/accounts/${owner.accountId}/top-ups`,
      { amount_usd: '7', note },
      { 'idempotency-key': topUpKey },
    );
  const query = (sql: string, values: unknown[] = []) => world.dataSource.query(sql, values);
  const tables = async (): Promise<string[]> =>
    (
      await query(`SELECT oid::regclass::text AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition
        AND relnamespace IN ('public'::regnamespace, 'ledger'::regnamespace)`)
    ).map(({ name }: { name: string }) => name);
  const tablesWith = async (text: string) => {
    const found = [];
    for (const table of await tables())
      if ((await query(`SELECT FROM ${table} AS t WHERE strpos(t::text, $1) > 0 LIMIT 1`, [text])).length > 0)
        found.push(table);
    return found;
  };
  const actions = () => query('SELECT action, actor_label FROM audit_log WHERE account_id = $1', [owner.accountId]);
  const download = async (browser: Browser, path = '') => {
    const url = `${world.api.baseUrl}/dashboard/api${path}/account-data.ndjson.gz`;
    const response = await fetch(url, { headers: { cookie: browser.cookie!, 'x-forwarded-for': browser.address } });
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
  };

  it('exports every kind of data about the account in one file, without secrets or other accounts', async () => {
    const { status, body } = await download(owner);
    expect(status).toBe(200);
    const lines = linesOf(body);
    const kinds = new Set(lines.map(({ record }) => record));
    const expected = [
      'account',
      'passkey',
      'user',
      'session',
      'key',
      'rate_request',
      'notice',
      'webhook',
      'webhook_delivery',
      'monitor',
      'monitor_event',
      'ledger_entry',
    ];
    for (const kind of [...expected, 'daily_usage', 'request', 'audit_entry', 'end']) expect(kinds).toContain(kind);
    expect(lines.at(-1)).toEqual({ record: 'end', records: lines.length - 1 });
    for (const text of [...personal, owner.email, owner.address, leaver]) expect(JSON.stringify(lines)).toContain(text);
    for (const text of [bystander.email, key, 'hash', '"secret', 'encrypted'])
      expect(JSON.stringify(lines)).not.toContain(text);
    expect(lines.filter(({ record }) => record === 'request').map(({ status }) => status)).toEqual([422, 200, 200]);
    expect(lines.filter(({ record }) => record === 'ledger_entry')[0]).toMatchObject({
      kind: 'charge',
      amount_usd: '-0.000600',
      account_id: owner.accountId,
    });
    expect(await actions()).toContainEqual({ action: 'account.export', actor_label: owner.email });
  });

  it("names support as the actor of its actions, without the person, the address or support's own notes", async () => {
    const [{ id }] = await query('SELECT id FROM rate_requests WHERE account_id = $1', [owner.accountId]);
    await support.post(`/support/rate-requests/${id}/decision`, { granted: false, note: 'A word to Ada' });
    for (const file of [await download(owner), await download(support, `/support/accounts/${owner.accountId}`)]) {
      const lines = linesOf(file.body);
      for (const text of [support.email, support.address, ...internal, '"note.create"'])
        expect(JSON.stringify(lines)).not.toContain(text);
      const { email: label, address } = owner;
      const entries = lines.filter(({ record }) => record === 'audit_entry');
      for (const [action, actor] of [
        ['account.top_up', { user_id: null, token_id: null, label: 'support', address: null }],
        ['rate_request.decide', { user_id: null, token_id: null, label: 'support', address: null }],
        ['account.suspend', { user_id: null, token_id: null, label: 'support', address: null }],
        ['account.ask_top_up', { user_id: expect.any(String), token_id: null, label, address }],
      ])
        expect(entries).toContainEqual(expect.objectContaining({ action, actor }));
      expect(lines).toContainEqual(expect.objectContaining({ record: 'rate_request', note: 'A word to Ada' }));
    }
  });

  it('exports the same records to support and to the operator’s private file, and overwrites no file', async () => {
    // What the process would otherwise create between the two exports.
    await world.api.app.get(Notifications, { strict: false }).createDue();
    const file = join(directory, 'account.ndjson.gz');
    const words = ['export-account', `--account=${owner.accountId}`, `--file=${file}`];
    expect(await terminal.run(words)).toMatchObject({ exitCode: 0, output: `file: ${file}\n` });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { body } = await download(support, `/support/accounts/${owner.accountId}`);
    // Leaves out records that change by themselves, such as delivery attempts.
    const atRest = (lines: { record: string }[]) => lines.filter(({ record }) => !/audit|delivery|end/.test(record));
    expect(atRest(linesOf(readFileSync(file)))).toEqual(atRest(linesOf(body)));
    expect(await terminal.run(words)).toMatchObject({ exitCode: 1, errors: expect.stringContaining('EEXIST') });
    expect(await actions()).toContainEqual({ action: 'account.export', actor_label: 'operator' });
    expect((await download(bystander, `/support/accounts/${owner.accountId}`)).status).toBe(403);
  });

  it('refuses to erase an account whose name does not match', async () => {
    const { exitCode, errors } = await terminal.run([
      'erase-account',
      `--account=${owner.accountId}`,
      '--name=Bob Example',
    ]);
    expect([exitCode, errors]).toEqual([1, `loupe: Account ${owner.accountId} is not called Bob Example.\n`]);
    expect(await tablesWith('Ada Example')).toContain('account_profiles');
  });

  it('refuses changes to the audit log of an account that is not erased', async () => {
    for (const change of [`actor_label = 'erased'`, 'address = NULL', `detail = '{}'`])
      await expect(query(`UPDATE audit_log SET ${change} WHERE account_id = ${owner.accountId}`)).rejects.toThrow(
        'audit_log is append-only: UPDATE refused',
      );
  });

  it('erases the account from every table, keeps amounts, reconciles, and leaves other accounts untouched', async () => {
    const money = () =>
      query('SELECT amount_micros, balance_after_micros, kind FROM transfers WHERE account_id = $1 ORDER BY id', [
        owner.accountId,
      ]);
    const [moved, balance, before] = [
      await money(),
      await world.api.tenants.balanceMicros(owner.accountId),
      linesOf((await download(bystander)).body),
    ];
    expect(await terminal.run(['erase-account', `--account=${owner.accountId}`, '--name=Ada Example'])).toMatchObject({
      exitCode: 0,
      output: `erased_account: ${owner.accountId}\n`,
    });
    for (const text of [...personal, ...internal, topUpKey, owner.email, owner.address, leaver])
      expect({ text, tables: await tablesWith(text) }).toEqual({ text, tables: [] });
    expect(await money()).toEqual(moved);
    expect(await world.api.tenants.balanceMicros(owner.accountId)).toBe(balance);
    expect(await reconcile(world.dataSource)).toEqual([]);
    const after = linesOf((await download(bystander)).body);
    const stable = (lines: { record: string }[]) => lines.filter(({ record }) => !/audit|end|session/.test(record));
    expect(stable(after)).toEqual(stable(before));
  });

  it('denies every access after the erasure, and records in the audit log who erased the account', async () => {
    expect((await owner.get('/account')).status).toBe(401);
    await expect(world.browser().signIn(owner.email)).rejects.toThrow('401');
    expect((await world.api.get('/users/1001', key)).status).toBe(401);
    expect(await actions()).toContainEqual({ action: 'account.erase', actor_label: 'operator' });
    await expect(
      query(`UPDATE audit_log SET actor_label = 'another' WHERE account_id = ${owner.accountId}`),
    ).rejects.toThrow('append-only');
  });

  it('refuses to resume, suspend or top up an erased account, even by a repeated top-up', async () => {
    const path = `/support/accounts/${owner.accountId}`;
    expect((await support.get(path)).json).toMatchObject({ name: 'Erased account', status: 'erased' });
    for (const verb of ['resume', 'suspend']) {
      const { json } = await support.post(`${path}/${verb}`, {});
      expect(json).toMatchObject({ status: 409, code: 'conflict', detail: expect.stringContaining('is erased') });
    }
    const before = await world.api.tenants.balanceMicros(owner.accountId);
    for (const note of ['Ada has paid', 'Another'])
      expect((await topUp(note)).json).toMatchObject({
        status: 409,
        detail: 'The account is erased, so it cannot receive money.',
      });
    expect(await world.api.tenants.balanceMicros(owner.accountId)).toBe(before);
    expect((await support.get('/support/accounts?view=suspended')).json.items).toEqual([]);
  });

  it('can erase an account once more, as after a restore', async () => {
    const words = ['erase-account', `--account=${owner.accountId}`, '--name=Erased account'];
    expect(await terminal.run(words)).toMatchObject({ exitCode: 0 });
  });
});
