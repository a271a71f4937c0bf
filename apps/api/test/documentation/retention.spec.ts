import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeyCapsRepository } from '../../src/core/billing/key-caps.repository';
import { ReconcileRepository } from '../../src/core/billing/reconcile/reconcile.repository';
import { PasswordLinksRepository } from '../../src/core/identity/password-links.repository';
import { SessionsRepository } from '../../src/core/identity/sessions.repository';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const guide = readFileSync(join(__dirname, '../../../../docs/operations/personal-data.md'), 'utf8');
const section = /\n## Retention\n([\s\S]*?)\n## /.exec(guide)![1]!;
const tablesOf = (row: string) => [...row.split('|')[2]!.matchAll(/`([a-z_]+)`/g)].map(([, table]) => table!);
const documented = section
  .split('\n')
  .filter((line) => /^\| (?!-)/.test(line))
  .slice(1)
  .flatMap(tablesOf);

describe('the retention table of the operator’s guide', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const query = (sql: string): Promise<Record<string, unknown>[]> => database.dataSource.query(sql);

  it('names every table once', async () => {
    const tables = await query(`SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition
      AND relnamespace IN ('public'::regnamespace, 'ledger'::regnamespace) AND relname <> 'migrations'`);
    expect(documented.sort()).toEqual(tables.map(({ relname }) => relname).sort());
  });

  it('holds for sessions and links that have ended', async () => {
    await query(
      `INSERT INTO users (id, email, role) VALUES (1, 'a@example.com', 'support'), (2, 'b@example.com', 'support')`,
    );
    await query(`INSERT INTO sessions (token_hash, user_id, last_seen_at, address, user_agent)
      SELECT sha256(age::bytea), 1, now() - age::interval, '192.0.2.1', age FROM unnest(ARRAY['1 minute', '2 days']) AS age`);
    await query(`INSERT INTO password_links VALUES (1, sha256('1'), 'reset', false, now() + interval '1 hour'),
      (2, sha256('2'), 'reset', false, now() - interval '1 hour')`);
    await new SessionsRepository({ PASSWORD_SIGN_IN: true }).deleteEnded(database.dataSource);
    await new PasswordLinksRepository().deleteExpired(database.dataSource);
    expect(await query('SELECT user_agent FROM sessions')).toEqual([{ user_agent: '1 minute' }]);
    expect(await query('SELECT user_id FROM password_links')).toEqual([{ user_id: '1' }]);
  });

  it('holds for the spending of keys: this month and the previous one stay', async () => {
    await query(`INSERT INTO ledger.key_spend (key_family_id, account_id, shard, period, starts_on, spent_micros)
      SELECT 1, 1001, 9, 'month', date_trunc('month', now() AT TIME ZONE 'UTC') - months * interval '1 month', months
      FROM generate_series(0, 3) AS months`);
    await new KeyCapsRepository().dropOldSpend(database.dataSource);
    expect(await query('SELECT spent_micros FROM ledger.key_spend ORDER BY 1')).toEqual([
      { spent_micros: '0' },
      { spent_micros: '1' },
    ]);
  });

  it('holds for reconcile runs', async () => {
    await query(`INSERT INTO reconcile_runs VALUES (now() - interval '401 days', 1), (now() - interval '399 days', 2)`);
    await new ReconcileRepository().saveRun(database.dataSource, 3);
    expect(await query('SELECT differences FROM reconcile_runs ORDER BY at')).toEqual([
      { differences: 2 },
      { differences: 3 },
    ]);
  });
});
