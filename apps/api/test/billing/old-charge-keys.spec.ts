import { ChargeKeysRepository } from '../../src/core/billing/charge-keys.repository';
import { prepareCharging } from './charge-fixtures';

describe('idempotency keys that have expired', () => {
  const charging = prepareCharging();

  it('are deleted in every shard, but for one that a charge has locked', async () => {
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
});
