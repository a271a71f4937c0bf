import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { SpendingCapsRepository } from '../../src/core/auth/lifecycle/spending-caps.repository';
import { InDoubtCharges } from '../../src/core/billing/in-doubt-charges';
import { reconcile } from '../../src/core/billing/reconcile/reconcile';
import { shardOf } from '../../src/platform/database/shards';
import { reversalsOn } from '../support/services';
import { createTestDatabase, type TestDatabase } from '../support/test-database';
import { balanceOf, createAccount, createQueue, usageRecord } from './charge-fixtures';

/** The product's own timeout. Only a lock can make a charge exceed this timeout, not a busy machine. */
export const bounds = { maxBatch: 100, maxWaiting: 1_000, maxWaitMs: 3_000 };
/** For tests whose locks end: charges may be late, but none may be refused. */
export const patientBounds = { ...bounds, maxWaitMs: 120_000 };

export const opening = 600n * 100_000n;

export type Charging = ReturnType<typeof createQueue>;

export class ContendedLedger {
  readonly processes: Charging[] = [];
  /** Functions that release the locks and stop the loads of a test, even if the test failed. */
  private readonly ends: (() => unknown)[] = [];

  private constructor(private readonly database: TestDatabase) {}

  static async create(): Promise<ContendedLedger> {
    return new ContendedLedger(await createTestDatabase());
  }

  async close(): Promise<unknown[]> {
    await Promise.all(this.ends.map((end) => end()));
    await Promise.all(this.processes.map(({ queue }) => queue.close()));
    const differences = await reconcile(this.dataSource);
    await this.database.drop();
    return differences;
  }

  get dataSource() {
    return this.database.dataSource;
  }

  startProcess(own = bounds): Charging {
    const started = createQueue(this.database.url, own);
    this.processes.push(started);
    return started;
  }

  newAccount(): Promise<number> {
    return createAccount(this.dataSource, opening);
  }

  /** Takes locks in a separate transaction. @returns a function that releases them. */
  async hold(sql: string, values: unknown[] = []): Promise<() => Promise<void>> {
    const holder = this.dataSource.createQueryRunner();
    await holder.startTransaction();
    const release = async () => {
      if (holder.isReleased) return;
      await holder.rollbackTransaction();
      await holder.release();
    };
    this.ends.push(release);
    await holder.query(sql, values);
    return release;
  }

  holdAccount(id: number): Promise<() => Promise<void>> {
    return this.hold('SELECT FROM ledger.accounts WHERE account_id = $1 AND shard = $2 FOR UPDATE', [id, shardOf(id)]);
  }

  /** Locks a table as a superuser, because the service's role may not lock append-only tables. */
  async holdTable(table: string): Promise<() => Promise<void>> {
    const holder = new Client({ connectionString: this.database.superuserUrl });
    await holder.connect();
    let ended: Promise<void> | undefined;
    const release = () => {
      ended ??= holder.query('ROLLBACK').then(() => holder.end());
      return ended;
    };
    this.ends.push(release);
    await holder.query('BEGIN');
    await holder.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    return release;
  }

  async slowCommits(ms: number): Promise<void> {
    const superuser = new Client({ connectionString: this.database.superuserUrl });
    await superuser.connect();
    await superuser.query(`
      CREATE FUNCTION slow_commit() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF current_setting('test.slow', true) IS DISTINCT FROM pg_current_xact_id()::text THEN
          PERFORM set_config('test.slow', pg_current_xact_id()::text, true), pg_sleep(${ms} / 1000.0);
        END IF;
        RETURN NULL;
      END $$;
      CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON ledger.transfers DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION slow_commit()`);
    await superuser.end();
  }

  repeat(work: () => Promise<void>): () => Promise<void> {
    let isOver = false;
    const repeating = (async () => {
      while (!isOver) await work();
    })();
    // The caller of `end` gets the failure.
    repeating.catch(() => undefined);
    const end = () => {
      isOver = true;
      return repeating;
    };
    this.ends.push(() => end().catch(() => undefined));
    return end;
  }

