import { ChargeQueue } from '../../src/core/billing/charge-queue';
import type { ChargeResult, ChargesRepository } from '../../src/core/billing/charges.repository';
import type { UsageRecord } from '../../src/core/usage/usage-record';
import { clock } from '../../src/platform/clock';
import type { Connection } from '../../src/platform/database/connection';
import { withResolvers } from '../../src/platform/promises';
import { usageRecord } from './charge-fixtures';

type Step = (records: readonly UsageRecord[]) => Promise<ChargeResult[]>;

const raise = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code, severity: 'ERROR' }));
const accept: Step = async (records) => records.map(() => ({ refusal: null, balanceMicros: 5n }));
const refuse: Step = async (records) => records.map(() => ({ refusal: 'balance', balanceMicros: 0n }));

/** Runs the queue on a scripted repository, because a real database cannot fail in a given order. */
function queueOn(steps: Step[], maxWaitMs = 60_000) {
  const charged: string[] = [];
  const lateCommits: string[] = [];
  const charges: Pick<ChargesRepository, 'charge' | 'lookUp' | 'probe'> = {
    async charge(records) {
      const results = await (steps.shift() ?? accept)(records);
      for (const [index, { refusal }] of results.entries()) {
        if (refusal === null) charged.push(records[index]!.requestId);
      }
      return results;
    },
    lookUp: async () => new Map(),
    probe: async () => undefined,
  };
  const connection = { isUp: true, cut: () => undefined, close: async () => undefined };
  const queue = new ChargeQueue(
    charges as ChargesRepository,
    connection as unknown as Connection,
    {
      onOutcome: () => undefined,
      onError: () => undefined,
      onRecovery: () => undefined,
      onInDoubt: () => undefined,
      onLateCommit: ({ requestId }) => lateCommits.push(requestId),
    },
    { maxBatch: 100, maxWaiting: 100, maxWaitMs },
  );
  return { queue, charged, lateCommits };
}

describe('a charge batch with mixed outcomes', () => {
  it('does not charge a refused record when another record of the batch fails', async () => {
    // Both records hit a lock and are retried one by one. The first is refused, the second fails. A later try succeeds.
    const steps = [raise('55P03'), raise('55P03'), refuse, raise('22021'), raise('22021'), accept];
    const { queue, charged } = queueOn(steps);
    const [first, second] = await Promise.allSettled([queue.charge(usageRecord(1)), queue.charge(usageRecord(2))]);
    expect(first).toMatchObject({ value: { accepted: false } });
    expect(second.status).toBe('rejected');
    await queue.close();
    expect(charged).toEqual([]);
  });

  it('reports each deferred charge as a late commit if its caller has already received an error', async () => {
    const haveFailed = withResolvers<void>();
    const slowly: Step = async (records) => {
      await haveFailed.promise;
      return accept(records);
    };
    const steps = [raise('55P03'), raise('55P03'), raise('55P03'), raise('22021'), slowly, slowly];
    const { queue, charged, lateCommits } = queueOn(steps, 300);
    const answers = await Promise.allSettled([queue.charge(usageRecord(1)), queue.charge(usageRecord(2))]);
    haveFailed.resolve();
    await queue.close();
    const accepted = answers.filter(({ status }) => status === 'fulfilled').length;
    expect(charged.filter((id) => !lateCommits.includes(id))).toHaveLength(accepted);
  });

  it('shrinks when it is too large for a slow database, and grows again afterwards', async () => {
    const sizes: number[] = [];
    let maxAtOnce = 20;
    const slow: Step = async (records) => {
      sizes.push(records.length);
      return records.length > maxAtOnce ? raise('57014')() : accept(records);
    };
    const { queue } = queueOn(Array.from({ length: 200 }, () => slow));
    const chargeAll = async () => {
      const charges = Array.from({ length: 100 }, (_, index) => queue.charge(usageRecord(index)));
      expect((await Promise.all(charges)).every(({ accepted }) => accepted)).toBe(true);
      return sizes.splice(0);
    };
    const smaller = await chargeAll();
    expect(smaller[0]).toBe(100);
    expect(smaller.at(-1)).toBeLessThanOrEqual(20);
    maxAtOnce = 100;
    expect((await chargeAll())[0]).toBeLessThan(100);
    expect(await chargeAll()).toEqual([100]);
    await queue.close();
  });
});

describe('charges that arrive right after a batch', () => {
  async function sizesWith(count: number): Promise<number[]> {
    const sizes: number[] = [];
    const noted: Step = async (records) => {
      sizes.push(records.length);
      return accept(records);
    };
    const { queue } = queueOn(Array.from({ length: 3 }, () => noted));
    const now = jest.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
    await queue.charge(usageRecord(0));
    const charges = Array.from({ length: count }, (_, index) => queue.charge(usageRecord(index + 1)));
    // After this tick, everything that needs no timer has run, however busy the machine is.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    await Promise.all([...charges, queue.charge(usageRecord(count + 1))]);
    now.mockRestore();
    await queue.close();
    return sizes;
  }

  it('wait a moment for others when there are few of them', async () => {
    expect(await sizesWith(1)).toEqual([1, 2]);
  });

  it('are sent at once when there are many of them', async () => {
    expect(await sizesWith(16)).toEqual([1, 16, 1]);
  });
});
