import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describeWithRedis, TestRedis } from '../support/redis';
import { excess, type RateSample, unfairlyRefused } from './rate-samples';

const limit = 10;
const seconds = 4;
const loads = [0.8, 1, 1.2, 2];

describeWithRedis('one limit for all processes', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await TestRedis.start();
  });
  afterAll(() => redis.stop());

  it.each([1, 2, 3])(
    'is exact with %d processes, at 0.8, 1, 1.2 and 2 times the limit',
    async (processes) => {
      const samples = await offer(redis.url, processes);
      for (const [index, load] of loads.entries()) {
        const ofLoad = samples.filter(({ keyId }) => keyId === keyIdOf(processes, index));
        const admitted = ofLoad.filter((sample) => sample.admitted);
        const rate = (admitted.length / seconds).toFixed(1);
        process.stdout.write(`${processes} processes, ${load} × ${limit}/s offered: ${rate}/s admitted\n`);
        expect(ofLoad).toHaveLength(load * limit * seconds);
        expect(excess(admitted, limit)).toEqual([]);
        expect(unfairlyRefused(ofLoad, limit)).toEqual([]);
      }
    },
    60_000,
  );
});

/** Each run and load has a key of its own. */
function keyIdOf(processes: number, loadIndex: number): number {
  return processes * 10 + loadIndex;
}

/** Offers all loads at once, each evenly over time and dealt out to the processes in turn. */
async function offer(url: string, processes: number): Promise<RateSample[]> {
  const workers = Array.from({ length: processes }, (_, worker) => {
    const streams = loads.map((load, index) => {
      const all = Array.from({ length: load * limit * seconds }, (_, i) => (i * 1_000) / (load * limit));
      return { keyId: keyIdOf(processes, index), timesMs: all.filter((_, i) => i % processes === worker) };
    });
    return fork(join(__dirname, 'rate-worker.mjs'), [JSON.stringify({ url, limit, streams })]);
  });
  await Promise.all(workers.map(nextMessage));
  const startMs = Number(process.hrtime.bigint()) / 1e6 + 100;
  for (const worker of workers) worker.send(startMs);
  return (await Promise.all(workers.map(nextMessage))).flat() as RateSample[];
}

async function nextMessage(worker: ChildProcess): Promise<unknown> {
  return (await once(worker, 'message'))[0];
}
