import { ContendedLedger, chargeBesideLocks } from './contended-ledger';

describe('charging accounts that others lock again and again', () => {
  let ledger: ContendedLedger;
  beforeEach(async () => {
    ledger = await ContendedLedger.create();
  });
  afterEach(async () => {
    expect(await ledger.close()).toEqual([]);
  });

  it('keeps the books over three processes while accounts are locked and freed again and again', async () => {
    const { accepted, spentMicros } = await chargeBesideLocks(ledger);
    // How many of them is a question of time: contended-accounts.system.ts.
    expect(accepted).toBeGreaterThan(0);
    expect(spentMicros).toBe(600n * BigInt(accepted));
  });
});
