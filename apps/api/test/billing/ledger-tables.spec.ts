import { createTestDatabase, isDistributed, type TestDatabase } from '../support/test-database';

/** Tables of names, users, keys and secrets. They stay on one server and may use every PostgreSQL feature. */
const directory = [
  'account_profiles',
  'api_key_uses',
  'api_keys',
  'audit_log',
  'change_answers',
  'closed_months',
  'customer_notes',
  'installation_secrets',
  'management_tokens',
  'migrations',
  'monitor_allowances',
  'monitor_events',
  'monitor_runs',
  'monitors',
  'notification_switches',
  'notifications',
  'operation_quality',
  'passkeys',
  'password_links',
  'payment_entries',
  'payment_events',
  'payment_sweeps',
  'payments',
  'pending_top_ups',
  'quality_figures',
  'rate_requests',
  'reconcile_parts',
  'reconcile_runs',
  'recovery_codes',
  'second_factors',
  'sent_emails',
  'sessions',
  'sign_in_attempts',
  'sign_in_throttles',
  'staff_credits',
  'top_up_keys',
  'transfer_notes',
  'user_identities',
  'users',
  'webhook_deliveries',
  'webhook_endpoints',
  'webhook_secrets',
];
/** Tables of money and usage. They can be distributed. */
const ledger = [
  'accounts',
  'charge_keys',
  'key_caps',
  'key_spend',
  'low_balance_notifications',
  'month_accounts',
  'month_usage',
  'repeats_uncounted',
  'request_addresses',
  'reversals',
  'transfers',
  'usage_daily',
  'usage_hourly',
  'usage_rows',
  'usage_uncounted',
];

/** Each query selects violations of the rules for distributed tables. */
const violations = {
  tables: `
    SELECT format('%I.%I is in neither list', relnamespace::regnamespace, relname) AS violation FROM pg_class
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
      AND NOT (relnamespace::regnamespace::text, relname) IN (
        SELECT 'public', unnest($1::text[]) UNION ALL SELECT 'ledger', unnest($2::text[]))`,
  columns: `
    SELECT format('%s lacks a mandatory %s', oid::regclass, needed) FROM pg_class, unnest('{account_id,shard}'::text[]) AS needed
    WHERE relnamespace = to_regnamespace('ledger') AND relkind IN ('r', 'p')
      AND NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = oid AND attname = needed AND attnotnull)`,
  'unique keys': `
    SELECT format('%s is unique without the shard', indexrelid::regclass) FROM pg_index JOIN pg_class c ON c.oid = indrelid
    WHERE relnamespace = to_regnamespace('ledger') AND indisunique AND NOT EXISTS (
      SELECT FROM pg_attribute WHERE attrelid = indrelid AND attname = 'shard' AND attnum = ANY (indkey))`,
  'foreign keys': `
    SELECT format('%s is a foreign key of the ledger', conname) FROM pg_constraint
    JOIN pg_class own ON own.oid = conrelid JOIN pg_class other ON other.oid = confrelid
    WHERE contype = 'f' AND to_regnamespace('ledger') IN (own.relnamespace, other.relnamespace)`,
  triggers: `
    SELECT format('%s is a trigger of the ledger', tgname) FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
    WHERE relnamespace = to_regnamespace('ledger') AND NOT tgisinternal`,
};

describe('the ledger tables', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.dataSource.query(`SELECT ensure_usage_partition('2040-01-01')`);
  });
  afterAll(() => database.drop());

  async function violationsAfter(statement: string): Promise<string[]> {
    const db = database.dataSource.createQueryRunner();
    await db.startTransaction();
    try {
      await db.query(statement);
      const found: { violation: string }[] = [];
      for (const sql of Object.values(violations))
        found.push(
          ...(await db.query(
            `SELECT * FROM (${sql}) AS violations (violation)`,
            sql.includes('$1') ? [directory, ledger] : [],
          )),
        );
      return found.map(({ violation }) => violation);
    } finally {
      await db.rollbackTransaction();
      await db.release();
    }
  }

  it('are listed apart from the directory tables, and can be distributed', async () => {
    expect(await violationsAfter('SELECT')).toEqual([]);
    const [{ count }] = await database.dataSource.query(
      `SELECT count(*)::int FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace::regnamespace::text IN ('public', 'ledger')`,
    );
    expect(count).toBe(directory.length + ledger.length);
  });

  it.each([
    ['CREATE TABLE things (id bigint)', 'public.things is in neither list'],
    [
      'CREATE TABLE ledger.things (account_id bigint NOT NULL, shard smallint NOT NULL)',
      'ledger.things is in neither list',
    ],
    ['ALTER TABLE ledger.key_caps ALTER account_id DROP NOT NULL', 'ledger.key_caps lacks a mandatory account_id'],
    ['CREATE UNIQUE INDEX once ON ledger.reversals (reversal_id)', 'ledger.once is unique without the shard'],
    [
      'ALTER TABLE ledger.accounts ADD CONSTRAINT who FOREIGN KEY (account_id) REFERENCES account_profiles',
      'who is a foreign key of the ledger',
    ],
    [
      'CREATE TRIGGER guard BEFORE UPDATE ON ledger.accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
      'guard is a trigger of the ledger',
    ],
  ])('are checked: after `%s` the check reports “%s”', async (statement, violation) => {
    // A cluster refuses to create these.
    if (isDistributed && /unique|foreign key|trigger/.test(violation))
      return expect(violationsAfter(statement)).rejects.toThrow(
        /unsupported|not supported|must be a distributed table/,
      );
    expect(await violationsAfter(statement)).toContain(violation);
  });
});
