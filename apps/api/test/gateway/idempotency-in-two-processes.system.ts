import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { KeySetRefresher } from '../../src/core/auth/key-set.refresher';
import { reconcile } from '../../src/core/billing/reconcile/reconcile';
import { ResponseStore } from '../../src/gateway/response-cache';
import { known } from '../endpoints/known';
import { ApiProcess } from '../keys/api-fleet';
import { type SentReply, send } from '../support/send';
import { startTestApi, type TestApi, variablesOf } from '../support/test-api';

const path = `/users/${known.marta}`;
const runs = 40;
/** Few, because each run starts a process. For more: `REPEAT_RUNS=200 npm run test:full -- idempotency-in-two-processes`. */
const runsWithKills = Number(process.env.REPEAT_RUNS ?? 5);
jest.setTimeout(300_000 + 10_000 * runsWithKills);

/** One attempt of a caller: the process that receives it, its delay, and when the caller disconnects (if at all). */
interface Attempt {
  process: number;
  afterMs: number;
  leavesAfterMs: number | undefined;
}

const attempt: fc.Arbitrary<Attempt> = fc.record({
  process: fc.constantFrom(0, 1),
  afterMs: fc.integer({ min: 0, max: 60 }),
  leavesAfterMs: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined, freq: 3 }),
});
const attempts = fc.array(attempt, { minLength: 1, maxLength: 6 });
const last: Attempt = { process: 0, afterMs: 0, leavesAfterMs: undefined };

/** Sends a request again while the machine is too busy for its charge. Such an answer is free. */
async function untilServed(ask: () => Promise<SentReply>): Promise<SentReply> {
  for (;;) {
    const reply = await ask();
    if (reply.status !== 503) return reply;
    await sleep(500);
  }
}

function make(
  processes: readonly { baseUrl: string }[],
  key: string,
  idempotencyKey: string,
  { process, afterMs, leavesAfterMs }: Attempt,
): Promise<SentReply | undefined> {
  return new Promise((resolve) => {
    const leaving = new AbortController();
    setTimeout(() => {
      if (leavesAfterMs !== undefined) setTimeout(() => leaving.abort(), leavesAfterMs);
      const headers = { 'idempotency-key': idempotencyKey };
      const ask = () => send(processes[process]!.baseUrl, path, { key, headers, signal: leaving.signal });
      untilServed(ask).then(resolve, () => resolve(undefined));
    }, afterMs);
  });
}

function expectOneAnswer(replies: readonly SentReply[]): void {
  // 409: the idempotency key is exhausted.
  expect(replies.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
  const successful = replies.filter(({ status }) => status === 200);
  expect(new Set(successful.map(({ text }) => text)).size).toBeLessThanOrEqual(1);
  expect(replies.filter(({ headers }) => headers['x-cost-usd'] !== '0').length).toBeLessThanOrEqual(1);
}

describe('repeated requests over two processes', () => {
  let first: TestApi;
  beforeAll(async () => {
    first = await startTestApi();
    await first.simulator.fault({ operation: 'users.info', fault: 'delay', delay_ms: 20 });
  });
  afterAll(async () => {
    expect(await reconcile(first.database.dataSource)).toEqual([]);
    await first.stop();
  });

  async function chargesOf(accountId: number): Promise<number> {
    const [{ count }] = await first.database.dataSource.query(
      `SELECT count(*) FROM transfers t WHERE account_id = $1 AND kind = 'charge'
         AND NOT EXISTS (SELECT FROM transfers r WHERE r.reverses = t.id)`,
      [accountId],
    );
    return Number(count);
  }

  it('lead to one transfer and equal bodies, however they interleave and disconnect, even if stored responses are evicted', async () => {
    const { database, simulator, tenants } = first;
    const second = await startTestApi({ DATABASE_URL: database.url, UPSTREAM_BASE_URL: simulator.baseUrl });
    const processes = [first, second];
    const { accountId, key } = await tenants.create('10');
    await second.app.get(KeySetRefresher).refresh();
    const waves = fc.array(attempts, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(waves, async (all) => {
        const idempotencyKey = randomUUID();
        const replies: (SentReply | undefined)[] = [];
        const before = await chargesOf(accountId);
        for (const wave of [...all, [last]]) {
          replies.push(...(await Promise.all(wave.map((one) => make(processes, key, idempotencyKey, one)))));
          for (const { app } of processes) app.get(ResponseStore).clear();
        }
        expect(replies.at(-1)).toBeDefined();
        expectOneAnswer(replies.filter((reply) => reply !== undefined));
        expect((await chargesOf(accountId)) - before).toBe(1);
      }),
      { numRuns: runs },
    );
    await second.stop();
  });

  it('lead to one transfer and equal bodies when a process is killed at any moment', async () => {
    const { database, simulator, tenants } = first;
    const directory = mkdtempSync(join(tmpdir(), 'loupe-idempotency-'));
    const start = () => ApiProcess.start(variablesOf(directory, database, simulator));
    const { accountId, key } = await tenants.create('10');
    const processes = [await start(), await start()];
    const kill = fc.record({ process: fc.constantFrom(0, 1), afterMs: fc.integer({ min: 0, max: 100 }) });
    try {
      await fc.assert(
        fc.asyncProperty(attempts, kill, async (all, { process, afterMs }) => {
          const idempotencyKey = randomUUID();
          const before = await chargesOf(accountId);
          const pending = Promise.all(all.map((one) => make(processes, key, idempotencyKey, one)));
          await sleep(afterMs);
          await processes[process]!.stop();
          const replies = await pending;
          processes[process] = await start();
          replies.push(await make(processes, key, idempotencyKey, last));
          expect(replies.at(-1)).toBeDefined();
          expectOneAnswer(replies.filter((reply) => reply !== undefined));
          expect((await chargesOf(accountId)) - before).toBe(1);
        }),
        { numRuns: runsWithKills, endOnFailure: true },
      );
    } finally {
      await Promise.all(processes.map((one) => one.stop()));
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
