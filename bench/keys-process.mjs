// The process whose memory and CPU time bench/keys.mjs measures. Started by it with the database's URL; gets keys, sends rows.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from './harness/product.mjs';
import { row } from './harness/rows.mjs';

const { ApiKeyGuard } = api('core/auth/api-key.guard');
const { ClientAddresses } = api('core/auth/client-addresses');
const { KeyAuthenticator } = api('core/auth/key-authenticator');
const { KeyFeedRepository } = api('core/auth/key-feed.repository');
const { KeySetRefresher } = api('core/auth/key-set.refresher');
const { KeyUses } = api('core/auth/key-uses');
const { KeyUsesRepository } = api('core/auth/key-uses.repository');
const { createDataSource } = api('platform/database/data-source');
const { ConcurrentRequests } = api('core/rate-limit/concurrent-requests');
const { KeyRateGuard } = api('core/rate-limit/key-rate.guard');
const { LoadShedder } = api('core/rate-limit/load-shedder');
const { LocalRateStore } = api('core/rate-limit/local-rate.store');
const { throttlerOptions } = api('core/rate-limit/rate-limit.module');
const { Metrics } = api('platform/observability/metrics');

const rounds = 5;
const refreshes = 20;
const checksPerRound = 400_000;
const mebibyte = 2 ** 20;

/** Resident memory once garbage is gone; a moment for what is freed in the background. */
async function memoryBytes() {
  for (let i = 0; i < 3; i++) {
    globalThis.gc();
    await sleep(200);
  }
  return process.memoryUsage().rss;
}

async function measureRefresh(refresher, dataSource) {
  const times = [];
  for (let i = 0; i < refreshes; i++) {
    await dataSource.query(
      'UPDATE api_keys SET rate_per_second = 11 WHERE id IN (SELECT 1 + (random() * 900000)::int FROM generate_series(1, 100))',
    );
    const startedAt = performance.now();
    await refresher.refresh();
    times.push(performance.now() - startedAt);
  }
  return times;
}

async function cpuMicros(check) {
  const before = process.cpuUsage();
  for (let i = 0; i < checksPerRound; i++) {
    const outcome = check(i);
    if (outcome instanceof Promise) await outcome;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / checksPerRound;
}

/** What the two guards need of a request and its response, and nothing that would add to their time. */
function contextOf(key) {
  const request = { headers: { 'x-api-key': key }, socket: { remoteAddress: '127.0.0.1' } };
  const response = { destroyed: true, setField: () => undefined };
  const both = [request, response];
  const http = { getRequest: () => request, getResponse: () => response };
  return {
    switchToHttp: () => http,
    getArgByIndex: (index) => both[index],
    getHandler: () => undefined,
    getClass: () => undefined,
  };
}

async function measureChecks(refresher, dataSource, keys) {
  const addresses = new ClientAddresses({ TRUSTED_PROXIES: [] });
  const uses = new KeyUses(dataSource, new KeyUsesRepository(), addresses);
  const authenticator = new KeyAuthenticator(refresher, addresses, uses, {});
  const keyGuard = new ApiKeyGuard(authenticator);
  const storage = new LocalRateStore({ count: 1 });
  const concurrent = new ConcurrentRequests(200);
  const load = new LoadShedder({ MAX_CONCURRENT_REQUESTS: 200 }, authenticator, new Metrics());
  const rateGuard = new KeyRateGuard(throttlerOptions(storage), storage, concurrent, load);
  await rateGuard.onModuleInit();
  const contexts = keys.map(contextOf);
  const checkKey = (i) => {
    const context = contexts[i % contexts.length];
    // As of a new request: whose key is known is not checked again.
    context.getArgByIndex(0).key = undefined;
    return keyGuard.canActivate(context);
  };
  const checkBoth = (i) => {
    checkKey(i);
    return rateGuard.canActivate(contexts[i % contexts.length]);
  };
  const samples = { key: [], both: [] };
  for (let round = -1; round < rounds; round++) {
    const [key, both] = [await cpuMicros(checkKey), await cpuMicros(checkBoth)];
    if (round < 0) continue; // the first round warms up
    samples.key.push(key);
    samples.both.push(both);
  }
  return samples;
}

const [keys] = await once(process, 'message');
const dataSource = await createDataSource(process.argv[2], 2).initialize();
const notifications = { on: () => undefined, onReconnect: () => undefined };
const log = { error: (...words) => process.stderr.write(`${words}\n`), info: () => undefined };
const times = { refreshMs: 3_600_000, maxAgeMs: 3_600_000 };
const feed = new KeyFeedRepository({ DATABASE_URL: process.argv[2], RATE_LIMIT_PER_SECOND: 10 });
const refresher = new KeySetRefresher(feed, notifications, times, log);

const emptyBytes = await memoryBytes();
const startedAt = performance.now();
await refresher.start();
const loadSeconds = (performance.now() - startedAt) / 1_000;
const fullBytes = await memoryBytes();
const refreshMs = await measureRefresh(refresher, dataSource);
const checks = await measureChecks(refresher, dataSource, keys);

const count = refresher.size.toLocaleString('en');
process.send([
  row(`keys: memory of ${count} keys beside none`, 'MiB', [(fullBytes - emptyBytes) / mebibyte]),
  row(`keys: reading ${count} keys at start`, 's', [loadSeconds]),
  row(`keys: refresh with 100 changes among ${count} keys`, 'ms', refreshMs),
  row(`keys: check of a key among ${count}, CPU`, 'µs', checks.key),
  row(`keys: check of key and rate among ${count}, CPU`, 'µs', checks.both),
]);
await refresher.stop();
await dataSource.destroy();
process.disconnect();
