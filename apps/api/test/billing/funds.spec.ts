import type { DataSource } from 'typeorm';
import { Funds, LiveBalances } from '../../src/core/billing/funds';
import { LedgerRepository } from '../../src/core/billing/ledger.repository';
import { clock } from '../../src/platform/clock';
import { Notifications } from '../../src/platform/database/notifications';
import { accountsOn, topUpsOn } from '../support/services';
import { createTestDatabase, type TestDatabase } from '../support/test-database';
import { until } from '../support/until';
import { createAccount } from './charge-fixtures';

const actor = { userId: null, label: 'operator', address: null };

describe('Funds', () => {
  let database: TestDatabase;
  let notifications: Notifications;
  let funds: Funds;
  let reads: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    notifications = new Notifications(database.url);
    const ledger = new LedgerRepository();
    const balances = ledger.balances.bind(ledger);
    ledger.balances = (...args) => {
      reads++;
      return balances(...args);
    };
    funds = new Funds(new LiveBalances(database.dataSource, ledger), notifications);
    await notifications.start();
  });
  afterAll(async () => {
    await notifications.stop();
    await database.drop();
  });
  beforeEach(() => {
    reads = 0;
  });
  afterEach(() => jest.restoreAllMocks());

  const topUp = (accountId: number, amountMicros: bigint) =>
    topUpsOn(database.dataSource).credit({
      accountId,
      amountMicros,
      note: 'n',
      idempotencyKey: `${accountId}-${amountMicros}`,
      actor,
    });
  const untilDropped = (accountId: number) =>
    until('the cached balance is dropped', () => funds.known(accountId) === undefined);

  it('reads a balance once and then uses the cached one', async () => {
    const accountId = await createAccount(database.dataSource, 6_000n);
    expect(await funds.require(accountId, 600n)).toBe(6_000n);
    funds.onOutcome(accountId, { accepted: true, balanceMicros: 5_400n });
    expect(await funds.require(accountId, 600n)).toBe(5_400n);
    expect(reads).toBe(1);
  });

  it('re-reads a cached balance that is a second old for a free response, because other processes may charge', async () => {
    const accountId = await createAccount(database.dataSource, 6_000n);
    const nowMs = clock.nowMs();
    const time = jest.spyOn(clock, 'nowMs').mockReturnValue(nowMs);
    expect(await funds.balanceToShow(accountId)).toBe(6_000n);
    await database.dataSource.query(
      'UPDATE ledger.accounts SET balance_micros = 5400 WHERE account_id = $1 AND shard = shard_of($1)',
      [accountId],
    );
    expect(await funds.balanceToShow(accountId)).toBe(6_000n);
    time.mockReturnValue(nowMs + 1_050);
    expect(await funds.balanceToShow(accountId)).toBe(5_400n);
    expect(reads).toBe(2);
  });

  it('never refuses because of a cached balance, so a top-up counts for the very next request', async () => {
    const accountId = await createAccount(database.dataSource, 100n);
    const required = { required_usd: '0.000600', balance_usd: '0.000100' };
    const refused = { code: 'insufficient_balance', members: required };
    await expect(funds.require(accountId, 600n)).rejects.toMatchObject(refused);
    funds.onOutcome(accountId, { accepted: false, reason: 'balance', balanceMicros: 100n, requiredMicros: 600n });
    await topUp(accountId, 5_000n);
    expect(await funds.require(accountId, 600n)).toBe(5_100n);
  });

  it('returns a live balance whose read began after the balance was requested', async () => {
    const accountId = await createAccount(database.dataSource, 100n);
    const before = funds.live(accountId);
    const [, after] = await Promise.all([before, topUp(accountId, 900n).then(() => funds.live(accountId))]);
    expect(after).toBe(1_000n);
  });

  it('reads balances that are requested twenty times at once in two queries', async () => {
    const accountIds = await Promise.all(Array.from({ length: 10 }, () => createAccount(database.dataSource, 6_000n)));
    await Promise.all(accountIds.flatMap((accountId) => [funds.live(accountId), funds.live(accountId)]));
    expect(reads).toBe(2);
  });

  it('drops a cached balance when a notification reports a top-up', async () => {
    const accountId = await createAccount(database.dataSource, 6_000n);
    await funds.require(accountId, 600n);
    await topUp(accountId, 1_000n);
    await untilDropped(accountId);
    expect(await funds.require(accountId, 600n)).toBe(7_000n);
  });

  it('refuses a suspended account as soon as the notification arrives, free requests included', async () => {
    const accountId = await createAccount(database.dataSource, 6_000n);
    await funds.require(accountId, 600n);
    await accountsOn(database.dataSource).suspend({ accountId, actor });
    await untilDropped(accountId);
    await expect(funds.require(accountId, 0n)).rejects.toMatchObject({ code: 'account_suspended' });
    await expect(funds.require(accountId, 0n)).rejects.toMatchObject({ code: 'account_suspended' });
  });

  it('drops the cached balance of a suspended account after a charge was refused', async () => {
    const accountId = await createAccount(database.dataSource, 6_000n);
    await funds.require(accountId, 600n);
    funds.onOutcome(accountId, { accepted: false, reason: 'suspended', balanceMicros: 6_000n, requiredMicros: 600n });
    expect(funds.known(accountId)).toBeUndefined();
  });

  it('reports service_unavailable when the ledger cannot be read', async () => {
    const away = { query: () => Promise.reject(new Error('away')) } as unknown as DataSource;
    const broken = new Funds(new LiveBalances(away, new LedgerRepository()), notifications);
    await expect(broken.live(1)).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});
