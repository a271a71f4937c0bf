import { v7 } from 'uuid';
import { SpendingCapsRepository } from '../../src/core/auth/lifecycle/spending-caps.repository';
import { checks, findDifferences } from '../../src/core/billing/reconcile/reconcile.repository';
import { beginWithinOneHour, hourHookTimeoutMs } from '../support/hours';
import { reversalsOn, usageTotalsOn } from '../support/services';
import { createAccount, prepareCharging, usageRecord } from './charge-fixtures';

const actor = { userId: null, label: 'operator', address: null };
const capChecks = checks.filter(({ name }) => name === 'caps');
const spendingCaps = new SpendingCapsRepository();

describe('spending caps', () => {
  const charging = prepareCharging();
  beforeAll(beginWithinOneHour, hourHookTimeoutMs);

  async function createKey(accountId: number, keyFamilyId?: number): Promise<number> {
    const [{ id }] = await charging.dataSource.query(
      `INSERT INTO api_keys (account_id, key_family_id, hash, prefix, name)
       VALUES ($1, $2, sha256(convert_to(random()::text, 'UTF8')), 'abcdefgh', 'k') RETURNING id`,
      [accountId, keyFamilyId],
    );
    return Number(id);
  }

  const cap = (accountId: number, keyFamilyId: number, daily: bigint | null, monthly: bigint | null) =>
    charging.dataSource.transaction((db) =>
      spendingCaps.set(db, { accountId, keyFamilyId }, { dailyCapMicros: daily, monthlyCapMicros: monthly }),
    );

  const chargeMany = (count: number, accountId: number, keyId: number, keyFamilyId: number) =>
    Promise.all(
      Array.from({ length: count }, () => charging.queue.charge(usageRecord(accountId, { keyId, keyFamilyId }))),
    );

  it('accept exactly what the daily cap allows, and name the cap that was reached', async () => {
    const accountId = await createAccount(charging.dataSource, 1_000_000n);
    const keyId = await createKey(accountId);
    await cap(accountId, keyId, 3_000n, null);
    const outcomes = await chargeMany(12, accountId, keyId, keyId);
    expect(outcomes.filter((outcome) => outcome.accepted)).toHaveLength(5);
    expect(outcomes.at(-1)).toMatchObject({ reason: 'daily_cap', requiredMicros: 600n, balanceMicros: 997_000n });
  });

  it('enforce the monthly cap although the daily cap is not reached', async () => {
    const accountId = await createAccount(charging.dataSource, 1_000_000n);
    const keyId = await createKey(accountId);
    await cap(accountId, keyId, 10_000n, 1_300n);
    const outcomes = await chargeMany(4, accountId, keyId, keyId);
    expect(outcomes.map((outcome) => (outcome.accepted ? 'accepted' : outcome.reason))).toEqual([
      'accepted',
      'accepted',
      'monthly_cap',
      'monthly_cap',
    ]);
  });

  it('are shared by a key and its rotated successor, and do not affect other keys of the account', async () => {
    const accountId = await createAccount(charging.dataSource, 1_000_000n);
    const old = await createKey(accountId);
    const rotated = await createKey(accountId, old);
    const other = await createKey(accountId);
    await cap(accountId, old, 1_800n, null);
    await chargeMany(2, accountId, old, old);
    const outcomes = await chargeMany(2, accountId, rotated, old);
    expect(outcomes.map((outcome) => outcome.accepted)).toEqual([true, false]);
    expect((await chargeMany(3, accountId, other, other)).every((outcome) => outcome.accepted)).toBe(true);
  });

  it('accept a cheaper request that fits after a more expensive one was refused', async () => {
    const accountId = await createAccount(charging.dataSource, 1_000_000n);
    const keyId = await createKey(accountId);
    await cap(accountId, keyId, 1_000n, null);
    const prices = [600n, 600n, 300n, 200n, 100n];
    const outcomes = await Promise.all(
      prices.map((priceMicros) =>
        charging.queue.charge(usageRecord(accountId, { keyId, keyFamilyId: keyId, priceMicros })),
      ),
    );
    expect(outcomes.map((outcome) => outcome.accepted)).toEqual([true, false, true, false, true]);
  });

  it('count spending from before they were set, aggregated or not, and keep the count when they change', async () => {
    const accountId = await createAccount(charging.dataSource, 1_000_000n);
    const keyId = await createKey(accountId);
    const totals = usageTotalsOn(charging.dataSource);
    await chargeMany(2, accountId, keyId, keyId);
    await totals.count();
    await chargeMany(2, accountId, keyId, keyId);
    await cap(accountId, keyId, 3_000n, null);
    expect((await chargeMany(3, accountId, keyId, keyId)).filter((outcome) => outcome.accepted)).toHaveLength(1);
    await cap(accountId, keyId, null, 3_700n);
    expect((await chargeMany(3, accountId, keyId, keyId)).filter((outcome) => outcome.accepted)).toHaveLength(1);
    expect(await totals.spendByKeyFamily(accountId, [keyId])).toEqual(
      new Map([[keyId, { todayMicros: 3_600n, monthMicros: 3_600n }]]),
    );
    await cap(accountId, keyId, null, null);
    expect(await spendingCaps.find(charging.dataSource.manager, accountId, [keyId])).toEqual(new Map());
    expect((await chargeMany(3, accountId, keyId, keyId)).every((outcome) => outcome.accepted)).toBe(true);
  });

  it('do not count reversed charges, even when set after the reversal, and reconcile agrees', async () => {
    const { dataSource, queue } = charging;
    const accountId = await createAccount(dataSource, 1_000_000n);
    const keyId = await createKey(accountId);
    await cap(accountId, keyId, 1_200n, 1_200n);
    const charges = Array.from({ length: 2 }, () => usageRecord(accountId, { keyId, keyFamilyId: keyId }));
    for (const charge of charges) await queue.charge(charge);
    const reverse = (entryId: string) => reversalsOn(dataSource).reverse({ entryId, note: 'Our fault', actor });
    await reverse(charges[0]!.requestId);
    expect((await chargeMany(2, accountId, keyId, keyId)).map((outcome) => outcome.accepted)).toEqual([true, false]);
    expect(await findDifferences(dataSource, capChecks)).toEqual([]);
    await cap(accountId, keyId, 1_800n, 1_800n);
    expect(await findDifferences(dataSource, capChecks)).toEqual([]);
    await reverse(charges[1]!.requestId);
    await usageTotalsOn(dataSource).count();
    const spent = { todayMicros: 600n, monthMicros: 600n };
    expect(await usageTotalsOn(dataSource).spendByKeyFamily(accountId, [keyId])).toEqual(new Map([[keyId, spent]]));
    expect((await chargeMany(3, accountId, keyId, keyId)).filter((outcome) => outcome.accepted)).toHaveLength(2);
    expect(await findDifferences(dataSource, capChecks)).toEqual([]);
  });

  it('reset on the next day', async () => {
    const accountId = await createAccount(charging.dataSource, 1_000_000n);
    const keyId = await createKey(accountId);
    await cap(accountId, keyId, 600n, null);
    const tomorrow = v7({ msecs: Date.now() + 86_400_000 });
    const record = { keyId, keyFamilyId: keyId };
    const outcomes = await Promise.all([
      charging.queue.charge(usageRecord(accountId, record)),
      charging.queue.charge(usageRecord(accountId, record)),
      charging.queue.charge(usageRecord(accountId, { ...record, requestId: tomorrow })),
    ]);
    expect(outcomes.map((outcome) => outcome.accepted)).toEqual([true, false, true]);
  });

  it('of a developer cover all key families of the developer until the next day, and get back what is reversed', async () => {
    const { dataSource, queue } = charging;
    const accountId = await createAccount(dataSource, 1_000_000n);
    const families = await Promise.all([1, 2, 3].map(() => createKey(accountId)));
    const none = { dailyCapMicros: null, monthlyCapMicros: null };
    const developer = { userId: 7, dailyCapMicros: 1_300n };
    for (const keyFamilyId of families)
      await dataSource.transaction((db) => spendingCaps.set(db, { accountId, keyFamilyId }, none, developer));
    const record = (n: number, changes = {}) =>
      usageRecord(accountId, { keyId: families[n]!, keyFamilyId: families[n]!, ...changes });
    const tomorrow = v7({ msecs: Date.now() + 86_400_000 });
    const records = [
      record(0),
      record(1),
      record(2),
      record(0, { priceMicros: 100n }),
      record(1, { requestId: tomorrow }),
    ];
    const outcomes = await Promise.all(records.map((one) => queue.charge(one)));
    expect(outcomes.map((outcome) => outcome.accepted || outcome.reason)).toEqual([
      true,
      true,
      'daily_cap',
      true,
      true,
    ]);
    expect(await queue.charge(record(2))).toMatchObject({ reason: 'daily_cap' });
    await cap(accountId, families[2]!, 600n, null);
    await cap(accountId, families[2]!, null, null);
    expect(await queue.charge(record(2))).toMatchObject({ reason: 'daily_cap' });
    await reversalsOn(dataSource).reverse({ entryId: records[1]!.requestId, note: 'Our fault', actor });
    expect((await chargeMany(2, accountId, families[2]!, families[2]!)).map(({ accepted }) => accepted)).toEqual([
      true,
      false,
    ]);
    expect(await findDifferences(dataSource, capChecks)).toEqual([]);
  });

  it('count every charge that is made while they are being set', async () => {
    const accountId = await createAccount(charging.dataSource, 10_000_000n);
    const keyId = await createKey(accountId);
    const charges = Array.from({ length: 40 }, () => chargeMany(5, accountId, keyId, keyId));
    await cap(accountId, keyId, 60_000n, null);
    const accepted = (await Promise.all(charges)).flat().filter((outcome) => outcome.accepted).length;
    const [{ spent_micros }] = await charging.dataSource.query(
      `SELECT spent_micros FROM ledger.key_spend WHERE key_family_id = $1 AND period = 'day'`,
      [keyId],
    );
    expect(BigInt(spent_micros)).toBe(BigInt(accepted) * 600n);
  });
});
