import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { KeySetRefresher } from '../../src/core/auth/key-set.refresher';
import { reconcile } from '../../src/core/billing/reconcile/reconcile';
import { AnswerStore } from '../../src/gateway/answer-store';
import { known } from '../endpoints/known';
import { type SentReply, send } from '../support/send';
import { startTestApi, type TestApi } from '../support/test-api';

const path = `/users/${known.marta}`;
const runs = 40;

/** One attempt of a caller: at which process, how long after the others began, and when it gives up, if it does. */
interface Attempt {
  process: number;
  afterMs: number;
  leavesAfterMs: number | undefined;
}

describe('repeats over two processes', () => {
  let processes: TestApi[];
  beforeAll(async () => {
    const first = await startTestApi();
    const { database, simulator } = first;
    processes = [first, await startTestApi({ DATABASE_URL: database.url, UPSTREAM_BASE_URL: simulator.baseUrl })];
    await simulator.fault({ operation: 'users.info', fault: 'delay', delay_ms: 20 });
  });
  afterAll(async () => {
    expect(await reconcile(processes[0]!.database.dataSource)).toEqual([]);
    for (const process of processes.reverse()) await process.stop();
  });

  const attempt: fc.Arbitrary<Attempt> = fc.record({
    process: fc.constantFrom(0, 1),
    afterMs: fc.integer({ min: 0, max: 60 }),
    leavesAfterMs: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined, freq: 3 }),
  });

  /** What a process holds in memory is lost with it; what it has committed is not. */
  const loseMemory = () => {
    for (const { app } of processes) Object.assign(app.get(AnswerStore), new AnswerStore(64 * 1_024 * 1_024));
  };

  const make = (key: string, idempotencyKey: string, { process, afterMs, leavesAfterMs }: Attempt) =>
    new Promise<SentReply | undefined>((resolve) => {
      const leaving = new AbortController();
      setTimeout(() => {
        if (leavesAfterMs !== undefined) setTimeout(() => leaving.abort(), leavesAfterMs);
        const headers = { 'idempotency-key': idempotencyKey };
        send(processes[process]!.baseUrl, path, { key, headers, signal: leaving.signal }).then(resolve, () =>
          resolve(undefined),
        );
      }, afterMs);
    });

  it('come to one transfer and equal bodies, however they interleave, give up, and are forgotten', async () => {
    const { accountId, key } = await processes[0]!.tenants.create('10');
    await processes[1]!.app.get(KeySetRefresher).refresh();
    const { dataSource } = processes[0]!.database;
    const waves = fc.array(fc.array(attempt, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(waves, async (attempts) => {
        const idempotencyKey = randomUUID();
        const replies: SentReply[] = [];
        const before = await chargesOf(accountId);
        for (const wave of attempts) {
          const answers = await Promise.all(wave.map((one) => make(key, idempotencyKey, one)));
          replies.push(...answers.filter((reply) => reply !== undefined));
          loseMemory();
        }
        replies.push((await make(key, idempotencyKey, { process: 0, afterMs: 0, leavesAfterMs: undefined }))!);
        const statuses = replies.map(({ status }) => status);
        expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
        // Used up is final: what comes after it is, too.
        const answered = replies.filter(({ status }) => status === 200);
        expect(new Set(answered.map(({ text }) => text)).size).toBeLessThanOrEqual(1);
        expect(replies.filter(({ headers }) => headers['x-cost-usd'] !== '0').length).toBeLessThanOrEqual(1);
        expect((await chargesOf(accountId)) - before).toBe(1);
      }),
      { numRuns: runs },
    );

    async function chargesOf(id: number): Promise<number> {
      const [{ count }] = await dataSource.query(
        `SELECT count(*) FROM transfers WHERE account_id = $1 AND kind = 'charge'`,
        [id],
      );
      return Number(count);
    }
  });
});
