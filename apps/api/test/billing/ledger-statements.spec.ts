import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeLiteral } from 'pg';
import { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import { CustomerActivityRepository } from '../../src/console/customers/customer-activity.repository';
import { CustomersRepository } from '../../src/console/customers/customers.repository';
import { AccountsRepository } from '../../src/core/accounts/accounts.repository';
import { RateRequestsRepository } from '../../src/core/auth/lifecycle/rate-requests.repository';
import { SpendingCapsRepository } from '../../src/core/auth/lifecycle/spending-caps.repository';
import { AccountStatusRepository } from '../../src/core/billing/account-status.repository';
import { ChargeKeysRepository } from '../../src/core/billing/charge-keys.repository';
import { ChargesRepository } from '../../src/core/billing/charges.repository';
import { KeyCapsRepository } from '../../src/core/billing/key-caps.repository';
import { LedgerRepository } from '../../src/core/billing/ledger.repository';
import { NotificationsRepository } from '../../src/core/notifications/notifications.repository';
import { PersonalDataRepository } from '../../src/core/personal-data/personal-data.repository';
import { RequestAddressesRepository } from '../../src/core/usage/request-addresses.repository';
import { RequestLogRepository } from '../../src/core/usage/request-log.repository';
import { countUsage, UsageTotalsRepository } from '../../src/core/usage/usage-totals.repository';
import type { Connection } from '../../src/platform/database/connection';
import { shardOf } from '../../src/platform/database/shards';
import { planNodes } from '../support/plan-nodes';
import { createTestDatabase, type TestDatabase } from '../support/test-database';
import { usageRecord } from './charge-fixtures';

interface Plan {
  'Node Type': string;
  Schema?: string;
  'Relation Name'?: string;
  [property: string]: unknown;
}

type Statement = [sql: string, values: unknown[]];

const accountId = 1001;
const id = v7();
const day = '2026-11-01';
const ledger = new LedgerRepository();
const log = new RequestLogRepository();
const addresses = new RequestAddressesRepository();
const totals = new UsageTotalsRepository();
const caps = new SpendingCapsRepository();
const accounts = new AccountsRepository();
const chargeKeys = new ChargeKeysRepository();
const rateRequests = new RateRequestsRepository({ RATE_LIMIT_PER_SECOND: 10 });
const posting = { accountId, houseAccountId: 2, amountMicros: 5n, note: 'n' } as const;
const query = { accountId, fromDay: day, toDay: day, by: ['time', 'key'] } as const;

/** Methods that query one account or one batch. A distributed ledger runs them only on the accounts' shards. */
const ofAccounts: [name: string, run: (db: DataSource) => unknown][] = [
  ['reading an account', (db) => accounts.read(db, accountId)],
  ['locking an account', (db) => accounts.lock(db, accountId)],
  ['creating an account', (db) => accounts.insert(db, 'New')],
  ['suspending an account', (db) => new AccountStatusRepository().set(db, accountId, 'suspended')],
  ['setting a threshold', (db) => accounts.setThreshold(db, accountId, 5n)],
  ['reading balances', (db) => ledger.balances(db, [accountId])],
  ['a page of the ledger', (db) => ledger.list(db, accountId, { kind: 'top_up' }, 10)],
  ['an entry of an account', (db) => ledger.find(db, id, accountId)],
  ['a top-up', (db) => ledger.post(db, { ...posting, kind: 'top_up' })],
  ['a reversal', (db) => ledger.post(db, { ...posting, kind: 'reversal', reverses: id })],
  ['finding a charged idempotency key', (db) => chargeKeys.find(db, accountId, '00')],
  ['counting a replay', (db) => chargeKeys.countRepeat(db, accountId, { hash: '00', fingerprint: '00' })],
  ['deleting an idempotency key', (db) => chargeKeys.forget(db, accountId, id)],
  ['a page of the log', (db) => log.list(db, accountId, {}, 10)],
  ['the ledger entries of an account', (db) => ledger.sumsByDay(db, accountId, 0, Date.now())],
  ['the sum of earlier entries', (db) => ledger.sumBefore(db, accountId, Date.now())],
  ['the operations of requests', (db) => log.names(db, accountId, [id])],
  ['why keys were refused', (db) => log.refused(db, accountId, [5], 0)],
  ['reading request URLs', (db) => addresses.find(db, accountId, [id])],
  ['writing request URLs', (db) => addresses.write(db, [{ requestId: id, accountId, address: '/' }])],
  ['spending before a day', (db) => totals.spentBefore(db, accountId, day)],
  ['requests of key families', (db) => totals.requestsByKeyFamily(db, accountId, day, [5])],
  ['a request of an account', (db) => log.find(db, id, accountId)],
  ['counting repeated refusals', (db) => log.countRepeats(db, [{ requestId: id, accountId, repeats: 2 }])],
  ['totals per hour', (db) => totals.list(db, { ...query, interval: 'hour' })],
  ['totals per day', (db) => totals.list(db, { ...query, interval: 'day' })],
  ['spend of key families', (db) => totals.spendByKeyFamily(db, accountId, [5])],
  ['requests of keys', (db) => totals.requestsByKeySince(db, accountId, new Date(), [5])],
  ['caps of keys', (db) => caps.find(db, accountId, [5])],
  ['the last seven days of the customers on a page', (db) => new CustomerActivityRepository().find(db, [accountId])],
  ['remaining amounts of caps', (db) => new KeyCapsRepository().find(db, { accountId, keyFamilyId: 5 })],
  ['the key family of a charge', (db) => new KeyCapsRepository().familyOfCharge(db, accountId, id)],
  ['refunding a cap', (db) => new KeyCapsRepository().refund(db, { accountId, keyFamilyId: 5 }, id, 600n)],
  ['erasing personal data in usage', (db) => new PersonalDataRepository().eraseUsage(db, accountId)],
  [
    'a batch whose outcome is unknown',
    (db) => new ChargesRepository({ query: db.query } as unknown as Connection).lookUp([usageRecord(accountId)]),
  ],
];

/** This statement names the shards of several accounts, so a cluster may run several tasks for it. */
const ofSeveral = 'counting repeated refusals';

/** Methods that must query all accounts, like reconciliation, month close and partition maintenance. */
const ofAll: [name: string, run: (db: DataSource) => unknown][] = [
  ['an entry that support names only by its id', (db) => ledger.find(db, id)],
  ['a request that support names only by its id', (db) => log.find(db, id)],
  ['in-doubt charges whose ids a killed process has left', (db) => ledger.unreversedCharges(db, [id])],
  ['customers, page by page', (db) => new CustomersRepository().list(db, {}, undefined, 10)],
  ['deleting old request URLs', (db) => addresses.drop(db, 0)],
  ['open rate requests', (db) => rateRequests.list(db, 'open', 0, 10)],
  ['counting usage', (db) => countUsage(db)],
  ['deleting expired idempotency keys', (db) => chargeKeys.dropExpired(db)],
  ['deleting old spending of keys', (db) => new KeyCapsRepository().dropOldSpend(db)],
  ['notifications of low balances', (db) => new NotificationsRepository().takeCrossings(db)],
  ['keys near their caps', (db) => new NotificationsRepository().caps(db, 600n)],
  // Setting caps first counts the usage of all accounts. All its other statements concern one account.
  ['setting caps', (db) => caps.set(db, { accountId, keyFamilyId: 5 }, { dailyCapMicros: 5n, monthlyCapMicros: null })],
];

describe('a ledger statement', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.dataSource.query(`SELECT ensure_usage_partition($1)`, [day]);
    for (const name of ['A', 'B'])
      await database.dataSource.query(`INSERT INTO accounts (kind, name, balance_micros) VALUES ('customer', $1, 5)`, [
        name,
      ]);
  });
  afterAll(() => database.drop());

  async function statementsOf(run: (db: DataSource) => unknown): Promise<Statement[]> {
    const recorded: Statement[] = [];
    const runner = database.dataSource.createQueryRunner();
    await runner.startTransaction();
    try {
      const ran = async (sql: string, values: unknown[] = []) => {
        recorded.push([sql, values]);
        return runner.query(sql, values);
      };
      // Entity repositories query only tables that are never distributed, so their statements are not recorded.
      const getRepository = runner.manager.getRepository.bind(runner.manager);
      await run({ query: ran, getRepository } as unknown as DataSource);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
    return recorded.filter(([sql]) => /\bledger\.|\baccounts a\b/.test(sql));
  }

  /** Reads of ledger tables without a condition on the shard or the account. */
  async function strayReads([sql, values]: Statement): Promise<string[]> {
    // Inlines the values, because a cluster cannot plan every statement with parameters.
    const bound = sql.replace(/\$(\d+)/g, (_, place: string) => literalOf(values[Number(place) - 1]));
    const [row] = await database.dataSource.query(`EXPLAIN (VERBOSE, FORMAT JSON) ${bound}`);
    const reads = planNodes<Plan>(row['QUERY PLAN']).filter(
      (node) => node.Schema === 'ledger' && node['Node Type'] !== 'ModifyTable',
    );
    const conditionsOf = (node: Plan) => `${node['Index Cond']} ${node['Recheck Cond']} ${node.Filter}`;
    const isStray = (node: Plan) =>
      !new RegExp(
        `shard = (${shardOf(accountId)}|'${shardOf(accountId)}'|ANY \\('\\{${shardOf(accountId)}\\}'|(given|before)\\.shard)`,
      ).test(conditionsOf(node));
    const stray = reads.filter(isStray).map((node) => `${node['Relation Name']}: ${conditionsOf(node)}`);
    const namesAccount =
      reads.length === 0 || reads.some((node) => /account_id = |request_id = given/.test(conditionsOf(node)));
    for (const [, tasks] of JSON.stringify(row).matchAll(/"Task Count":(\d+)/g))
      if (Number(tasks) > 1) stray.push(`${tasks} tasks`);
    return namesAccount ? stray : [...stray, `no account: ${sql}`];
  }

  it.each(ofAccounts)('names shard and account: %s', async (name, run) => {
    const statements = await statementsOf(run);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      const stray = await strayReads(statement);
      expect(stray.filter((found) => name !== ofSeveral || !found.endsWith(' tasks'))).toEqual([]);
      expect(statement[0]).toMatch(/shard/);
    }
  });

  it.each(ofAll)('queries all accounts: %s', async (_name, run) => {
    const stray: string[] = [];
    for (const statement of await statementsOf(run)) stray.push(...(await strayReads(statement)));
    expect(stray).not.toEqual([]);
  });

  it('is used only by the repositories that this test lists', () => {
    const source = join(__dirname, '../../src');
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.repository.ts'),
    );
    const users = files.filter((file) =>
      /\bledger\.[a-z_$]|accountColumns|'transfers|FROM accounts/.test(readFileSync(join(source, file), 'utf8')),
    );
    expect(users.map((file) => file.split('/').at(-1)).sort()).toEqual([
      'account-status.repository.ts',
      'accounts.repository.ts',
      'charge-keys.repository.ts',
      'charges.repository.ts',
      'closed-months.repository.ts',
      'customer-activity.repository.ts',
      'customers.repository.ts',
      'distribution.repository.ts',
      'key-caps.repository.ts',
      'ledger.repository.ts',
      'notifications.repository.ts',
      'personal-data.repository.ts',
      'rate-requests.repository.ts',
      'reconcile.repository.ts',
      'request-addresses.repository.ts',
      'request-log.repository.ts',
      'spending-caps.repository.ts',
      'top-ups.repository.ts',
      'usage-partitions.repository.ts',
      'usage-totals.repository.ts',
    ]);
  });
});

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (value instanceof Date) return escapeLiteral(value.toISOString());
  return escapeLiteral(Array.isArray(value) ? `{${value.map((one) => JSON.stringify(`${one}`)).join()}}` : `${value}`);
}
