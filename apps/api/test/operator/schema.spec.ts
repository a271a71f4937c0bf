import { DataSource } from 'typeorm';
import { commands } from '../../src/cli/operator/commands';
import { createDataSource, migrate } from '../../src/platform/database/data-source';
import { migrations } from '../../src/platform/database/migrations';
import { createTestDatabase, type TestDatabase } from '../support/test-database';
import { OperatorTerminal } from './operator-terminal';

const options: Record<string, string[]> = {
  'create-account': ['--name=Example Ltd'],
  'list-accounts': [],
  'show-account': ['--account=1001'],
  suspend: ['--account=1001', '--note=Abuse'],
  resume: ['--account=1001', '--note=Solved'],
  'create-user': ['--email=a@example.com', '--role=support'],
  'password-link': ['--email=a@example.com'],
  'sign-in-link': ['--email=a@example.com'],
  'disable-user': ['--email=a@example.com'],
  'top-up': ['--account=1001', '--amount-usd=1', '--note=Cash', '--idempotency-key=1'],
  reverse: ['--entry=01981111-2222-7333-8444-555566667777', '--note=Mistake'],
  'create-key': ['--account=1001', '--name=Server'],
  'list-keys': ['--account=1001'],
  'show-key': ['--key=1'],
  'revoke-key': ['--key=1'],
  reconcile: [],
  'close-month': [],
  'purge-usage': [],
  distribute: [],
  'export-account': ['--account=1001', '--file=nowhere.ndjson.gz'],
  'erase-account': ['--account=1001', '--name=Example Ltd'],
};

const emptied = 'DROP SCHEMA public, ledger CASCADE; CREATE SCHEMA public';

describe('the database schema', () => {
  let database: TestDatabase;
  let terminal: OperatorTerminal;
  let name: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    terminal = new OperatorTerminal({ DATABASE_URL: database.url });
    const { pathname, port } = new URL(database.url);
    name = `${pathname.slice(1)} at 127.0.0.1:${port}`;
    await query(emptied);
  });
  afterAll(() => database.drop());

  const query = (sql: string) => database.dataSource.query(sql);
  const relations = () =>
    query(`SELECT relname FROM pg_class WHERE relnamespace::regnamespace::text IN ('public', 'ledger')`);

  // Order matters: the first tests find an empty database.
  it.each(commands.map((command) => command.name).filter((word) => word !== 'migrate'))(
    'is required by %s, which otherwise fails, names the database, and leaves it empty',
    async (word) => {
      expect(await terminal.run([word, ...options[word]!])).toEqual({
        exitCode: 1,
        output: '',
        database: name,
        errors: `loupe: the database is ${migrations.length} migrations behind: run loupe migrate\n`,
        facts: {},
      });
      expect(await relations()).toEqual([]);
    },
  );

  it('is created by migrate, which does nothing the second time', async () => {
    for (const output of [`${migrations.length} migrations applied`, 'the database is up to date'])
      expect(await terminal.run(['migrate'])).toMatchObject({ exitCode: 0, output: `${output}\n`, database: name });
    expect(await query('SELECT count(*)::int AS count FROM accounts')).toEqual([{ count: 4 }]);
    expect(await terminal.run(['reconcile'])).toMatchObject({ exitCode: 0, output: '0 differences\n', database: name });
  });

  it('may be newer than a command, but not older', async () => {
    await query(`INSERT INTO migrations (timestamp, name) VALUES (9000000000000, 'Later9000000000000')`);
    expect(await terminal.run(['reconcile'])).toMatchObject({ exitCode: 0, output: '0 differences\n' });
    await query(`DELETE FROM migrations WHERE name = '${migrations.at(-1)!.name}'`);
    const { exitCode, errors } = await terminal.run(['reconcile']);
    expect([exitCode, errors]).toEqual([1, 'loupe: the database is 1 migration behind: run loupe migrate\n']);
  });

  it('counts existing keys of developers towards their limits when it is migrated, unless an owner raised their cap', async () => {
    await query(emptied);
    const { options: current } = createDataSource(database.url, 1);
    const before = await new DataSource({ ...current, migrations: migrations.slice(0, 1) }).initialize();
    await migrate(before);
    await before.destroy();
    await query(`INSERT INTO accounts (id, kind, name) VALUES (2001, 'customer', 'Example')`);
    await query(`INSERT INTO users (id, email, role, account_id)
      VALUES (301, 'developer@example.com', 'developer', 2001), (302, 'owner@example.com', 'owner', 2001)`);
    await query(`INSERT INTO api_keys (id, account_id, hash, prefix, name)
      SELECT id, 2001, sha256(id::text::bytea), 'abcdefgh', 'k' FROM generate_series(1, 4) AS id`);
    await query(`INSERT INTO audit_log (actor_user_id, actor_label, action, account_id, target_type, target_id)
      VALUES (301, 'd', 'key.create', 2001, 'key', '1'), (301, 'd', 'key.create', 2001, 'key', '2'),
        (302, 'o', 'key.create', 2001, 'key', '3'), (301, 'd', 'key.create', 2001, 'key', '4')`);
    await query(`INSERT INTO ledger.key_caps (key_family_id, account_id, shard, daily_cap_micros)
      VALUES (1, 2001, shard_of(2001), 250000), (2, 2001, shard_of(2001), 40000000), (3, 2001, shard_of(2001), 1000)`);
    expect((await terminal.run(['migrate'])).exitCode).toBe(0);
    expect(
      await query(
        `SELECT key_family_id, developer_id, developer_daily_cap_micros AS micros FROM ledger.key_caps ORDER BY 1`,
      ),
    ).toEqual([
      { key_family_id: '1', developer_id: '301', micros: '250000' },
      { key_family_id: '2', developer_id: null, micros: null },
      { key_family_id: '3', developer_id: null, micros: null },
    ]);
  });
});
