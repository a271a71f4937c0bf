// Samples the resources of a world while no request is in flight: what it holds then is retained.
import { Redis } from '../harness/product.mjs';

export class Samples {
  /** Series name → `[minutes, value]` points. */
  series = new Map();
  #startedMs = performance.now();

  #redis;

  constructor(world) {
    this.world = world;
    if (!world.redis) return;
    this.#redis = new Redis(world.redis.url).on('error', () => undefined);
    world.whenDone(() => this.#redis.disconnect());
  }

  /** Records the event-loop delay under load. `take` uses the shortest delay. All other samples are taken at rest. */
  async watchDelay() {
    for (const server of this.world.servers) {
      const { nodejs_eventloop_lag_p50_seconds: seconds } = await server.metrics();
      const delays = this.#delays.get(server) ?? [];
      this.#delays.set(server, [...delays, seconds * 1_000]);
    }
  }

  async take() {
    await Promise.all(this.world.servers.map((server) => this.#takeOf(server)));
    this.#delays.clear();
    const { connections } = await this.world.resources();
    this.#add(
      'PostgreSQL connections',
      Object.values(connections).reduce((sum, count) => sum + count, 0),
    );
    if (this.#redis) this.#add('Redis keys', await this.#redis.dbsize());
  }

  #delays = new Map();

  async #takeOf(server) {
    process.kill(server.pid, 'SIGUSR2');
    const metrics = await server.metrics();
    this.#add(`${server.name} event-loop delay ms`, Math.min(...this.#delays.get(server)));
    const { nodejs_heap_size_used_bytes: used, nodejs_heap_size_total_bytes: reserved } = metrics;
    this.#add(`${server.name} heap MiB`, used / 2 ** 20);
    // Leaves out unused heap, because the young generation varies by 32 MiB.
    this.#add(`${server.name} memory MiB`, (metrics.process_resident_memory_bytes - reserved + used) / 2 ** 20);
    this.#add(`${server.name} descriptors`, server.resources.descriptors);
  }

  #add(name, value) {
    if (!this.series.has(name)) this.series.set(name, []);
    this.series.get(name).push([(performance.now() - this.#startedMs) / 60_000, value]);
  }
}
