import { ContendedLedger, chargeBesideLocks } from './contended-ledger';

describe('charges of accounts that other sessions lock repeatedly', () => {
  let ledger: ContendedLedger;
  beforeEach(async () => {
    ledger = await ContendedLedger.create();
  });
  afterEach(async () => {
    expect(await ledger.close()).toEqual([]);
  });

  it('leave a ledger that reconciles when three processes make them', async () => {
    const { accepted, spentMicros } = await chargeBesideLocks(ledger);
    // contended-accounts.system.ts checks how many succeed, which depends on timing.
    expect(accepted).toBeGreaterThan(0);
    expect(spentMicros).toBe(600n * BigInt(accepted));
  });
});
