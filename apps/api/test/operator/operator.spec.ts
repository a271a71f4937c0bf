import { hash, verify } from '@node-rs/argon2';
import { v7 } from 'uuid';
import { hashApiKey } from '../../src/core/auth/api-key-format';
import { secretTokenHash } from '../../src/core/identity/secret-token';
import { utcDay } from '../../src/platform/utc-days';
import { createQueue, usageRecord } from '../billing/charge-fixtures';
import { afterTest } from '../support/after-test';
import { createTestDatabase, type TestDatabase } from '../support/test-database';
import { OperatorTerminal } from './operator-terminal';

describe('the operator’s command', () => {
  let database: TestDatabase;
  let terminal: OperatorTerminal;
  beforeAll(async () => {
    database = await createTestDatabase();
    terminal = new OperatorTerminal({ DATABASE_URL: database.url, PUBLIC_URL: 'https://loupe.example.com/' });
  });
  afterAll(() => database.drop());

  const query = (sql: string, values: unknown[] = []) => database.dataSource.query(sql, values);
  const lastAudit = async () => {
    const [entry] = await query('SELECT * FROM audit_log ORDER BY id DESC LIMIT 1');
    return entry;
  };
  /** What a link of this URL is for; no row when it is not valid any more. */
  const linkOf = (url: string | undefined) =>
    query(
      `SELECT email, account_id, purpose, resets_second_factor FROM password_links JOIN users ON id = user_id
       WHERE token_hash = $1 AND expires_at > now()`,
      [secretTokenHash(url!.split('#')[1]!)],
    );
  const newAccount = async () => (await terminal.facts(['create-account', '--name', 'Example Ltd'])).account_id!;

  describe('create-account', () => {
    it('creates an empty account and a link with which its owner sets a password', async () => {
      const words = ['create-account', '--name', ' Example Ltd ', '--owner-email', 'Owner@Example.com'];
      const { account_id, email, invitation_url } = await terminal.facts(words);
      expect(email).toBe('owner@example.com');
      const [account] = await query('SELECT name, balance_micros FROM accounts WHERE id = $1', [account_id]);
      expect(account).toEqual({ name: 'Example Ltd', balance_micros: '0' });
      expect(invitation_url).toMatch(/^https:\/\/loupe\.example\.com\/dashboard\/welcome#\S+$/);
      expect(await linkOf(invitation_url)).toMatchObject([{ email, account_id, purpose: 'invitation' }]);
    });

    it('creates no account when its owner cannot be created', async () => {
      const words = ['create-account', '--name', 'Twice', '--owner-email', 'owner@example.com'];
      const { exitCode, errors } = await terminal.run(words);
      expect([exitCode, errors]).toEqual([1, 'loupe: A user with this email address already exists.\n']);
      expect(await query(`SELECT FROM accounts WHERE name = 'Twice'`)).toEqual([]);
    });
  });

  describe('create-user', () => {
    const support = ['create-user', '--email', 'support@example.com', '--role', 'support', '--password-stdin'];

    it('reads a password from standard input, prints it nowhere, and is audited', async () => {
      const { exitCode, output } = await terminal.run(support, 'violet umbrella 27\n');
      expect(exitCode).toBe(0);
      expect(output).not.toMatch(/violet|_url/);
      const [user] = await query(`SELECT password_hash FROM users WHERE email = 'support@example.com'`);
      expect(await verify(user.password_hash, 'violet umbrella 27')).toBe(true);
      expect(await lastAudit()).toMatchObject({ actor_label: 'operator', actor_user_id: null, action: 'user.create' });
    });

    it('refuses a weak password and says why', async () => {
      const words = support.map((word) => word.replace('support@', 'second@'));
      const { exitCode, errors } = await terminal.run(words, 'short');
      expect([exitCode, errors]).toEqual([1, 'loupe: password must have 12 to 256 characters\n']);
    });

    it('creates an owner for customer accounts only, not for system accounts', async () => {
      const words = (account: string) => [
        'create-user',
        '--email=new@example.com',
        '--role=owner',
        `--account=${account}`,
      ];
      expect(await terminal.run(words('1'))).toMatchObject({
        exitCode: 1,
        errors: 'loupe: There is no such account. Take the id from the list of accounts.\n',
      });
      expect(await terminal.facts(words(await newAccount()))).toMatchObject({ email: 'new@example.com' });
    });

    it('requires an account for an owner, and refuses an account for support', async () => {
      const owner = await terminal.run(['create-user', '--email', 'a@example.com', '--role', 'owner']);
      expect([owner.exitCode, owner.errors.split('\n')[0]]).toEqual([
        2,
        'loupe: --account is missing: an owner needs an account',
      ]);
      const staff = await terminal.run([
        'create-user',
        '--email',
        'a@example.com',
        '--role',
        'support',
        '--account',
        '7',
      ]);
      expect(staff.errors).toContain('--account is for owners');
    });
  });

  describe('password-link', () => {
    const words = ['password-link', '--email', 'locked-out@example.com'];

    it('lets a locked-out support user in again, and invalidates the earlier link', async () => {
      const first = await terminal.facts(['create-user', '--email', 'locked-out@example.com', '--role', 'support']);
      const second = await terminal.facts([...words, '--reset-second-factor']);
      expect(await linkOf(first.invitation_url)).toEqual([]);
      expect(await linkOf(second.invitation_url)).toMatchObject([{ resets_second_factor: true }]);
      const joined = await hash('violet umbrella 27');
      await query(`UPDATE users SET password_hash = $1 WHERE email = 'locked-out@example.com'`, [joined]);
      expect(await terminal.facts(words)).toHaveProperty('reset_url');
    });

    it('reports an unknown email address', async () => {
      const { exitCode, errors } = await terminal.run(['password-link', '--email', 'nobody@example.com']);
      expect([exitCode, errors]).toEqual([1, 'loupe: No user signs in with this email address.\n']);
    });
  });

  describe('top-up', () => {
    const topUp = (account: string, amount: string, ...more: string[]) =>
      terminal.run(['top-up', '--account', account, '--amount-usd', amount, '--note', 'Invoice 7', ...more]);

    it('credits once when it runs twice with one idempotency key', async () => {
      const account = await newAccount();
      const first = await topUp(account, '25.000001', '--idempotency-key', 'invoice-7');
      const second = await topUp(account, '25.000001', '--idempotency-key', 'invoice-7');
      expect(first.facts).toEqual({ entry_id: expect.any(String), balance_usd: '25.000001' });
      expect(second).toEqual(first);
      const [row] = await query('SELECT balance_micros FROM accounts WHERE id = $1', [account]);
      expect(row.balance_micros).toBe('25000001');
      const audit = await query('SELECT actor_label, action FROM audit_log WHERE account_id = $1 ORDER BY id', [
        account,
      ]);
      expect(audit).toEqual([
        { actor_label: 'operator', action: 'account.create' },
        { actor_label: 'operator', action: 'account.top_up' },
      ]);
    });

    it('is refused for another amount with the same idempotency key', async () => {
      const account = await newAccount();
      await topUp(account, '1', '--idempotency-key', 'invoice-8');
      const other = await topUp(account, '2', '--idempotency-key', 'invoice-8');
      expect([other.exitCode, other.errors]).toEqual([
        1,
        'loupe: Your earlier top-up had other values, and it has arrived. Look at the ledger of the account before you top up again.\n',
      ]);
    });

    it('requires a large amount to be confirmed, and says how', async () => {
      const account = await newAccount();
      const refused = await topUp(account, '1000.01', '--idempotency-key', 'invoice-9');
      expect(refused.exitCode).toBe(1);
      expect(refused.errors).toMatch(/^loupe: --confirm-amount-usd must repeat amount_usd, .*1000\.000000\n$/);
      const confirmed = await topUp(
        account,
        '1000.01',
        '--idempotency-key',
        'invoice-9',
        '--confirm-amount-usd=1000.01',
      );
      expect(confirmed.facts.balance_usd).toBe('1000.010000');
    });
  });

  describe('create-key and revoke-key', () => {
    it('print a key once, store only its hash, and revoke it', async () => {
      const { key, key_id } = await terminal.facts(['create-key', '--account', await newAccount(), '--name', 'Server']);
      const [row] = await query('SELECT hash, revoked_at FROM api_keys WHERE id = $1', [key_id]);
      expect(row).toEqual({ hash: hashApiKey(key!), revoked_at: null });
      const ended = await terminal.run(['revoke-key', '--key', key_id!]);
      expect(ended.facts.state).toBe('revoked');
      expect(ended.output).not.toContain(key);
      const [after] = await query('SELECT revoked_at FROM api_keys WHERE id = $1', [key_id]);
      expect(after.revoked_at).toEqual(expect.any(Date));
      expect(await lastAudit()).toMatchObject({ actor_label: 'operator', action: 'key.revoke' });
    });

    it('report an unknown account or key', async () => {
      const created = await terminal.run(['create-key', '--account', '999', '--name', 'x']);
      expect([created.exitCode, created.errors]).toEqual([
        1,
        'loupe: There is no such account. Take the id from the list of accounts.\n',
      ]);
      const revoked = await terminal.run(['revoke-key', '--key', '999']);
      expect([revoked.exitCode, revoked.errors]).toEqual([
        1,
        'loupe: There is no such key. Take the id from the list of keys.\n',
      ]);
    });
  });

  describe('commands that show and change keys', () => {
    const newKey = async (account: string, ...more: string[]) =>
      terminal.facts(['create-key', '--account', account, '--name', 'Server', ...more]);

    it('create a key with limits and show them, by id and by the start of the key', async () => {
      const limits = [
        '--daily-cap-usd=1.5',
        '--monthly-cap-usd=20',
        '--expires-at=2090-01-31',
        '--allowed-ips=::1, 10.0.0.0/8',
      ];
      const { key, key_id, prefix } = await newKey(await newAccount(), ...limits);
      const shown = {
        key_id,
        daily_cap_usd: '1.500000',
        monthly_cap_usd: '20.000000',
        expires_at: '2090-01-31T00:00:00.000Z',
      };
      expect(await terminal.facts(['show-key', '--key', key_id!])).toMatchObject(shown);
      const { output } = await terminal.run(['show-key', '--key', key!, '--json']);
      expect(JSON.parse(output)).toMatchObject({
        ...shown,
        prefix,
        allowed_ips: ['::1', '10.0.0.0/8'],
        built_in: false,
      });
      expect(output).not.toContain(key);
    });

    it('revoke none of several keys that begin in the same way, and list them', async () => {
      const account = await newAccount();
      const ids = [await newKey(account), await newKey(account)].map(({ key_id }) => key_id);
      await query(`UPDATE api_keys SET prefix = 'Same000' || (id % 10) WHERE id = ANY ($1)`, [ids]);
      const { exitCode, errors } = await terminal.run(['revoke-key', '--key', 'loupe_Same000']);
      expect(exitCode).toBe(1);
      for (const id of ids) expect(errors).toContain(`${id} (loupe_Same000`);
      expect(await query('SELECT FROM api_keys WHERE id = ANY ($1) AND revoked_at IS NULL', [ids])).toHaveLength(2);
      const { output } = await terminal.run(['list-keys', '--account', account, '--json']);
      expect(JSON.parse(output).items.map(({ key_id }: { key_id: string }) => key_id)).toEqual([...ids].reverse());
    });

    it.each([
      ['--key', 'abc', '--key must be an id, or at least the first four characters after loupe_ or loupe_test_'],
      ['--key', 'Zzzz9999', 'No key begins with Zzzz9999.'],
    ])('refuse %s %s', async (option, value, error) => {
      expect((await terminal.run(['revoke-key', option, value])).errors).toContain(error);
    });
  });

  describe('commands on accounts, users and entries', () => {
    it('list accounts page by page, newest first', async () => {
      const ids = [await newAccount(), await newAccount()];
      const first = JSON.parse((await terminal.run(['list-accounts', '--limit=1', '--json'])).output);
      expect(first).toMatchObject({ items: [{ account_id: ids[1], balance_usd: '0' }], next_before: ids[1] });
      const { output } = await terminal.run(['list-accounts', '--limit=1', '--before', first.next_before]);
      expect(output).toMatch(new RegExp(`^account_id=${ids[0]}  name="Example Ltd"  status=active  `));
    });

    it('suspend and resume an account, audited with the note', async () => {
      const account = await newAccount();
      expect(await terminal.facts(['suspend', '--account', account, '--note', 'Unpaid'])).toMatchObject({
        status: 'suspended',
      });
      expect(await lastAudit()).toMatchObject({
        actor_label: 'operator',
        action: 'account.suspend',
        detail: { note: 'Unpaid' },
      });
      expect(await terminal.run(['suspend', '--account', account])).toMatchObject({
        exitCode: 1,
        errors: 'loupe: The account is already suspended.\n',
      });
      await terminal.facts(['resume', '--account', account]);
      expect(await terminal.facts(['show-account', '--account', account])).toMatchObject({ status: 'active' });
    });

    it('disable a support user, but no member of an account', async () => {
      for (const role of ['support', 'support_viewer']) {
        await terminal.facts(['create-user', '--email', `leaving-${role}@example.com`, '--role', role]);
        const { disabled_at } = await terminal.facts(['disable-user', '--email', `leaving-${role}@example.com`]);
        expect(Date.parse(disabled_at!)).not.toBeNaN();
      }
      expect(await lastAudit()).toMatchObject({ actor_label: 'operator', action: 'user.disable' });
      const owner = ['--email', 'kept@example.com'];
      await terminal.facts(['create-user', ...owner, '--role', 'owner', '--account', await newAccount()]);
      const { exitCode, errors } = await terminal.run(['disable-user', ...owner]);
      expect([exitCode, errors]).toEqual([1, expect.stringContaining('only support users can be disabled')]);
    });

    it('reverse a top-up once, and only with a note', async () => {
      const words = ['top-up', '--account', await newAccount(), '--amount-usd=5', '--note=x'];
      await terminal.facts([...words, '--idempotency-key=right']);
      const { entry_id } = await terminal.facts([...words, '--idempotency-key=wrong']);
      const reverse = ['reverse', '--entry', entry_id!];
      expect((await terminal.run(reverse)).errors).toContain('--note is missing');
      const reversed = await terminal.facts([...reverse, '--note', 'Wrong account']);
      expect(reversed).toMatchObject({ reverses: entry_id, balance_usd: '5.000000' });
      expect((await terminal.run([...reverse, '--note', 'Again'])).errors).toBe(
        'loupe: This entry is already reversed.\n',
      );
    });
  });

  describe('reconcile', () => {
    it('exits with 0 without differences, and with 1 and a line for each difference otherwise', async () => {
      expect(await terminal.run(['reconcile'])).toMatchObject({ exitCode: 0, output: '0 differences\n', errors: '' });
      const account = await newAccount();
      await query('UPDATE accounts SET balance_micros = 5 WHERE id = $1', [account]);
      const { exitCode, output } = await terminal.run(['reconcile']);
      expect(exitCode).toBe(1);
      expect(output).toMatch(new RegExp(`^balance: account ${account}: .*found 5\\n(?:.*\\n)*\\d+ differences?\\n$`));
      expect(await query('SELECT differences FROM reconcile_runs ORDER BY at')).toEqual([
        { differences: 0 },
        { differences: expect.any(Number) },
      ]);
      await query('UPDATE accounts SET balance_micros = 0 WHERE id = $1', [account]);
      const asJson = await terminal.run(['reconcile', '--json']);
      expect(asJson).toMatchObject({ exitCode: 0, output: '{"differences":[]}\n' });
    });
  });

  describe('purge-usage', () => {
    it('drops single requests past the retention and keeps their totals, so that the ledger reconciles', async () => {
      const account = await newAccount();
      const credit = ['--amount-usd', '1', '--note', 'x', '--idempotency-key', 'purge'];
      await terminal.facts(['top-up', '--account', account, ...credit]);
      const { queue } = createQueue(database.url);
      afterTest(() => queue.close());
      const daysAgo = (days: number) => Date.now() - days * 86_400_000;
      for (const timeMs of [daysAgo(0), daysAgo(3)]) {
        await queue.charge(usageRecord(Number(account), { requestId: v7({ msecs: timeMs }) }));
      }
      await queue.close();
      const before = utcDay(daysAgo(2));
      const { kept_from } = await terminal.facts(['purge-usage', '--keep-days', '2']);
      expect([before, utcDay(daysAgo(2))]).toContain(kept_from);
      const rows = await query('SELECT request_id FROM usage_rows WHERE account_id = $1', [account]);
      expect(rows).toHaveLength(1);
      const [totals] = await query(
        'SELECT sum(requests)::int AS requests FROM ledger.usage_daily WHERE account_id = $1',
        [account],
      );
      expect(totals.requests).toBe(2);
      expect(await terminal.run(['reconcile'])).toMatchObject({ output: '0 differences\n' });
      expect(await lastAudit()).toMatchObject({ actor_label: 'operator', action: 'usage.purge', target_id: kept_from });
    });
  });
});
