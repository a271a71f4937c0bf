// What an installation holds, looked at again and again.
import { setTimeout as sleep } from 'node:timers/promises';

export class Samples {
  /** Name of a series → `[minutes, value]` points. */
  series = new Map();
  #stopped = false;
  #running;

  /** @param redis undefined where there is none. */
  static start(installation, redis, everyMs) {
    const samples = new Samples();
    const startedMs = performance.now();
    samples.#running = samples.#repeat(installation, redis, startedMs, everyMs);
    return samples;
  }

  async stop() {
    this.#stopped = true;
    await this.#running;
  }

  async #repeat({ servers, database }, redis, startedMs, everyMs) {
    while (!this.#stopped) {
      const add = (name, value) => {
        if (!this.series.has(name)) this.series.set(name, []);
        this.series.get(name).push([(performance.now() - startedMs) / 60_000, value]);
      };
      await Promise.all(servers.map((server) => sampleProcess(server, add)));
      const [{ count }] = await database.ask(
        `SELECT count(*)::int FROM pg_stat_activity WHERE application_name LIKE 'loupe%'`,
      );
      add('PostgreSQL connections', count);
      if (redis) add('Redis keys', await redis.client.dbsize());
      await sleep(everyMs);
    }
  }
}

async function sampleProcess(server, add) {
  // The delay since the sample before, without the collection that follows.
  const { nodejs_eventloop_lag_mean_seconds: delaySeconds } = await server.metrics();
  server.signal('SIGUSR2');
  const metrics = await server.metrics();
  add(`${server.name} event-loop delay ms`, delaySeconds * 1_000);
  add(`${server.name} heap MiB`, metrics.nodejs_heap_size_used_bytes / 2 ** 20);
  add(`${server.name} memory MiB`, metrics.process_resident_memory_bytes / 2 ** 20);
  add(`${server.name} descriptors`, server.resources.descriptors);
}
