import { setTimeout as sleep } from 'node:timers/promises';
import { SpendingCapsRepository } from '../../src/core/auth/lifecycle/spending-caps.repository';
import { ChargesRepository } from '../../src/core/billing/charges.repository';
import { LedgerRepository } from '../../src/core/billing/ledger.repository';
import { reconcile } from '../../src/core/billing/reconcile/reconcile';
import { Refunds } from '../../src/core/billing/refunds';
import { Reversals } from '../../src/core/billing/reversals';
import { utcDay } from '../../src/core/usage/usage-partitions.repository';
import { createTestDatabase, type TestDatabase } from '../support/test-database';
import { balanceOf, createAccount, createQueue, usageRecord } from './charge-fixtures';

const spendingCaps = new SpendingCapsRepository();

/** Callers give up after this: as in the product, so that only a lock makes them, not a machine that is busy. */
const bounds = { maxBatch: 100, maxWaiting: 1_000, maxWaitMs: 3_000 };
/** For locks that end: their charges are made however late, and none is refused for the time that it took. */
const patientBounds = { ...bounds, maxWaitMs: 120_000 };

const opening = 600n * 100_000n;

type Charging = ReturnType<typeof createQueue>;

describe('charging beside what another session holds locked', () => {
  let database: TestDatabase;
  let processes: Charging[];
  /** What ends the locks and loads of a test, also of one that failed. */
  let ends: (() => unknown)[];
  beforeEach(async () => {
    database = await createTestDatabase();
    processes = [];
    ends = [];
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await Promise.all(ends.map((end) => end()));
    await Promise.all(processes.map(({ queue }) => queue.close()));
    const differences = await reconcile(database.dataSource);
    await database.drop();
    expect(differences).toEqual([]);
  });

  function startProcess(own = bounds): Charging {
    const started = createQueue(database.url, own);
    processes.push(started);
    return started;
  }

  const newAccount = () => createAccount(database.dataSource, opening);

  /** Takes locks in a transaction of their own; gives what ends it. */
  async function hold(sql: string, values: unknown[] = []): Promise<() => Promise<void>> {
    const holder = database.dataSource.createQueryRunner();
    await holder.startTransaction();
    const release = async () => {
      if (holder.isReleased) return;
      await holder.rollbackTransaction();
      await holder.release();
    };
    ends.push(release);
    await holder.query(sql, values);
    return release;
  }
  const holdAccount = (id: number) => hold('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [id]);

  /** Repeats something until told to end. */
  function repeat(work: () => Promise<void>): () => Promise<void> {
    let isOver = false;
    const repeating = (async () => {
      while (!isOver) await work();
    })();
    // A failure is told by who ends it.
    repeating.catch(() => undefined);
    const end = () => {
      isOver = true;
      return repeating;
    };
    ends.push(() => end().catch(() => undefined));
    return end;
  }

  /** Charges an account, one charge after the other, and notes how long each took. */
  function startCaller({ queue }: Charging, accountId: number) {
    const tookMs: number[] = [];
    const end = repeat(async () => {
      const startedMs = performance.now();
      expect(await queue.charge(usageRecord(accountId))).toMatchObject({ accepted: true });
      tookMs.push(performance.now() - startedMs);
    });
    return { tookMs, end };
  }

  /** Callers of a process on a database of its own: they show what this machine manages meanwhile, without any lock. */
  async function prepareUnlockedCallers(count: number) {
    const undisturbed = await createTestDatabase();
    const charging = createQueue(undisturbed.url, patientBounds);
    ends.push(() => charging.queue.close().then(() => undisturbed.drop()));
    const ids = await Promise.all(Array.from({ length: count }, () => createAccount(undisturbed.dataSource, opening)));
    return () => ids.map((id) => startCaller(charging, id));
  }

  /** How often a batch with charges of this account waited for a lock in vain: all other charges wait with it. */
  function watchWaits(accountId: number): () => Promise<number> {
    const sent = jest.spyOn(ChargesRepository.prototype, 'charge');
    return async () => {
      const waits = sent.mock.results.filter((_, index) => {
        const [records, waitMs] = sent.mock.calls[index]!;
        return waitMs > 0 && records.some((record) => record.accountId === accountId);
      });
      return (await Promise.allSettled(waits.map(({ value }) => value))).filter(({ status }) => status === 'rejected')
        .length;
    };
  }

  /** Reverses what was charged though its caller had been told that nothing was, as the product does. */
  async function reverseChargedInVain(): Promise<void> {
    const reversals = new Reversals(database.dataSource, new LedgerRepository());
    const refunds = new Refunds(reversals, { error: jest.fn(), warn: jest.fn() });
    for (const { doubted, chargedInVain } of processes) {
      expect(doubted).toEqual(expect.arrayContaining(chargedInVain));
      for (const requestId of chargedInVain) refunds.add(requestId);
    }
    await refunds.flush();
  }

  it.each([
    ['its account', async (id: number) => holdAccount(id)],
    [
      'what it has spent towards its cap',
      async (id: number) => {
        const caps = { dailyCapMicros: 10n ** 9n, monthlyCapMicros: null };
        await spendingCaps.set(database.dataSource.manager, { accountId: id, lineageId: id }, caps);
        await startProcess().queue.charge(usageRecord(id));
        const release = await hold('SELECT FROM key_spend WHERE lineage_id = $1 FOR UPDATE', [id]);
        // No key of this lineage exists: reconcile would report its cap.
        const uncapped = { ...caps, dailyCapMicros: null };
        return async () => {
          await release();
          await spendingCaps.set(database.dataSource.manager, { accountId: id, lineageId: id }, uncapped);
        };
      },
    ],
  ])('charges others on, and answers the one of whom another session holds %s', async (_what, lock) => {
    const charging = startProcess();
    const { queue } = charging;
    const [locked, ...others] = await Promise.all([newAccount(), newAccount(), newAccount(), newAccount()]);
    const startUnlockedCallers = await prepareUnlockedCallers(others.length);
    const release = await lock(locked!);
    const balance = await balanceOf(database.dataSource, locked!);
    const refused = Array.from({ length: 20 }, () => queue.charge(usageRecord(locked!)));
    const callers = others.map((id) => startCaller(charging, id));
    const unlockedCallers = startUnlockedCallers();
    const unavailable = { status: 'rejected', reason: expect.objectContaining({ code: 'service_unavailable' }) };
    expect(await Promise.allSettled(refused)).toEqual(refused.map(() => unavailable));
    // One more comes while the lock is known, and waits as long as the others did; meanwhile nothing is spent on it.
    const late = queue.charge(usageRecord(locked!));
    let isOver = false;
    let isRefused = false;
    late.catch(() => (isOver = true));
    while (!isOver && !isRefused) {
      await sleep(5);
      isRefused = isRefusedAtOnce(queue, locked!);
    }
    expect(isRefused).toBe(true);
    expect(isRefusedAtOnce(queue, others[0]!)).toBe(false);
    await expect(late).rejects.toMatchObject({ code: 'service_unavailable' });
    await Promise.all([...callers, ...unlockedCallers].map((caller) => caller.end()));
    const [tookMs, unlockedMs] = [callers, unlockedCallers].map((all) => all.flatMap((caller) => caller.tookMs));
    // Beside the same load without a lock, on the same machine at the same time; stopped, it would be next to nothing.
    expect(tookMs!.length).toBeGreaterThan(unlockedMs!.length / 10);
    expect(tookMs!.sort((a, b) => a - b)[Math.floor(tookMs!.length * 0.98)]).toBeLessThan(bounds.maxWaitMs / 2);
    await release();
    expect(await queue.charge(usageRecord(locked!))).toMatchObject({ accepted: true, balanceMicros: balance - 600n });
    expect(processes.flatMap(({ faults, chargedInVain }) => [...faults, ...chargedInVain])).toEqual([]);
  });

  it('charges what waited for an account, in its order, as soon as it is free', async () => {
    const { queue } = startProcess(patientBounds);
    const locked = await newAccount();
    const release = await holdAccount(locked);
    const charges = Array.from({ length: 300 }, () => queue.charge(usageRecord(locked)));
    await until(() => queue.length === 0 && queue.lockedAccounts === 1);
    await release();
    const balances = (await Promise.all(charges)).map((outcome) => outcome.accepted && outcome.balanceMicros);
    expect(balances).toEqual(charges.map((_, index) => opening - 600n * BigInt(index + 1)));
    expect(queue.lockedAccounts).toBe(0);
  });

  it('bounds what waits for one account, and takes those who are gone out', async () => {
    const { queue } = startProcess(patientBounds);
    const locked = await newAccount();
    const release = await holdAccount(locked);
    const payer = { isGone: false };
    let refused = 0;
    const charges = Array.from({ length: 800 }, () => queue.charge(usageRecord(locked), payer));
    for (const charge of charges) charge.catch(() => refused++);
    const outcomes = Promise.allSettled(charges);
    await until(() => queue.length === 0 && refused === 300);
    payer.isGone = true;
    // Before the release: the one charge that is being tried at this moment was sent while its caller was there.
    const reasons = (await outcomes).map((outcome) => outcome.status === 'rejected' && outcome.reason.constructor.name);
    expect(reasons.filter((reason) => reason === 'Problem')).toHaveLength(300);
    expect(reasons.filter((reason) => reason === 'CallerGone')).toHaveLength(500);
    await release();
    expect(await balanceOf(database.dataSource, locked)).toBe(opening);
  });

  it.each([
    ['a whole table', () => 'transfers'],
    ['a day’s partition', () => `usage_rows_${utcDay(Date.now()).replaceAll('-', '')}`],
  ])('cannot charge anybody while %s is locked, says so, and goes on by itself', async (_what, tableOf) => {
    const charging = startProcess();
    const { queue } = charging;
    const accounts = await Promise.all([newAccount(), newAccount()]);
    await queue.charge(usageRecord(accounts[0]!));
    const release = await hold(`LOCK TABLE ${tableOf()} IN ACCESS EXCLUSIVE MODE`);
    const records = accounts.map((id) => usageRecord(id));
    const outcomes = await Promise.allSettled(records.map((record) => queue.charge(record)));
    const unavailable = { status: 'rejected', reason: expect.objectContaining({ code: 'service_unavailable' }) };
    expect(outcomes).toEqual([unavailable, unavailable]);
    expect(queue.isWritable).toBe(false);
    expect(queue.lockedAccounts).toBe(0);
    await release();
    await queue.whenWritable();
    expect(await queue.charge(usageRecord(accounts[1]!))).toMatchObject({ accepted: true });
    // What was under way when its caller was told 503 may have been charged when the lock ended: then it is taken back.
    expect(records.map(({ requestId }) => requestId)).toEqual(expect.arrayContaining(charging.chargedInVain));
    await reverseChargedInVain();
    const balances = await Promise.all(accounts.map((id) => balanceOf(database.dataSource, id)));
    expect(balances).toEqual([opening - 600n, opening - 600n]);
  });

  it('keeps the books over three processes while accounts are locked and freed again and again', async () => {
    const charging = [startProcess(), startProcess(), startProcess()];
    const accounts = await Promise.all(Array.from({ length: 8 }, newAccount));
    const lockers = [0, 1].map((offset) => {
      let turn = offset;
      return repeat(async () => {
        const release = await holdAccount(accounts[turn % accounts.length]!);
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
    await reverseChargedInVain();
    const spent = await Promise.all(accounts.map(async (id) => opening - (await balanceOf(database.dataSource, id))));
    const accepted = outcomes.filter(Boolean).length;
    expect(spent.reduce((sum, one) => sum + one, 0n)).toBe(600n * BigInt(accepted));
    // Nearly all; a machine that is busy with other tests lets some wait too long.
    expect(accepted).toBeGreaterThan(1_500);
  });

  it('gives a process its turn at an account that several others charge without a pause', async () => {
    const charging = startProcess();
    const busy = await newAccount();
    // As slow disks make them: each holds the account for longer than the queue waits for the lock of another session.
    const others = Array.from({ length: 4 }, () =>
      repeat(() =>
        database.dataSource.transaction(async (db) => {
          await db.query('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [busy]);
          await db.query('SELECT pg_sleep(0.03)');
          await db.query('UPDATE accounts SET balance_micros = balance_micros - 1 WHERE id = $1', [busy]);
          await db.query(
            `INSERT INTO transfers (account_id, house_account_id, amount_micros, balance_after_micros, kind)
             SELECT id, 3, -1, balance_micros, 'adjustment' FROM accounts WHERE id = $1`,
            [busy],
          );
        }),
      ),
    );
    const caller = startCaller(charging, busy);
    // Longer than a charge may wait: without turns of its own one is refused meanwhile.
    await sleep(10_000);
    await Promise.race([until(() => caller.tookMs.length > 5), sleep(30_000, undefined, { ref: false })]);
    expect(caller.tookMs.length).toBeGreaterThan(5);
    await caller.end();
    await Promise.all(others.map((end) => end()));
  });

  it('does not disturb others when an account is locked again and again', async () => {
    const charging = startProcess(patientBounds);
    const [other, locked] = [await newAccount(), await newAccount()];
    const startUnlockedCallers = await prepareUnlockedCallers(1);
    const waits = watchWaits(locked);
    let locks = 0;
    const endLocks = repeat(async () => {
      const release = await holdAccount(locked);
      locks++;
      await sleep(80);
      await release();
      await sleep(40);
    });
    const [itsCaller, othersCaller] = [startCaller(charging, locked), startCaller(charging, other)];
    const [unlockedCaller] = startUnlockedCallers();
    await until(() => locks > 30);
    await Promise.all([itsCaller, othersCaller, unlockedCaller!].map((caller) => caller.end()));
    await endLocks();
    expect(itsCaller.tookMs.length).toBeGreaterThan(10);
    expect(othersCaller.tookMs.length).toBeGreaterThan(unlockedCaller!.tookMs.length / 10);
    // It waits for the lock until it knows; later attempts do not wait.
    expect(await waits()).toBeLessThan(locks / 4);
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5);
}

function isRefusedAtOnce(queue: Charging['queue'], accountId: number): boolean {
  try {
    queue.requireWritable(accountId);
    return false;
  } catch {
    return true;
  }
}
