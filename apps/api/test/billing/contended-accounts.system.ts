import { setTimeout as sleep } from 'node:timers/promises';
import { shardOf } from '../../src/platform/database/shards';
import { until } from '../support/until';
import { bounds, ContendedLedger, chargeBesideLocks, patientBounds } from './contended-ledger';

describe('charges of accounts that other sessions lock repeatedly', () => {
  let ledger: ContendedLedger;
  beforeEach(async () => {
    ledger = await ContendedLedger.create();
  });
  afterEach(async () => {
    expect(await ledger.close()).toEqual([]);
  });

  it('nearly always succeed', async () => {
    const { accepted } = await chargeBesideLocks(ledger);
    expect(accepted).toBeGreaterThan(1_500);
  });

  it('get their turn when other sessions debit the same account without a pause', async () => {
    const charging = ledger.startProcess();
    const busy = await ledger.newAccount();
    // Together, the slow transactions hold the account for longer than the queue usually waits for a lock.
    const others = Array.from({ length: 4 }, () =>
      ledger.repeat(() =>
        ledger.dataSource.transaction(async (db) => {
          const its = 'account_id = $1 AND shard = $2';
          const query = (sql: string) => db.query(sql, [busy, shardOf(busy)]);
          await query(`SELECT FROM ledger.accounts WHERE ${its} FOR NO KEY UPDATE`);
          await db.query('SELECT pg_sleep(0.03)');
          await query(`UPDATE ledger.accounts SET balance_micros = balance_micros - 1 WHERE ${its}`);
          await query(
            `INSERT INTO ledger.transfers (account_id, shard, house_account_id, amount_micros, balance_after_micros, kind)
             SELECT account_id, shard, 3, -1, balance_micros, 'adjustment' FROM ledger.accounts WHERE ${its}`,
          );
        }),
      ),
    );
    const caller = ledger.startCaller(charging, busy);
    // Longer than a charge may wait. Without fairness between sessions, some charge would be refused.
    await sleep(bounds.maxWaitMs + 1_000);
    await until('the account is charged six times', () => caller.tookMs.length > 5);
    await caller.end();
    await Promise.all(others.map((end) => end()));
  });

  it('do not delay charges of other accounts', async () => {
    const charging = ledger.startProcess(patientBounds);
    const [other, locked] = [await ledger.newAccount(), await ledger.newAccount()];
    const startUnlockedCallers = await ledger.prepareUnlockedCallers(1);
    let locks = 0;
    const endLocks = ledger.repeat(async () => {
      const release = await ledger.holdAccount(locked);
      locks++;
      await sleep(80);
      await release();
      await sleep(40);
    });
    const [itsCaller, othersCaller] = [ledger.startCaller(charging, locked), ledger.startCaller(charging, other)];
    const [unlockedCaller] = startUnlockedCallers();
    await until('the account was locked thirty times', () => locks >= 30);
    await Promise.all([itsCaller, othersCaller, unlockedCaller!].map((caller) => caller.end()));
    await endLocks();
    expect(itsCaller.tookMs.length).toBeGreaterThan(10);
    expect(othersCaller.tookMs.length).toBeGreaterThan(unlockedCaller!.tookMs.length / 10);
  });
});
