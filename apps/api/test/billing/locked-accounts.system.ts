import { usageRecord } from './charge-fixtures';
import { bounds, ContendedLedger, locks } from './contended-ledger';

const pauseMs = 10;

/** @returns NaN for an empty list, so that the comparison fails. */
const meanOf = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;

describe('charges while another session holds a lock', () => {
  let ledger: ContendedLedger;
  beforeEach(async () => {
    ledger = await ContendedLedger.create();
  });
  afterEach(async () => {
    expect(await ledger.close()).toEqual([]);
  });

  it.each(locks)('are less than ten times slower for other accounts (lock on %s)', async (_what, lock) => {
    const charging = ledger.startProcess();
    const [locked, ...others] = await Promise.all([0, 1, 2, 3].map(() => ledger.newAccount()));
    const startUnlockedCallers = await ledger.prepareUnlockedCallers(others.length, pauseMs);
    const release = await lock(ledger, locked!);
    const refused = Array.from({ length: 20 }, () => charging.queue.charge(usageRecord(locked!)));
    const callers = others.map((id) => ledger.startCaller(charging, id, pauseMs));
    const unlockedCallers = startUnlockedCallers();
    await Promise.allSettled(refused);
    await Promise.all([...callers, ...unlockedCallers].map((caller) => caller.end()));
    const [tookMs, unlockedMs] = [callers, unlockedCallers].map((all) => all.flatMap((caller) => caller.tookMs));
    expect(meanOf(tookMs!)).toBeLessThan(10 * meanOf(unlockedMs!));
    expect(tookMs!.sort((a, b) => a - b)[Math.floor(tookMs!.length * 0.98)]).toBeLessThan(bounds.maxWaitMs / 2);
    await release();
    await ledger.reverseLateCommits();
  });
});