  startCaller({ queue }: Charging, accountId: number, pauseMs = 0) {
    const tookMs: number[] = [];
    const end = this.repeat(async () => {
      const startedMs = performance.now();
      expect(await queue.charge(usageRecord(accountId))).toMatchObject({ accepted: true });
      tookMs.push(performance.now() - startedMs);
      if (pauseMs > 0) await sleep(pauseMs);
    });
    return { tookMs, end };
  }

  /** Callers on a separate database without locks measure the current speed of this machine. */
  async prepareUnlockedCallers(count: number, pauseMs = 0) {
    const undisturbed = await createTestDatabase();
    const charging = createQueue(undisturbed.url, patientBounds);
    this.ends.push(() => charging.queue.close().then(() => undisturbed.drop()));
    const ids = await Promise.all(Array.from({ length: count }, () => createAccount(undisturbed.dataSource, opening)));
    return () => ids.map((id) => this.startCaller(charging, id, pauseMs));
  }

  /** Reverses late commits, as the product does. */
  async reverseLateCommits(): Promise<void> {
    const reversals = reversalsOn(this.dataSource);
    const charges = new InDoubtCharges(
      reversals,
      { DATA_DIR: 'no-such-folder' },
      { error: jest.fn(), warn: jest.fn() },
    );
    for (const { inDoubt, lateCommits } of this.processes) {
      expect(inDoubt).toEqual(expect.arrayContaining(lateCommits));
      for (const requestId of lateCommits) charges.add(requestId);
    }
    await charges.flush();
  }
}

const spendingCaps = new SpendingCapsRepository();

/** What another session may lock. Each function returns a function that releases the lock. */
export const locks: [what: string, lock: (ledger: ContendedLedger, id: number) => Promise<() => Promise<void>>][] = [
  ['an account row', (ledger, id) => ledger.holdAccount(id)],
  [
    'the spending of a key',
    async (ledger, id) => {
      const caps = { dailyCapMicros: 10n ** 9n, monthlyCapMicros: null };
      await spendingCaps.set(ledger.dataSource.manager, { accountId: id, keyFamilyId: id }, caps);
      await ledger.startProcess().queue.charge(usageRecord(id));
      const release = await ledger.hold(
        'SELECT FROM ledger.key_spend WHERE key_family_id = $1 AND shard = $2 FOR UPDATE',
        [id, shardOf(id)],
      );
      const uncapped = { ...caps, dailyCapMicros: null };
      return async () => {
        await release();
        await spendingCaps.set(ledger.dataSource.manager, { accountId: id, keyFamilyId: id }, uncapped);
      };
    },
  ],
];

/** Charges accounts from three processes while other sessions lock and free them. */
export async function chargeBesideLocks(ledger: ContendedLedger) {
  const charging = [ledger.startProcess(), ledger.startProcess(), ledger.startProcess()];
  const accounts = await Promise.all(Array.from({ length: 8 }, () => ledger.newAccount()));
  const lockers = [0, 1].map((offset) => {
    let turn = offset;
    return ledger.repeat(async () => {
      const release = await ledger.holdAccount(accounts[turn % accounts.length]!);
      await sleep((turn % 5) * 60);
      await release();
      turn += 2;
    });
  });
  const outcomes = await Promise.all(
    Array.from({ length: 3_000 }, (_, index) =>
      sleep(index % 1_500).then(() =>
        charging[index % 3]!.queue.charge(usageRecord(accounts[index % accounts.length]!)).then(
          ({ accepted }) => accepted,
          () => false,
        ),
      ),
    ),
  );
  await Promise.all(lockers.map((end) => end()));
  await Promise.all(charging.map(({ queue }) => queue.close()));
  await ledger.reverseLateCommits();
  const spent = await Promise.all(accounts.map(async (id) => opening - (await balanceOf(ledger.dataSource, id))));
  return { accepted: outcomes.filter(Boolean).length, spentMicros: spent.reduce((sum, one) => sum + one, 0n) };
}
