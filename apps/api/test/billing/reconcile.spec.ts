import { v7 } from 'uuid';
import { SpendingCapsRepository } from '../../src/core/auth/lifecycle/spending-caps.repository';
import { LedgerRepository } from '../../src/core/billing/ledger.repository';
import { describeDifferences, reconcile } from '../../src/core/billing/reconcile/reconcile';
import { checks, findDifferences } from '../../src/core/billing/reconcile/reconcile.repository';
import { createDataSource } from '../../src/platform/database/data-source';
import { utcDay } from '../../src/platform/utc-days';
import { afterTest } from '../support/after-test';
import { reconcileRunsOn, reversalsOn, topUpsOn, usageLogOn, usageTotalsOn } from '../support/services';
import { createTestDatabase, isDistributed, type TestDatabase } from '../support/test-database';
import { until } from '../support/until';
import { createQueue, usageRecord } from './charge-fixtures';
import { patientBounds } from './contended-ledger';

const spendingCaps = new SpendingCapsRepository();

const actor = { userId: null, label: 'operator', address: null };
const oneCharge = `(SELECT id FROM transfers WHERE kind = 'charge' ORDER BY id LIMIT 1)`;
const newPayment =
  'WITH payment AS (INSERT INTO payments (account_id, amount_micros) VALUES (1001, 5000000) RETURNING id)';
const aReversal = `(SELECT id FROM transfers WHERE kind = 'reversal')`;
const aTopUp = `(SELECT id FROM transfers WHERE kind = 'top_up' ORDER BY id LIMIT 1)`;

/** The tests' role needs these rights to damage the ledger on a cluster, where it is not a superuser. */
const mayChangeRows = 'GRANT UPDATE, DELETE ON ledger.transfers, ledger.reversals TO CURRENT_USER';

/** Drops a table's primary key and inserts a second copy of a row. */
const duplicate = (table: string, where: string) => [
  `ALTER TABLE ledger.${table} DROP CONSTRAINT ${table}_pkey`,
  `INSERT INTO ledger.${table} SELECT * FROM ledger.${table} WHERE ${where}`,
];

const closed = (manifestAndDrop: string) => `
  INSERT INTO closed_months (month, transfers, previous_hash, block_hashes, totals_hash, hash, manifest_hash, dropped_at)
  VALUES (date_trunc('month', now() AT TIME ZONE 'UTC'), 0, '', '{}', '', '', ${manifestAndDrop})`;

