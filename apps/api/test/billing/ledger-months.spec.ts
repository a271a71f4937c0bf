import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { reconcile } from '../../src/core/billing/reconcile/reconcile';
import { ensureUsagePartitions } from '../../src/core/usage/usage-partitions.repository';
import { utcDay } from '../../src/platform/utc-days';
import { afterTest } from '../support/after-test';
import { reversalsOn, topUpsOn } from '../support/services';
import { balanceOf, createAccount, createQueue, prepareCharging, usageRecord } from './charge-fixtures';

const actor = { userId: null, label: 'test', address: null };

describe('ledger months', () => {
  const charging = prepareCharging();
  /** Leaves out the shard number that a cluster appends. */
  const partition = `substring(tableoid::regclass::text FROM '^ledger\\.transfers_\\d{6}') AS name`;
  const partitionsOf = (requestId: string) =>
    charging.dataSource.query(`SELECT ${partition} FROM ledger.transfers WHERE id = $1`, [requestId]);

  it.each([
    ['the end of a year', '2031-12', '2032-01'],
    ['a leap day', '2032-02', '2032-03'],
  ])('store a repeated charge once, in the month of its request id, at %s', async (_what, last, first) => {
    const accountId = await createAccount(charging.dataSource, 6_000n);
    const edgeMs = Date.parse(`${first}-01T00:00:00Z`);
    await ensureUsagePartitions(charging.dataSource, [utcDay(edgeMs - 1), utcDay(edgeMs)]);
    const records = [edgeMs - 1, edgeMs].map((ms) => usageRecord(accountId, { requestId: v7({ msecs: ms }) }));
    const other = createQueue(charging.url);
    afterTest(() => other.queue.close());
    for (let times = 0; times < 2; times++)
      await Promise.all([charging, other].flatMap(({ queue }) => records.map((record) => queue.charge(record))));
    for (const [index, month] of [last, first].entries())
      expect(await partitionsOf(records[index]!.requestId)).toEqual([
        { name: `ledger.transfers_${month.replace('-', '')}` },
      ]);
    expect(await balanceOf(charging.dataSource, accountId)).toBe(6_000n - 1_200n);
  });

  it('reverse a charge of another month once', async () => {
    const accountId = await createAccount(charging.dataSource, 6_000n);
    const record = usageRecord(accountId, { requestId: v7({ msecs: Date.parse('2031-12-31T12:00:00Z') }) });
    await charging.queue.charge(record);
    const reverse = () => reversalsOn(charging.dataSource).reverse({ entryId: record.requestId, note: 'n', actor });
    const reversed = await Promise.allSettled([reverse(), reverse()]);
    expect(reversed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(reverse()).rejects.toMatchObject({ code: 'conflict' });
    expect(await balanceOf(charging.dataSource, accountId)).toBe(6_000n);
  });

  it('are created on demand when no process has prepared them', async () => {
    const accountId = await createAccount(charging.dataSource, 0n);
    const present = `ledger.transfers_${utcDay(Date.now()).slice(0, 7).replace('-', '')}`;
    const db = charging.dataSource.createQueryRunner();
    await db.startTransaction();
    await db.query(`DROP TABLE ${present}`);
    const topUp = { accountId, amountMicros: 5n, note: 'n', idempotencyKey: 'first of a month', actor };
    const ofTransaction = { transaction: (work: (manager: unknown) => unknown) => work(db.manager) };
    await topUpsOn(ofTransaction as never).credit(topUp);
    expect(await db.query(`SELECT ${partition} FROM ledger.transfers WHERE account_id = $1`, [accountId])).toEqual([
      { name: present },
    ]);
    await db.rollbackTransaction();
    await db.release();
  });

  it('accept an adjustment that the operator enters by hand, as the guide describes', async () => {
    const guide = readFileSync(join(__dirname, '../../../../docs/operations/ledger.md'), 'utf8');
    const statement = /^```sql\n(WITH account AS [^`]+)```/m.exec(guide)![1]!;
    const accountId = await createAccount(charging.dataSource, 1n);
    const ofAccount = statement.replaceAll('1001', `${accountId}`);
    await charging.dataSource.query(ofAccount);
    expect(await balanceOf(charging.dataSource, accountId)).toBe(5_000_001n);
    const debit = ofAccount.replaceAll('5000000', '-6000000').replace('+ -', '- ');
    await expect(charging.dataSource.query(debit)).rejects.toThrow('accounts_not_overdrawn');
    const differences = await reconcile(charging.dataSource);
    expect(
      differences.filter(({ check }) => ['balance', 'balance_after', 'shards', 'accounts'].includes(check)),
    ).toEqual([]);
  });
});
