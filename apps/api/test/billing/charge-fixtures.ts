import type { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import type { ChargeListener } from '../../src/core/billing/charge-outcome';
import type { ChargeBounds } from '../../src/core/billing/charge-queue';
import { ChargeQueues } from '../../src/core/billing/charge-queues';
import { chargeConnection } from '../../src/core/billing/charges.repository';
import type { UsageRecord } from '../../src/core/usage/usage-record';
import type { Connection } from '../../src/platform/database/connection';
import { createTestDatabase, isDistributed, type TestDatabase } from '../support/test-database';

/** A customer account whose balance comes from one adjustment, so that the ledger reconciles. */
export async function createAccount(
  dataSource: DataSource,
  balanceMicros: bigint,
  thresholdMicros: bigint | null = null,
): Promise<number> {
  const [{ id }] = await dataSource.query(
    `INSERT INTO accounts (kind, name, balance_micros, low_balance_threshold_micros) VALUES ('customer', 'Test', $1, $2) RETURNING id`,
    [`${balanceMicros}`, thresholdMicros === null ? null : `${thresholdMicros}`],
  );
  if (balanceMicros > 0n) {
    await dataSource.query(
      `INSERT INTO transfers (account_id, house_account_id, amount_micros, balance_after_micros, kind) VALUES ($1, 3, $2, $2, 'adjustment')`,
      [id, `${balanceMicros}`],
    );
  }
  return Number(id);
}

/** Creates the charge queue of one process. `errors` collects the errors that it reports. */
export function createQueue(url: string, bounds?: ChargeBounds, statementMs?: number, isSharded = isDistributed) {
  const errors: unknown[] = [];
  const inDoubt: string[] = [];
  const lateCommits: string[] = [];
  const listener: ChargeListener = {
    onOutcome: () => undefined,
    onError: (error) => errors.push(error),
    onRecovery: () => undefined,
    onInDoubt: (records) => inDoubt.push(...records.map(({ requestId }) => requestId)),
    onLateCommit: ({ requestId }) => lateCommits.push(requestId),
  };
  const connections: Connection[] = [];
  const connect: typeof chargeConnection = (...words) => {
    const connection = chargeConnection(...words);
    connections.push(connection);
    return connection;
  };
  const queue = ChargeQueues.open(url, listener, { isDistributed: isSharded, bounds, statementMs, connect });
  const cut = () => {
    for (const connection of connections) connection.cut();
  };
  return { queue, cut, errors, inDoubt, lateCommits };
}

export function prepareCharging() {
  const prepared = {} as ReturnType<typeof createQueue> & Pick<TestDatabase, 'dataSource' | 'url'>;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    const { dataSource, url } = database;
    Object.assign(prepared, createQueue(url), { dataSource, url });
  });
  afterAll(async () => {
    await prepared.queue.close();
    await database.drop();
  });
  return prepared;
}

/** The record of a successful request of one unit at $0.0006; `changes` overrides any field. */
export function usageRecord(accountId: number, changes: Partial<UsageRecord> = {}): UsageRecord {
  return {
    requestId: v7(),
    accountId,
    keyId: accountId,
    keyFamilyId: accountId,
    operation: 'users.followers',
    status: 200,
    code: null,
    units: 1,
    priceMicros: 600n,
    upstreamMs: 120,
    totalMs: 130,
    responseBytes: 5_000,
    problem: null,
    ...changes,
  };
}

export async function balanceOf(dataSource: DataSource, accountId: number): Promise<bigint> {
  const [{ balance_micros }] = await dataSource.query('SELECT balance_micros FROM accounts WHERE id = $1', [accountId]);
  return BigInt(balance_micros);
}
