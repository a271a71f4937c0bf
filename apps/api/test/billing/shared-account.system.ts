import { setTimeout as sleep } from 'node:timers/promises';
import { usageRecord } from './charge-fixtures';
import { ContendedLedger } from './contended-ledger';

describe('an account that two processes charge', () => {
  let ledger: ContendedLedger;
  beforeEach(async () => {
    ledger = await ContendedLedger.create();
  });
  afterEach(async () => {
    expect(await ledger.close()).toEqual([]);
  });

  // Longer than a process waits for the lock of an account of which it knows nothing.
  it.each([60, 200])('has its charges made, 120 a second, where a commit takes %d ms', async (commitMs) => {
    await ledger.slowCommits(commitMs);
    const processes = [ledger.startProcess(), ledger.startProcess()];
    const account = await ledger.newAccount();
    const charge = async ({ queue }: (typeof processes)[number]) => {
      queue.requireWritable(account);
      return queue.charge(usageRecord(account));
    };
    const outcomes: Promise<unknown>[] = [];
    for (let turn = 0; turn < 960; turn++) {
      outcomes.push(
        charge(processes[turn % 2]!).then(
          ({ accepted }) => accepted,
          (error) => error.code,
        ),
      );
      await sleep(8);
    }
    const refused = (await Promise.all(outcomes)).filter((outcome) => outcome !== true);
    // A machine that is busy with other things may refuse a few; processes that did not take turns refused dozens.
    expect(refused.length).toBeLessThan(20);
  });
});
