import { patience } from '../../../../scripts/lib/patience.cjs';
import { clock } from '../../src/platform/clock';
import { createTestDatabase, isDistributed, type TestDatabase } from '../support/test-database';
import { until } from '../support/until';
import { balanceOf, createAccount, createQueue, usageRecord } from './charge-fixtures';
import { FlakyProxy } from './flaky-proxy';

/** For tests that signal a process of PostgreSQL, which works only on the machine of PostgreSQL. */
const withServerHere = process.env.TEST_DATABASE_ELSEWHERE ? it.skip : it;
const bounds = { maxBatch: 100, maxWaiting: 50, maxWaitMs: 1_500 * patience };

describe('ChargeQueue when the database fails', () => {
  let database: TestDatabase;
  let proxy: FlakyProxy;
  let charging: ReturnType<typeof createQueue>;
  let accountId: number;
  const stopped: number[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    proxy = await FlakyProxy.before(database.url);
    charging = createQueue(proxy.url, bounds, 300 * patience);
    accountId = await createAccount(database.dataSource, 600n * 1_000n);
    await charging.queue.charge(usageRecord(accountId));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    // A stopped server process would block the shutdown of every database.
    resumeStopped();
    proxy.mode = 'pass';
    await charging.queue.close();
    proxy.close();
  });

  const chargesOf = async (account: number) => {
    const sql = `SELECT id FROM transfers WHERE account_id = $1 AND kind = 'charge'`;
    const rows: { id: string }[] = await database.dataSource.query(sql, [account]);
    return rows.map((row) => row.id);
  };

  const isWritableFor = (account: number) => {
    try {
      charging.queue.requireWritable(account);
      return true;
    } catch {
      return false;
    }
  };

  /** Waits until the queue has sent so many more probes to the database. */
  async function untilProbed(count: number): Promise<void> {
    let probes = 0;
    proxy.onRequest = (bytes) => {
      if (/undo_probe|probe_charges/.test(bytes.toString('latin1'))) probes++;
    };
    await until(`the queue probes ${count} times`, () => probes >= count);
  }

  /** Stops the PostgreSQL process that charges. @returns its process id. */
  async function stopCharging(): Promise<number> {
    const sql = `SELECT pid FROM pg_stat_activity WHERE application_name = 'loupe-charges' AND datname = current_database()`;
    const [{ pid }] = await database.dataSource.query(sql);
    stopped.push(pid);
    process.kill(pid, 'SIGSTOP');
    return pid;
  }
  const resumeStopped = () => {
    for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT');
  };

  it('finds a committed charge whose reply was lost, and does not repeat it', async () => {
    proxy.mode = 'cut';
    const records = Array.from({ length: 20 }, () => usageRecord(accountId));
    const outcomes = await Promise.all(records.map((record) => charging.queue.charge(record)));
    expect(outcomes.every((outcome) => outcome.accepted)).toBe(true);
    expect((await chargesOf(accountId)).sort()).toEqual(
      expect.arrayContaining(records.map((record) => record.requestId).sort()),
    );
    expect(await balanceOf(database.dataSource, accountId)).toBe(600n * (1_000n - 21n));
  });

  it('finds a committed charge after the connection hangs instead of breaking', async () => {
    proxy.mode = 'swallow';
    const charged = charging.queue.charge(usageRecord(accountId));
    expect(await charged).toEqual({ accepted: true, balanceMicros: 600n * 998n });
    expect(await chargesOf(accountId)).toHaveLength(2);
  });

  withServerHere('resends a batch once if its server process was killed before the commit', async () => {
    const pid = await stopCharging();
    const charged = charging.queue.charge(usageRecord(accountId));
    await database.dataSource.query('SELECT pg_terminate_backend($1::integer)', [pid]);
    resumeStopped();
    expect(await charged).toMatchObject({ accepted: true });
    expect(await chargesOf(accountId)).toHaveLength(2);
  });

  withServerHere('ends the session of a lost batch before it charges again, and reports any late commit', async () => {
    const pid = await stopCharging();
    const charged = charging.queue.charge(usageRecord(accountId));
    await expect(charged).rejects.toMatchObject({ code: 'service_unavailable' });
    resumeStopped();
    await charging.queue.whenWritable();
    expect(await database.dataSource.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid])).toEqual([]);
    await charging.queue.charge(usageRecord(accountId));
    expect(await chargesOf(accountId)).toHaveLength(2 + charging.lateCommits.length);
  });

  it('times out a charge whose outcome is unknown, and reports the outcome once it is known', async () => {
    proxy.mode = 'swallow';
    const record = usageRecord(accountId);
    const charged = charging.queue.charge(record);
    await until('the reply is dropped', () => proxy.mode === 'pass');
    proxy.mode = 'refuse';
    await expect(charged).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(charging.inDoubt).toEqual([record.requestId]);
    expect(() => charging.queue.requireWritable(accountId)).toThrow('You were not charged');
    expect(charging.lateCommits).toEqual([]);
    proxy.mode = 'pass';
    await until('the account can be charged', () => isWritableFor(accountId));
    expect(charging.lateCommits).toEqual([record.requestId]);
    expect(await chargesOf(accountId)).toContain(record.requestId);
    expect(charging.queue.requireWritable(accountId)).toBeUndefined();
  });

  it('resumes by itself once a probe of the failed statement succeeds', async () => {
    // A cluster has two versions of this function: one for the coordinator and one for a shard.
    const parameters = isDistributed ? '(smallint, bigint)' : '(bigint)';
    await database.dataSource.query(`ALTER FUNCTION undo_probe${parameters} RENAME TO probe_away`);
    await database.dataSource.query('ALTER TABLE ledger.transfers RENAME TO transfers_away');
    await expect(charging.queue.charge(usageRecord(accountId))).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(charging.queue.isWritable).toBe(false);
    expect(charging.lateCommits).toEqual([]);
    // The queue does not probe while an attempt of the charge can still succeed.
    await untilProbed(1);
    await database.dataSource.query('ALTER TABLE ledger.transfers_away RENAME TO transfers');
    // Reads succeed again, but charges still fail.
    await untilProbed(2);
    expect(charging.queue.isWritable).toBe(false);
    await database.dataSource.query(`ALTER FUNCTION probe_away${parameters} RENAME TO undo_probe`);
    await charging.queue.whenWritable();
    expect(charging.queue.isWritable).toBe(true);
    expect(await chargesOf(accountId)).toHaveLength(1);
    expect(await balanceOf(database.dataSource, accountId)).toBe(600n * 999n);
  });

  it('does not resume while the disk is full and only charges fail, however long that lasts', async () => {
    // Simulates a table file that cannot grow: only inserts fail.
    await database.dataSource.query(`
      CREATE FUNCTION has_room(id uuid) RETURNS boolean LANGUAGE plpgsql AS
        $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`);
    await database.dataSource.query('ALTER TABLE ledger.transfers ADD CONSTRAINT disk CHECK (has_room(id)) NOT VALID');
    await expect(charging.queue.charge(usageRecord(accountId))).rejects.toMatchObject({ code: 'service_unavailable' });
    const nowMs = performance.now.bind(performance);
    for (const laterMs of [0, 60_000]) {
      jest.spyOn(clock, 'nowMs').mockImplementation(() => nowMs() + laterMs);
      await untilProbed(3);
      expect(charging.queue.isWritable).toBe(false);
    }
    await database.dataSource.query('ALTER TABLE ledger.transfers DROP CONSTRAINT disk');
    await charging.queue.whenWritable();
    expect(await charging.queue.charge(usageRecord(accountId))).toMatchObject({ accepted: true });
    expect(await chargesOf(accountId)).toHaveLength(2);
  });

  it('refuses with service_unavailable and charges nothing while the database is unreachable', async () => {
    proxy.mode = 'refuse';
    charging.cut();
    const refused = charging.queue.charge(usageRecord(accountId));
    await expect(refused).rejects.toMatchObject({ code: 'service_unavailable' });
    proxy.mode = 'pass';
    expect(await charging.queue.charge(usageRecord(accountId))).toMatchObject({ accepted: true });
    expect(await chargesOf(accountId)).toHaveLength(2);
  });

  withServerHere('refuses a charge at once when too many charges are waiting', async () => {
    await stopCharging();
    const first = charging.queue.charge(usageRecord(accountId));
    await until('the first is sent', () => charging.queue.length === 0);
    const waiting = Array.from({ length: bounds.maxWaiting }, () => charging.queue.charge(usageRecord(accountId)));
    await expect(charging.queue.charge(usageRecord(accountId))).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(charging.queue.length).toBe(bounds.maxWaiting);
    resumeStopped();
    await Promise.all([first, ...waiting]);
    expect(await chargesOf(accountId)).toHaveLength(bounds.maxWaiting + 2);
  });

  it('commits accepted charges before it closes, and accepts no more', async () => {
    const charges = Array.from({ length: 30 }, () => charging.queue.charge(usageRecord(accountId)));
    const closed = charging.queue.close();
    await expect(charging.queue.charge(usageRecord(accountId))).rejects.toMatchObject({ code: 'service_unavailable' });
    await closed;
    await Promise.all(charges);
    expect(await chargesOf(accountId)).toHaveLength(31);
  });
});
