import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '../support/test-database';
import { balanceOf, createAccount, createQueue, usageRecord } from './charge-fixtures';
import { FlakyProxy } from './flaky-proxy';

const bounds = { maxBatch: 100, maxWaiting: 50, maxWaitMs: 1_500 };

describe('charging when the database fails', () => {
  let database: TestDatabase;
  let proxy: FlakyProxy;
  let charging: ReturnType<typeof createQueue>;
  let accountId: number;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    proxy = await FlakyProxy.before(database.url);
    charging = createQueue(proxy.url, bounds, 1_000);
    accountId = await createAccount(database.dataSource, 600n * 1_000n);
    await charging.queue.charge(usageRecord(accountId));
  });
  afterEach(async () => {
    proxy.mode = 'pass';
    await charging.queue.close();
    proxy.close();
  });

  const chargesOf = async (account: number) => {
    const sql = `SELECT id FROM transfers WHERE account_id = $1 AND kind = 'charge'`;
    const rows: { id: string }[] = await database.dataSource.query(sql, [account]);
    return rows.map((row) => row.id);
  };

  /** Holds the account's row, so that batches wait, until the function it gives is called. */
  async function holdAccount(): Promise<() => Promise<void>> {
    const holder = database.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [accountId]);
    return async () => {
      await holder.rollbackTransaction();
      await holder.release();
    };
  }

  async function untilWaiting(): Promise<number> {
    const sql = `SELECT pid FROM pg_stat_activity WHERE application_name = 'loupe-charges' AND datname = current_database()
      AND wait_event_type = 'Lock'`;
    for (;;) {
      const [row] = await database.dataSource.query(sql);
      if (row) return row.pid;
      await sleep(5);
    }
  }

  it('finds a charge that was committed though its answer was lost, and does not repeat it', async () => {
    proxy.mode = 'cut';
    const records = Array.from({ length: 20 }, () => usageRecord(accountId));
    const outcomes = await Promise.all(records.map((record) => charging.queue.charge(record)));
    expect(outcomes.every((outcome) => outcome.accepted)).toBe(true);
    expect((await chargesOf(accountId)).sort()).toEqual(
      expect.arrayContaining(records.map((record) => record.requestId).sort()),
    );
    expect(await balanceOf(database.dataSource, accountId)).toBe(600n * (1_000n - 21n));
  });

  it('finds it also when the connection hangs instead of breaking', async () => {
    proxy.mode = 'swallow';
    const charged = charging.queue.charge(usageRecord(accountId));
    expect(await charged).toEqual({ accepted: true, balanceMicros: 600n * 998n });
    expect(await chargesOf(accountId)).toHaveLength(2);
  });

  it('sends a batch again, once, whose server process was killed before the commit', async () => {
    const release = await holdAccount();
    const charged = charging.queue.charge(usageRecord(accountId));
    await database.dataSource.query('SELECT pg_terminate_backend($1)', [await untilWaiting()]);
    await release();
    expect(await charged).toMatchObject({ accepted: true });
    expect(await chargesOf(accountId)).toHaveLength(2);
  });

  it('never lets a lost batch commit behind its back after the caller was told that nothing was charged', async () => {
    const release = await holdAccount();
    const charged = charging.queue.charge(usageRecord(accountId));
    const pid = await untilWaiting();
    // The batch waits for the account, its connection is given up as lost, and so is the charge.
    await expect(charged).rejects.toMatchObject({ code: 'service_unavailable' });
    await release();
    await charging.queue.charge(usageRecord(accountId));
    expect(await database.dataSource.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid])).toEqual([]);
    expect(await chargesOf(accountId)).toHaveLength(2);
  });

  it('refuses with service_unavailable and charges nothing while the database is out of reach', async () => {
    proxy.mode = 'refuse';
    charging.connection.cut();
    const refused = charging.queue.charge(usageRecord(accountId));
    await expect(refused).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 1 });
    proxy.mode = 'pass';
    expect(await charging.queue.charge(usageRecord(accountId))).toMatchObject({ accepted: true });
    expect(await chargesOf(accountId)).toHaveLength(2);
  });

  it('refuses at once what is past the bound of waiting charges', async () => {
    const release = await holdAccount();
    const first = charging.queue.charge(usageRecord(accountId));
    await untilWaiting();
    const waiting = Array.from({ length: bounds.maxWaiting }, () => charging.queue.charge(usageRecord(accountId)));
    await expect(charging.queue.charge(usageRecord(accountId))).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(charging.queue.length).toBe(bounds.maxWaiting);
    await release();
    await Promise.all([first, ...waiting]);
    expect(await chargesOf(accountId)).toHaveLength(bounds.maxWaiting + 2);
  });

  it('commits what was taken before it closes, and takes nothing more', async () => {
    const charges = Array.from({ length: 30 }, () => charging.queue.charge(usageRecord(accountId)));
    const closed = charging.queue.close();
    await expect(charging.queue.charge(usageRecord(accountId))).rejects.toMatchObject({ code: 'service_unavailable' });
    await closed;
    await Promise.all(charges);
    expect(await chargesOf(accountId)).toHaveLength(31);
  });
});
