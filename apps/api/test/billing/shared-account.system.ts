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

  // Both commit times are longer than the 50 ms that a process first waits for a locked account.
  it.each([60, 200])('accepts nearly all of 120 charges a second when a commit takes %d ms', async (commitMs) => {
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
    // A busy machine may refuse a few. Dozens are refused if the processes do not alternate.
    expect(refused.length).toBeLessThan(20);
  });
});