/** Ways to damage the ledger, each with the check that must find the damage. */
const damages: [what: string, check: string, statements: string[]][] = [
  [
    'a balance is changed',
    'balance',
    [`UPDATE ledger.accounts SET balance_micros = balance_micros + 1 WHERE balance_micros IS NOT NULL`],
  ],
  [
    'an account is overdrawn',
    'balance',
    [
      'ALTER TABLE ledger.accounts DROP CONSTRAINT accounts_not_overdrawn',
      `UPDATE ledger.accounts SET balance_micros = -5 WHERE balance_micros IS NOT NULL`,
    ],
  ],
  [
    'an adjustment does not change the balance',
    'balance',
    [
      `INSERT INTO transfers (account_id, house_account_id, amount_micros, balance_after_micros, kind)
       SELECT id, 3, 5, balance_micros + 5, 'adjustment' FROM accounts WHERE kind = 'customer' LIMIT 1`,
    ],
  ],
  ['a charge is lost', 'balance', [`DELETE FROM ledger.transfers WHERE id = ${oneCharge}`]],
  ['an amount is changed', 'charge', [`UPDATE ledger.transfers SET amount_micros = -599 WHERE id = ${oneCharge}`]],
  [
    'the balance after a transfer is changed',
    'balance_after',
    [`UPDATE ledger.transfers SET balance_after_micros = 7 WHERE id = ${oneCharge}`],
  ],
  ['a request is charged twice', 'transfer_once', duplicate('transfers', `id = ${oneCharge}`)],
  [
    'a request is charged twice under another id',
    'charge',
    [
      `INSERT INTO transfers SELECT loupe_uuid_v7(), account_id, house_account_id, amount_micros, balance_after_micros, kind FROM transfers WHERE id = ${oneCharge}`,
    ],
  ],
  [
    'a charge is moved to another account',
    'charge',
    [`UPDATE ledger.transfers SET account_id = 1001 WHERE id = ${oneCharge}`],
  ],
  [
    'a transfer names an unknown account',
    'accounts',
    [`UPDATE ledger.transfers SET account_id = 4711 WHERE id = ${oneCharge}`],
  ],
  [
    'a transfer names a system account as customer',
    'accounts',
    [`UPDATE ledger.transfers SET account_id = 2 WHERE id = ${oneCharge}`],
  ],
  [
    'a reversal names a missing transfer',
    'reversal',
    [`UPDATE ledger.transfers SET reverses = '00000000-0000-7000-8000-000000000001' WHERE id = ${aReversal}`],
  ],
  [
    'a reversal has another amount',
    'reversal',
    [`UPDATE ledger.transfers SET amount_micros = amount_micros + 1 WHERE id = ${aReversal}`],
  ],
  [
    'an entry is reversed twice',
    'reversal',
    [
      'ALTER TABLE ledger.reversals DROP CONSTRAINT transfers_reversed_once',
      `INSERT INTO transfers SELECT loupe_uuid_v7(), account_id, house_account_id, amount_micros, balance_after_micros, kind, reverses FROM transfers WHERE id = ${aReversal}`,
    ],
  ],
  [
    'a top-up is credited twice',
    'top_up_once',
    [
      `INSERT INTO transfers SELECT loupe_uuid_v7(), account_id, house_account_id, amount_micros, balance_after_micros, kind FROM transfers WHERE id = ${aTopUp}`,
    ],
  ],
  ['an idempotency key has no top-up', 'top_up_once', [`UPDATE top_up_keys SET transfer_id = loupe_uuid_v7()`]],
  [
    'a successful response was not charged',
    'answered_uncharged',
    [
      `UPDATE ledger.usage_rows SET charged = false WHERE status = 200`,
      `DELETE FROM ledger.transfers WHERE kind = 'charge'`,
    ],
  ],
  [
    'a response with a billable code was not charged',
    'answered_uncharged',
    [`UPDATE ledger.usage_rows SET charged = false, code = 'profile_not_found' WHERE code = 'upstream_error'`],
  ],
  [
    'the log marks uncharged requests as charged',
    'answered_uncharged',
    [`UPDATE ledger.usage_rows SET charged = true WHERE NOT charged`],
  ],
  [
    'the log marks a charged request as uncharged',
    'charge',
    [`UPDATE ledger.usage_rows SET charged = false WHERE request_id = ${oneCharge}`],
  ],
  ['the log lacks a charged request', 'charge', [`DELETE FROM ledger.usage_rows WHERE request_id = ${oneCharge}`]],
  ['the log is empty', 'charge', [`DELETE FROM ledger.usage_rows`]],
  [
    'a price in the log is changed',
    'charge',
    [`UPDATE ledger.usage_rows SET price_micros = 1 WHERE request_id = ${oneCharge}`],
  ],
  [
    'a replayed response was never paid for',
    'given_again',
    [`UPDATE ledger.usage_rows SET source = 'kept', first_request_id = request_id WHERE NOT charged`],
  ],
  ['a request is logged twice', 'usage_once', duplicate('usage_rows', `request_id = ${oneCharge}`)],
  ['a failed request is lost', 'hourly_totals', [`DELETE FROM ledger.usage_rows WHERE NOT charged`]],
  ['an hourly total is wrong', 'hourly_totals', [`UPDATE ledger.usage_hourly SET requests = requests + 1`]],
  ['the hourly totals are lost', 'hourly_totals', [`DELETE FROM ledger.usage_hourly`]],
  ['a daily total is wrong', 'daily_totals', [`UPDATE ledger.usage_daily SET response_bytes = 0`]],
  ['the daily totals are lost', 'daily_totals', [`DELETE FROM ledger.usage_daily`]],
  [
    'hourly and daily totals agree but differ from the ledger',
    'totals_and_ledger',
    [
      `UPDATE ledger.usage_hourly SET charged_micros = charged_micros + 1`,
      `UPDATE ledger.usage_daily SET charged_micros = charged_micros + 1`,
    ],
  ],
  ['a row of the log is never counted', 'hourly_totals', ['TRUNCATE ledger.usage_uncounted']],
  [
    'a row of the log is counted twice',
    'hourly_totals',
    [
      `INSERT INTO ledger.usage_uncounted SELECT account_id, shard, array_agg(request_id) FROM ledger.usage_rows GROUP BY 1, 2`,
    ],
  ],
  [
    'a daily total is in another shard than its account',
    'shards',
    [
      `INSERT INTO ledger.usage_daily (day, account_id, shard, key_id, operation, code, requests, charged_requests, charged_micros, upstream_ms, response_bytes)
       VALUES ('2026-01-01', 1001, 5, 5, 'users.by_id', '', 1, 0, 0, 1, 1)`,
    ],
  ],
  [
    'a card payment was paid and not credited',
    'payments',
    [
      `${newPayment} INSERT INTO payment_events (payment_id, kind, amount_micros) SELECT id, 'paid', 5000000 FROM payment`,
    ],
  ],
  [
    'an entry of a card payment is not in the ledger',
    'payment_entries',
    [`${newPayment} INSERT INTO payment_entries SELECT loupe_uuid_v7(), id, 1001, 5, true FROM payment`],
  ],
  [
    'a refund belongs to no card payment',
    'payment_entries',
    [
      `INSERT INTO transfers (account_id, house_account_id, amount_micros, balance_after_micros, kind) VALUES (1001, 2, -1, 1, 'refund')`,
    ],
  ],
  ['a debt has no entry', 'debts', ['UPDATE ledger.accounts SET debt_micros = 5 WHERE account_id = 1001']],
  ['a suspension is incomplete', 'status', [`UPDATE account_profiles SET status = 'suspended' WHERE id = 1001`]],
  ['the record of reversals is lost', 'reversed_once', [`DELETE FROM ledger.reversals`]],
  ['the spending of a cap is lost', 'caps', [`DELETE FROM ledger.key_spend WHERE period = 'month'`]],
  [
    'a cap counts too much',
    'caps',
    [`UPDATE ledger.key_spend SET spent_micros = spent_micros + 1 WHERE period = 'day'`],
  ],
  ['a transfer of an exported and dropped month is still stored', 'exported', [closed(`'x', now()`)]],
  ['the totals of a closed month are lost', 'closed_usage', [closed('NULL, NULL')]],
];

