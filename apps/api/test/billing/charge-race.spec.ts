import { createTestDatabase, type TestDatabase } from '../support/test-database';
import { balanceOf, createAccount, createQueue, usageRecord } from './charge-fixtures';

describe('concurrent charges', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const bounds = { maxBatch: 7, maxWaiting: 10_000, maxWaitMs: 60_000 };
  let queues: ReturnType<typeof createQueue>[];
  const processes = (count: number) => {
    queues = Array.from({ length: count }, () => createQueue(database.url, bounds));
    return queues;
  };
  afterEach(async () => {
    await Promise.all(queues.map(({ queue }) => queue.close()));
    // No batch was rolled back, so there was no deadlock and no overdraft that only a constraint caught.
    expect(queues.flatMap(({ errors }) => errors)).toEqual([]);
  });

  it.each([1, 2, 3])('from %d processes are accepted exactly as often as the balance can pay for', async (count) => {
    processes(count);
    const accountId = await createAccount(database.dataSource, 600n * 150n + 300n);
    const outcomes = await Promise.all(
      Array.from({ length: 600 }, (_, index) => queues[index % count]!.queue.charge(usageRecord(accountId))),
    );
    const accepted = outcomes.filter((outcome) => outcome.accepted);
    expect(await balanceOf(database.dataSource, accountId)).toBe(300n);
    const balances = accepted.map((outcome) => Number(outcome.balanceMicros)).sort((left, right) => right - left);
    expect(balances).toEqual(Array.from({ length: 150 }, (_, index) => 600 * (149 - index) + 300));
  });

  it('from three processes do not deadlock across accounts, in whatever order they arrive', async () => {
    processes(3);
    const accounts = await Promise.all(
      Array.from({ length: 12 }, () => createAccount(database.dataSource, 600n * 40n)),
    );
    const outcomes = await Promise.all(
      queues.flatMap(({ queue }, offset) =>
        Array.from({ length: 240 }, (_, index) => {
          const position = offset % 2 ? index : 239 - index;
          return queue.charge(usageRecord(accounts[position % accounts.length]!));
        }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.accepted)).toHaveLength(12 * 40);
  });

  it('of one request by two processes charge it once', async () => {
    processes(2);
    const accountId = await createAccount(database.dataSource, 600_000n);
    const records = Array.from({ length: 100 }, () => usageRecord(accountId));
    const outcomes = await Promise.all(
      records.map((record) => Promise.all(queues.map(({ queue }) => queue.charge(record)))),
    );
    expect(outcomes.flat().every((outcome) => outcome.accepted)).toBe(true);
    expect(await balanceOf(database.dataSource, accountId)).toBe(600_000n - 100n * 600n);
  });
});
