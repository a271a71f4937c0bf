import { ApiKeys } from '../../src/core/auth/lifecycle/api-keys';
import { ApiKeysRepository } from '../../src/core/auth/lifecycle/api-keys.repository';
import { SpendingCapsRepository } from '../../src/core/auth/lifecycle/spending-caps.repository';
import { fillKeys } from '../support/filler-keys';
import { createTestDatabase, type TestDatabase, untilBlocked } from '../support/test-database';

const actor = { userId: null, label: 'test', address: '203.0.113.9' };

describe('ApiKeys', () => {
  let database: TestDatabase;
  let keys: ApiKeys;
  let accountId: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    const caps = new SpendingCapsRepository();
    const repository = new ApiKeysRepository(caps, { RATE_LIMIT_PER_SECOND: 10 });
    keys = new ApiKeys(database.dataSource, repository, caps, { SANDBOX_UPSTREAM_URL: undefined });
  });
  beforeEach(async () => {
    accountId = await newAccount();
  });
  afterAll(() => database.drop());

  async function newAccount(): Promise<number> {
    const [{ id }] = await database.dataSource.query(
      `INSERT INTO accounts (kind, name) VALUES ('customer', 'Test') RETURNING id`,
    );
    return Number(id);
  }

  const create = (name = 'Production') => keys.create(accountId, { name }, actor);
  const commandOn = (keyId: number) => ({ accountId, keyId, actor });
  const audited = async (): Promise<string[]> => {
    const rows = await database.dataSource.query(
      'SELECT action, detail FROM audit_log WHERE account_id = $1 ORDER BY id',
      [accountId],
    );
    return rows.map((row: { action: string }) => row.action);
  };

  it('creates a key without caps while the ledger account is locked, but a key with a cap waits for the lock', async () => {
    const holder = database.dataSource.createQueryRunner();
    try {
      await holder.startTransaction();
      const locked = 'SELECT account_id FROM ledger.accounts WHERE account_id = $1 FOR UPDATE';
      expect(await holder.query(locked, [accountId])).toHaveLength(1);
      expect(await create('uncapped')).toMatchObject({ dailyCapMicros: null, monthlyCapMicros: null });

      const capped = keys.create(accountId, { name: 'capped', dailyCapMicros: 5n }, actor);
      await untilBlocked(database.dataSource);
      await holder.rollbackTransaction();
      expect(await capped).toMatchObject({ dailyCapMicros: 5n });
    } finally {
      await holder.release();
    }
  });

  it('never exceeds the maximum number of keys, however many requests race', async () => {
    await fillKeys(database.dataSource, accountId, 3);
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => create()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' });
    }
    const [first] = await keys.list(accountId, {}, 100);
    await keys.revoke(commandOn(first!.id));
    await create();
  });

  it('revokes permanently, and revoking twice changes nothing', async () => {
    const { id } = await create();
    await keys.revoke(commandOn(id));
    const { revokedAt } = await keys.find(id, accountId);
    await keys.revoke(commandOn(id));
    expect(await keys.find(id, accountId)).toMatchObject({ state: 'revoked', revokedAt });
    expect(await audited()).toEqual(['key.create', 'key.revoke']);
    await expect(keys.update(commandOn(id), { name: 'x' })).rejects.toMatchObject({ code: 'conflict' });
    const undo = database.dataSource.query('UPDATE api_keys SET revoked_at = NULL WHERE id = $1', [id]);
    await expect(undo).rejects.toThrow('stays revoked');
  });

  it('sets the rate of the whole key family, whichever of its keys is given', async () => {
    const old = await create();
    const renewed = await keys.rotate(commandOn(old.id), 3_600);
    for (const [index, { id }] of [old, renewed].entries()) {
      await keys.setRate(id, 30 + index, actor);
      for (const one of [old, renewed])
        expect(await keys.find(one.id, accountId)).toMatchObject({ ratePerSecond: 30 + index });
    }
    await expect(keys.setRate(987_654, 1, actor)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('rotates a key once, however many requests race', async () => {
    const { id } = await create();
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => keys.rotate(commandOn(id), 60)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await keys.list(accountId, {}, 100)).toHaveLength(2);
  });

  it('limits how many keys can be in a rotation overlap', async () => {
    await fillKeys(database.dataSource, accountId, 3);
    for (const _ of [1, 2, 3]) {
      const { id } = await create();
      await keys.rotate(commandOn(id), 604_800);
    }
    const newest = await keys.list(accountId, {}, 100);
    await expect(keys.rotate(commandOn(newest[0]!.id), 604_800)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('rolls an operation back when its audit entry cannot be written', async () => {
    const [{ count }] = await database.dataSource.query('SELECT count(*) FROM api_keys');
    const nobody = { userId: null, label: null as never, address: null };
    await expect(keys.create(accountId, { name: 'x' }, nobody)).rejects.toThrow();
    expect(await database.dataSource.query('SELECT count(*) FROM api_keys')).toEqual([{ count }]);
  });
});
