// One of several processes that use the same windows in Redis. Started by rate-accuracy.system.ts with a plan in argv,
// it reports for each request when it was sent, when its response arrived, and whether it was admitted.
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

const require = createRequire(import.meta.url);
const { LocalRateStore } = require('../../dist/core/rate-limit/rate-store.js');
const { RedisRateStore } = require('../../dist/core/rate-limit/redis-rate.store.js');
const { RedisWindows } = require('../../dist/core/rate-limit/redis-windows.js');
const { url, limit, streams } = JSON.parse(process.argv[2]);

const nowMs = () => Number(process.hrtime.bigint()) / 1e6;

async function send(store, keyId, samples) {
  const sentMs = nowMs();
  const { isBlocked } = await store.increment(`${keyId}`, 1_000, limit);
  samples.push({ keyId, sentMs, answeredMs: nowMs(), admitted: !isBlocked });
}

// A long deadline, so that Redis decides every request, however busy the machine is.
const windows = new RedisWindows(url, 30_000);
const log = {
  warn: (_, message) => {
    throw new Error(message);
  },
};
const store = new RedisRateStore(windows, new LocalRateStore({ count: 1 }), log);
await store.start();
process.send('ready');
process.once('message', async (startMs) => {
  const samples = [];
  const stream = async ({ keyId, timesMs }) => {
    const sent = [];
    for (const timeMs of timesMs) {
      await sleep(Math.max(0, startMs + timeMs - nowMs()));
      sent.push(send(store, keyId, samples));
    }
    await Promise.all(sent);
  };
  await Promise.all(streams.map(stream));
  store.stop();
  process.send(samples, () => process.disconnect());
});
