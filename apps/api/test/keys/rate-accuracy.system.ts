import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describeWithRedis, TestRedis } from '../support/redis';
import { TestCluster } from '../support/redis-cluster';
import { excess, type RateSample, unfairlyRefused } from './rate-samples';

const limit = 10;
const seconds = 4;
const loads = [0.8, 1, 1.2, 2];

// The tests run concurrently, because each of them mostly waits.
describeWithRedis('a rate limit shared by all processes', () => {
  it.concurrent.each([1, 2, 3])(
    'is exact with %d processes, at 0.8, 1, 1.2 and 2 times the limit',
    async (processes) => {
      const redis = await TestRedis.start();
      await expectExactly(redis.url, processes).finally(() => redis.stop());
    },
    60_000,
  );

  it.concurrent('is exact with 3 processes and a cluster of three Redis servers, at 0.8, 1, 1.2 and 2 times the limit', async () => {
    const cluster = await TestCluster.start(3);
    try {
      await expectExactly((await cluster.assignSlots()).url, 3);
    } finally {
      await cluster.stop();
    }
  });
});

async function expectExactly(url: string, processes: number): Promise<void> {
  const samples = await offer(url, processes);
  for (const [keyId, load] of loads.entries()) {
    const ofLoad = samples.filter((sample) => sample.keyId === keyId);
    const admitted = ofLoad.filter((sample) => sample.admitted);
    const rate = (admitted.length / seconds).toFixed(1);
    process.stdout.write(`${processes} processes, ${load} × ${limit}/s offered: ${rate}/s admitted\n`);
    expect(ofLoad).toHaveLength(load * limit * seconds);
    expect(excess(admitted, limit)).toEqual([]);
    expect(unfairlyRefused(ofLoad, limit)).toEqual([]);
  }
}

async function offer(url: string, processes: number): Promise<RateSample[]> {
  const workers = Array.from({ length: processes }, (_, worker) => {
    const streams = loads.map((load, index) => {
      const all = Array.from({ length: load * limit * seconds }, (_, i) => (i * 1_000) / (load * limit));
      return { keyId: index, timesMs: all.filter((_, i) => i % processes === worker) };
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
