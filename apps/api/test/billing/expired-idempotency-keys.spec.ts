import { ChargeKeysRepository } from '../../src/core/billing/charge-keys.repository';
import { reversalsOn } from '../support/services';
import { balanceOf, createAccount, prepareCharging, usageRecord } from './charge-fixtures';

describe('expired idempotency keys', () => {
  const charging = prepareCharging();

  it('are deleted in every shard, except a key that a charge has locked', async () => {
    const { dataSource } = charging;
    const keys = [
      [1001, '-1 second'],
      [1002, '-1 day'],
      [1003, '1 minute'],
      [1004, '-1 day'],
    ] as const;
    for (const [accountId, age] of keys)
      await dataSource.query(
        `INSERT INTO ledger.charge_keys (account_id, shard, key_hash, fingerprint, request_id, expires_at)
         VALUES ($1, $2, '\\x01', '\\x02', gen_random_uuid(), now() + $3::interval)`,
        [accountId, accountId % 32, age],
      );
    const holder = dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM ledger.charge_keys WHERE account_id = 1004 AND shard = 12 FOR UPDATE');
    const left = () => dataSource.query('SELECT account_id::int AS id FROM ledger.charge_keys ORDER BY 1');
    await new ChargeKeysRepository().dropExpired(dataSource);
    expect(await left()).toEqual([{ id: 1003 }, { id: 1004 }]);
    await holder.rollbackTransaction();
    await holder.release();
    await new ChargeKeysRepository().dropExpired(dataSource);
    expect(await left()).toEqual([{ id: 1003 }]);
  });

  it('stay a day longer when their response was replayed, so that the charge is not reversed', async () => {
    const { dataSource, queue } = charging;
    const accountId = await createAccount(dataSource, 6_000n);
    const replay = { key: { hash: 'ab'.repeat(32), fingerprint: 'cd'.repeat(16) } };
    const first = usageRecord(accountId, { replay });
    await queue.charge(first);
    await queue.charge(usageRecord(accountId, { replay }));
    const keys = new ChargeKeysRepository();
    const dropAfter = async (time: string) => {
      await dataSource.query(
        'UPDATE ledger.charge_keys SET expires_at = now() - $2::interval WHERE account_id = $1 AND shard = shard_of($1)',
        [accountId, time],
      );
      await keys.dropExpired(dataSource);
    };
    const refund = { entryId: first.requestId, note: 'x', actor: { userId: null, label: 'x', address: null } };
    await dropAfter('23 hours');
    await expect(reversalsOn(dataSource).reverse({ ...refund, unlessRepeated: true })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await balanceOf(dataSource, accountId)).toBe(5_400n);
    await dropAfter('25 hours');
    expect(await keys.forget(dataSource, accountId, first.requestId)).toBe(0);
  });
});