const guards: [guard: string, statement: string][] = [
  ['audit_log_append_only', 'DROP TRIGGER audit_log_append_only ON audit_log'],
  ['audit_log_erasure', 'DROP TRIGGER audit_log_erasure ON audit_log'],
  ['transfers_pkey', 'ALTER TABLE ledger.transfers DROP CONSTRAINT transfers_pkey'],
  ['transfers_kind', 'ALTER TABLE ledger.transfers DROP CONSTRAINT transfers_kind'],
  ['transfers_reversed_once', 'ALTER TABLE ledger.reversals DROP CONSTRAINT transfers_reversed_once'],
  ['accounts_not_overdrawn', 'ALTER TABLE ledger.accounts DROP CONSTRAINT accounts_not_overdrawn'],
  ['accounts_debt', 'ALTER TABLE ledger.accounts DROP CONSTRAINT accounts_debt'],
  ['payment_events_pkey', 'ALTER TABLE payment_events DROP CONSTRAINT payment_events_pkey'],
  ['top_up_keys_pkey', 'ALTER TABLE top_up_keys DROP CONSTRAINT top_up_keys_pkey'],
  ['usage_rows_pkey', 'ALTER TABLE ledger.usage_rows DROP CONSTRAINT usage_rows_pkey'],
];

describe('reconcile', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    const { dataSource } = database;
    await dataSource.query(`INSERT INTO accounts (kind, name) VALUES ('customer', 'One'), ('customer', 'Two')`);
    await dataSource.query(
      `INSERT INTO api_keys (id, account_id, hash, prefix, name) VALUES (5, 1001, sha256('a'), 'abcdefgh', 'k')`,
    );
    const { queue } = createQueue(database.url, patientBounds);
    afterTest(() => queue.close());
    const topUps = topUpsOn(dataSource);
    for (const accountId of [1001, 1002]) {
      const topUp = { accountId, amountMicros: 30_000n, note: 'Paid', idempotencyKey: `key ${accountId}`, actor };
      await topUps.credit(topUp);
      await topUps.credit(topUp);
    }
    const charge = (changes: Partial<Parameters<typeof usageRecord>[1]> = {}) =>
      queue.charge(usageRecord(1001, { keyId: 5, keyFamilyId: 5, ...changes }));
    const caps = { dailyCapMicros: 100_000n, monthlyCapMicros: null };
    await charge();
    await dataSource.transaction((db) => spendingCaps.set(db, { accountId: 1001, keyFamilyId: 5 }, caps));
    await Promise.all(Array.from({ length: 10 }, () => charge()));
    await charge({ status: 404, code: 'not_found' });
    await queue.charge(usageRecord(1002, { requestId: v7({ msecs: Date.now() - 86_400_000 }) }));
    const mistake = usageRecord(1002);
    await queue.charge(mistake);
    await reversalsOn(dataSource).reverse({ entryId: mistake.requestId, note: 'Our fault', actor });
    await usageTotalsOn(dataSource).count();
    const log = usageLogOn(dataSource);
    log.record(usageRecord(1001, { keyId: 5, keyFamilyId: 5, status: 502, code: 'upstream_error' }));
    log.record(usageRecord(1001, { keyId: 5, keyFamilyId: 5, priceMicros: 0n, units: 0 }));
    await log.flush();
    await usageTotalsOn(dataSource).count();
    // Uncounted rows are not a difference.
    await charge();
    await queue.close();
  });
  afterAll(() => database.drop());

  it('finds no difference in an undamaged ledger', async () => {
    const differences = await reconcile(database.dataSource);
    expect(describeDifferences(differences)).toBe('0 differences');
  });

  /** Runs the statements and rolls them back. @returns the differences that they cause. */
  async function differencesAfter(statements: string[]) {
    const copy = database.dataSource.createQueryRunner();
    await copy.startTransaction();
    try {
      for (const statement of statements) await copy.query(statement);
      return await findDifferences(copy.manager);
    } finally {
      await copy.rollbackTransaction();
      await copy.release();
    }
  }

  it.each(damages)('detects that %s (%s)', async (_what, check, statements) => {
    const differences = await differencesAfter([mayChangeRows, ...statements]);
    expect(differences.map((difference) => difference.check)).toContain(check);
    expect(describeDifferences(differences)).toMatch(/\d+ differences?$/);
  });

  it.each(guards)('detects that the guard %s is missing', async (guard, statement) => {
    expect(describeDifferences(await differencesAfter([statement]))).toBe(
      `guards: guard ${guard}: expected in force, found missing\n1 difference`,
    );
  });

  it.each(['transfers', 'reversals', `transfers_${utcDay(Date.now()).slice(0, 7).replace('-', '')}`])(
    'detects that a role may change %s',
    async (table) => {
      expect(describeDifferences(await differencesAfter([`GRANT UPDATE ON ledger.${table} TO CURRENT_USER`]))).toBe(
        `guards: guard of ${table}: expected only INSERT and SELECT, found UPDATE\n1 difference`,
      );
    },
  );

  it('has a test in this file for each of its checks', () => {
    expect(new Set(['guards', ...damages.map(([, check]) => check)])).toEqual(
      new Set(checks.map((check) => check.name)),
    );
  });

  it('runs once a day, in one of several processes, and stores its findings', async () => {
    const runs = [1, 2, 3].map(() => reconcileRunsOn(database.dataSource));
    await Promise.all(runs.map((run) => run.runWhenDue()));
    await runs[0]!.runWhenDue();
    expect(await database.dataSource.query('SELECT differences FROM reconcile_runs')).toEqual([{ differences: 0 }]);
    await database.dataSource.query(`UPDATE reconcile_runs SET at = now() - interval '25 hours'`);
    await database.dataSource.query(`UPDATE ledger.usage_daily SET requests = requests + 1 WHERE account_id = 1002`);
    await runs[1]!.runWhenDue();
    expect(await runs[2]!.last()).toMatchObject({ differences: 2 });
    await database.dataSource.query(`UPDATE ledger.usage_daily SET requests = requests - 1 WHERE account_id = 1002`);
  });

  it('checks everything when run on request, whatever an interrupted run has already checked', async () => {
    await database.dataSource.query('INSERT INTO reconcile_parts (part) SELECT unnest($1::text[])', [
      checks.map((check) => check.name),
    ]);
    await database.dataSource.query(`UPDATE ledger.usage_daily SET requests = requests + 1 WHERE account_id = 1002`);
    expect(await reconcileRunsOn(database.dataSource).run()).toHaveLength(2);
    await database.dataSource.query(`UPDATE ledger.usage_daily SET requests = requests - 1 WHERE account_id = 1002`);
  });

  it('runs with the smallest allowed pool', async () => {
    const pool = await createDataSource(database.url, 2).initialize();
    afterTest(() => pool.destroy());
    await database.dataSource.query('DELETE FROM reconcile_runs');
    await reconcileRunsOn(pool).runWhenDue();
    expect(await database.dataSource.query('SELECT differences FROM reconcile_runs')).toEqual([{ differences: 0 }]);
  });

  it('waits for a top-up whose ledger commit follows its directory commit, as on a cluster', async () => {
    const { dataSource } = database;
    const server = dataSource.createQueryRunner();
    await server.startTransaction();
    await server.query('LOCK TABLE top_up_keys IN ROW EXCLUSIVE MODE');
    const posting = { accountId: 1002, houseAccountId: 2, amountMicros: 70n, kind: 'top_up', note: 'n' } as const;
    const { entryId } = await new LedgerRepository().post(server.manager, posting);
    await dataSource.query(
      `INSERT INTO top_up_keys (idempotency_key, body_hash, transfer_id) VALUES ('in two parts', '', $1)`,
      [entryId],
    );
    let isOver = false;
    const found = reconcile(dataSource).finally(() => (isOver = true));
    const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'top_up_keys'::regclass`;
    try {
      await until('reconcile waits or ends', async () => isOver || (await dataSource.query(waiting)).length > 0);
    } finally {
      await server.commitTransaction();
      await server.release();
    }
    expect(describeDifferences(await found)).toBe('0 differences');
  });

  it('reads the compared rows and their bounds in one snapshot', async () => {
    const { dataSource } = database;
    const runner = dataSource.createQueryRunner();
    const query = runner.query.bind(runner);
    const createQueryRunner = jest.spyOn(dataSource, 'createQueryRunner').mockReturnValueOnce(runner);
    // Simulates a month that closes right after the bounds were read.
    jest.spyOn(runner, 'query').mockImplementation(async (sql, values) => {
      const rows = await query(sql, values);
      if (sql.includes('first_open_transfer()'))
        await dataSource.query(
          `INSERT INTO ledger.month_accounts VALUES (1001, shard_of(1001), '2020-01-01', 0, 5, 1, 0, '{}', '{}')`,
        );
      return rows;
    });
    const others = checks.map(({ name }) => name).filter((name) => name !== 'balance');
    const found = await reconcile(dataSource, undefined, { finished: new Set(others), finish: async () => undefined });
    createQueryRunner.mockRestore();
    await dataSource.query('DELETE FROM ledger.month_accounts');
    // Each server of a cluster has its own snapshot.
    if (!isDistributed) expect(describeDifferences(found)).toBe('0 differences');
  });

  it('finds no difference while charges continue', async () => {
    const { queue } = createQueue(database.url, patientBounds);
    afterTest(() => queue.close());
    const charging = Array.from({ length: 40 }, () => queue.charge(usageRecord(1002)));
    const counting = Array.from({ length: 5 }, () => usageTotalsOn(database.dataSource).count());
    const [one, two] = await Promise.all([
      reconcile(database.dataSource),
      reconcile(database.dataSource),
      ...charging,
      ...counting,
    ]);
    expect([one, two]).toEqual([[], []]);
  });
});
