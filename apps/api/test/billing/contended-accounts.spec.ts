import { ContendedLedger, chargeBesideLocks } from './contended-ledger';

describe('charges of accounts that other sessions lock again and again', () => {
  let ledger: ContendedLedger;
  beforeEach(async () => {
    ledger = await ContendedLedger.create();
  });
  afterEach(async () => {
    expect(await ledger.close()).toEqual([]);
  });

  it('leave a ledger that reconciles, over three processes', async () => {
    const { accepted, spentMicros } = await chargeBesideLocks(ledger);
    // contended-accounts.system.ts bounds how many of them succeed: that depends on time.
    expect(accepted).toBeGreaterThan(0);
    expect(spentMicros).toBe(600n * BigInt(accepted));
  });
});
